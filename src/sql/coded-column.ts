import { byCodePoint, countLevels, levelNames, levelOfMissing, levelOfValue } from '#core'
import type { Coding, Level, Variable } from '#core'
import type { CountedColumn } from './cells.ts'
import type { CodeOptions, Dialect } from './dialect.ts'
import type { Tables } from './engine.ts'
import type { Relation } from './relation.ts'
import { rowKey } from './row-key.ts'

/** A column of small integers: levels, a mask, weights or parts. */
export interface CodedColumn {
  readonly name: string
  /** A typed expression over the relation; `null` if criba writes the numbers itself, row by row. */
  readonly sql: (() => string) | null
  /**
   * Whether queries over the relation evaluate the expression instead of joining a table that contains the
   * column.
   */
  readonly isInline: boolean
  /** The coding whose dictionary the expression uses, if it may need one. */
  readonly coding: () => Coding | null
  /** The tables that contain the column. */
  readonly tables: Set<CodeTable>
}

/** A table of coded columns, by their names, with the row key. */
export interface CodeTable {
  readonly name: string
  readonly columns: ReadonlySet<CodedColumn>
}

/** A coded column as queries count it. */
export function countedColumn({ name, coding }: CodedColumn): CountedColumn {
  const fitted = coding()
  return { name, levels: fitted && countLevels(fitted) }
}

/** The name of the dictionary of a coded column. */
export function dictionaryOf({ name }: CodedColumn): string {
  return `criba_levels_${name}`
}

/** A variable's coding; an unfitted one is fitted to the distinct values of the column. */
export function fittedCoding(
  coding: Coding,
  distinct: () => readonly Level[],
): Exclude<Coding, { kind: 'values' }> {
  return coding.kind === 'values' ? { kind: 'levels', levels: distinct() } : coding
}

/** A typed expression over the relation for the level of a variable, NULL if a row has none. */
export function levelExpression(
  { engine, columns }: Relation,
  { column, fill }: Variable,
  coding: Exclude<Coding, { kind: 'values' }>,
  dictionary: string,
): string {
  const { name, type, sql, whole, missing } = columns[column]
  if (coding.kind === 'cuts' && type !== 'numeric') {
    throw new TypeError(`bins of column ${name} were requested, but it is categorical`)
  }
  const levels = levelNames(coding)
  const hole = levelOfMissing(coding, levels.length)
  const filled = fill === undefined ? hole : levelOfValue(fill, coding, levels, hole)
  const orNull = (level: number) => (level === levels.length ? null : level)
  const { dialect, tables } = engine
  const values = {
    dictionary: tables ? dictionary : null,
    unseen: orNull(hole),
    missing: orNull(filled),
    hasMissing: missing > 0,
    whole,
  }
  return dialect.whole(codeOf(sql, coding, values, dialect), levels.length - 1)
}

/**
 * Up to this many levels are found by comparisons; more are looked up in a dictionary, if the engine can
 * store one.
 */
const searchedNumbers = 32
const searchedTexts = 8

/** What is known of the values to code. */
interface CodedValues extends CodeOptions {
  /** Whether values may be missing. */
  readonly hasMissing: boolean
  /** The level of missing values; `null` for no level. */
  readonly missing: number | null
}

/** Whether the levels of a coding are looked up in a dictionary, which must exist in the engine. */
export function needsDictionary(coding: Coding): coding is Coding & { kind: 'levels' } {
  if (coding.kind !== 'levels') return false
  return coding.levels.length > (coding.levels.some(isText) ? searchedTexts : searchedNumbers)
}

/** SQL for the level of an expression under a fitted coding: an integer or NULL. */
function codeOf(expression: string, coding: Coding, values: CodedValues, dialect: Dialect): string {
  const present = coding.kind === 'missingness' ? '0' : dialect.codeOf(expression, coding, values)
  if (!values.hasMissing) return present
  return `CASE WHEN ${expression} IS NULL THEN ${values.missing ?? 'NULL'} ELSE ${present} END`
}

/**
 * SQL for the level of an expression that is not NULL, by comparisons; many levels are looked up in a
 * dictionary.
 */
