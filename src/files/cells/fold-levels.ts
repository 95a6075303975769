import {
  CribaError,
  checkTable,
  givenNames,
  namesIn,
  objectIn,
  unknownName,
  isNamePattern,
  matchingNames,
  firstFew,
  allocateCodes,
  orderByCodePoint,
} from '#core'
import type { Warning, CategoricalColumn, CountedColumn, Table } from '#core'
import { mergedSpellings } from './level-spelling.ts'

/** Columns of more levels are texts, whose spellings are not compared. */
const mostFolded = 10_000
/** The most columns, and levels of each, that a message names. */
const [mostColumns, mostLevels] = [5, 4]

/** Levels by column that other data had: a spelling of one of them becomes it. */
export type KnownLevels = Readonly<Record<string, readonly string[]>>

/**
 * The names of the columns that names and patterns stand for; refuses those that no column of the data has.
 * `read` are the columns that were read of these: others have nothing to do.
 */
export function namesToFold(
  given: readonly string[],
  names: readonly string[],
  read: readonly CountedColumn[],
): ReadonlySet<string> {
  const known = new Set(names)
  const byName = new Map(read.map((column) => [column.name, column]))
  const found = new Set<string>()
  for (const name of given) {
    const isPattern = isNamePattern(name, known)
    const matched = isPattern ? matchingNames(name, names) : [name]
    if (matched.length === 0 || !(isPattern || known.has(name))) throw unknownName('column', name, names)
    for (const one of matched) {
      const column = byName.get(one)
      if (!column) continue
      const isFit = column.type === 'categorical' && (column.distinct ?? 0) <= mostFolded
      if (!isFit && !isPattern) throw notLevels(column)
      if (isFit) found.add(one)
    }
  }
  return found
}

function notLevels({ name, type, distinct }: CountedColumn): CribaError {
  const why = type === 'numeric' ? 'holds numbers' : `has ${distinct} levels, more than ${mostFolded}`
  return new CribaError(
    'unsuitable',
    `unsuitable column to fold: ${name} ${why} (leave it out of --fold-levels)`,
  )
}

/**
 * Merges levels that differ only in spelling, by case, blanks, accents, dashes or a dot at the end, into the
 * most frequent spelling of each; `*` stands for all categorical columns. Levels that other data had, if they
 * are `known`, come before the most frequent ones.
 *
 * @example foldLevels(tableFromColumns({ sex: ['male', 'Male ', 'male'] }), ['sex'])
 */
export function foldLevels(
  table: Table,
  columns: readonly string[],
  known: KnownLevels = {},
  given?: readonly string[],
): Table {
  checkTable(table)
  const merged = spellingsIn(table, columns, known, given)
  const folded = table.columns.map((column) => {
    const spellings = merged.get(column.name)
    return column.type === 'categorical' && spellings ? recoded(column, spellings) : column
  })
  return { ...table, columns: folded, warnings: [...table.warnings, ...foldedWarning(merged)] }
}

/** What the levels of each column become; columns that stay are left out. */
export type MergedSpellings = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What `foldLevels` makes of the levels of a table. */
export function spellingsIn(
  table: Table,
  columns: readonly string[],
  known: KnownLevels = {},
  given?: readonly string[],
): MergedSpellings {
  givenNames('columns', columns)
  objectIn('known', known)
  const names = namesIn('names', given) ?? table.columns.map(({ name }) => name)
  const facts = table.columns.map((column) => ({
    name: column.name,
    type: column.type,
    distinct: column.type === 'categorical' ? column.levels.length : null,
  }))
  const chosen = namesToFold(columns, names, facts)
  const merged = new Map<string, ReadonlyMap<string, string>>()
  for (const column of table.columns) {
    if (column.type !== 'categorical' || !chosen.has(column.name)) continue
    const spellings = mergedSpellings(column.levels, countsOf(column), knownOf(known, column.name))
    if (spellings.size > 0) merged.set(column.name, spellings)
  }
  return merged
}

/** The known levels of a column. */
export function knownOf(known: KnownLevels, name: string): readonly string[] {
  return Object.hasOwn(known, name) ? givenNames(`known levels of ${name}`, known[name]) : []
}

function countsOf({ codes, levels, missing }: CategoricalColumn): Float64Array {
  const counts = new Float64Array(levels.length)
  for (let row = 0; row < codes.length; row++) if (!missing?.[row]) counts[codes[row]]++
  return counts
}

/** The column as if its cells had been written so. */
function recoded(column: CategoricalColumn, merged: ReadonlyMap<string, string>): CategoricalColumn {
  const texts = [...new Set(column.levels.map((level) => merged.get(level) ?? level))]
  const levels = Array.from(orderByCodePoint(texts), (place) => texts[place])
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const recode = column.levels.map((level) => codeOf.get(merged.get(level) ?? level)!)
  const codes = allocateCodes(column.codes.length, levels.length)
  for (let row = 0; row < codes.length; row++)
    codes[row] = column.missing?.[row] ? 0 : recode[column.codes[row]]
  return { ...column, codes, levels }
}

/** One warning for the columns whose levels were merged, with the levels. */
export function foldedWarning(columns: MergedSpellings): readonly Warning[] {
  if (columns.size === 0) return []
  const shown = [...columns].map(([name, merged]) => {
    const first = [...merged].map(([from, to]) => `${JSON.stringify(from)} is ${JSON.stringify(to)}`)
    return `${name} (${firstFew(first, mostLevels)})`
  })
  const message = `spellings merged into one level: ${firstFew(shown, mostColumns)}`
  return [{ code: 'merged-spellings', columns: [...columns.keys()], message }]
}