export function codeByComparisons(
  expression: string,
  coding: Coding,
  { dictionary, unseen }: CodeOptions,
  dialect: Dialect,
): string {
  switch (coding.kind) {
    case 'missingness':
      return '0'
    case 'cuts':
      return search(
        expression,
        coding.cuts.map((cut) => dialect.number(cut)),
        String,
      )
    case 'levels': {
      const { dictionaries } = dialect
      if (dictionary === null || !dictionaries || !needsDictionary(coding))
        return searchLevels(expression, coding.levels, dialect, unseen)
      const text = coding.levels.some(isText) ? expression : dictionaries.textOf(expression)
      const found = dictionaries.lookUp(text, dictionary)
      return unseen === null ? found : `coalesce(${found}, ${unseen})`
    }
    case 'values':
      throw new TypeError('an unfitted coding is fitted before it is applied')
  }
}

function searchLevels(
  expression: string,
  levels: readonly Level[],
  dialect: Dialect,
  unseen: number | null,
): string {
  if (levels.length === 0) return String(unseen ?? 'NULL')
  const literal = (level: Level) => (isText(level) ? dialect.text(level) : dialect.number(level))
  const places = levels.map((level, place) => ({ level, place })).sort((a, b) => byOrder(a.level, b.level))
  const bounds = places.slice(0, -1).map(({ level }) => literal(level))
  return search(expression, bounds, (below) => {
    const { level, place } = places[below]
    return `CASE WHEN ${expression} = ${literal(level)} THEN ${place} ELSE ${unseen ?? 'NULL'} END`
  })
}

/** Compares numbers by size and texts by code point, as engines do. */
function byOrder(a: Level, b: Level): number {
  return isText(a) && isText(b) ? byCodePoint(a, b) : (a as number) - (b as number)
}

/**
 * A balanced tree of comparisons; each leaf is `leaf(n)`, where n of the ascending bounds are below the
 * expression.
 */
function search(
  expression: string,
  bounds: readonly string[],
  leaf: (below: number) => string,
  from = 0,
): string {
  if (bounds.length === 0) return leaf(from)
  const middle = bounds.length >> 1
  const above = search(expression, bounds.slice(middle + 1), leaf, from + middle + 1)
  const below = search(expression, bounds.slice(0, middle), leaf, from)
  return `CASE WHEN ${expression} > ${bounds[middle]} THEN ${above} ELSE ${below} END`
}

function isText(level: Level): level is string {
  return typeof level === 'string'
}

/** The value for a row without a code. */
export const noCode = 0xffffffff

/** A column of codes as doubles, `noCode` for a row without one. */
export function codeOrNone(name: string, dialect: Dialect): string {
  return `coalesce(${dialect.double(name)}, ${dialect.number(noCode)})`
}

/** Stores integers in a table with their row key, NULL for `noCode`. */
export async function storeCodes(
  tables: Tables,
  table: string,
  names: readonly string[],
  columns: readonly Uint32Array[],
): Promise<void> {
  const codes = columns.map((column, i) => ({
    name: names[i],
    kind: 'whole' as const,
    at: (row: number) => (column[row] === noCode ? null : column[row]),
  }))
  await tables.store(table, columns[0].length, [{ name: rowKey, kind: 'whole', at: (row) => row }, ...codes])
}

/** Stores levels in the engine as a dictionary, in order, so that the position of a text can be looked up. */
export async function makeDictionary(
  tables: Tables,
  dialect: Dialect,
  name: string,
  levels: readonly Level[],
): Promise<void> {
  const dictionaries = dialect.dictionaries!
  const isText = levels.some((level) => typeof level === 'string')
  const list = `${name}_list`
  await tables.store(list, levels.length, [
    { name: 'place', kind: 'whole', at: (row) => row },
    { name: 'level', kind: isText ? 'text' : 'number', at: (row) => levels[row] },
  ])
  const level = isText ? 'level' : dictionaries.textOf('level')
  for (const statement of dictionaries.make(name, list, level)) await tables.run(statement)
  await tables.run(`DROP TABLE ${dialect.name(list)}`)
}
