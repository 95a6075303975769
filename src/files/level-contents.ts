import { blanks } from './cells/text-cells.ts'
import {
  checkLists,
  checkSplitNames,
  indicatorItems,
  indicatorName,
  rareItemsWarning,
  refuseTaken,
  signOf,
  splitLists,
} from './cells/split-lists.ts'
import { foldedWarning, foldLevels, knownOf, namesToFold, spellingsIn } from './cells/fold-levels.ts'
import type { MergedSpellings } from './cells/fold-levels.ts'
import { mergedSpellings } from './cells/level-spelling.ts'
import type { Table } from '#core'
import type { ListSigns } from './cells/split-lists.ts'
import { columnFacts, quotedText } from '#sql'
import { mergedText } from './write/reducers.ts'
import type { Relation, RelationColumn } from '#sql'
import type { FileContents } from './file-contents.ts'
import { columnsToWrite, indicatorsMade } from './options/column-choice.ts'
import type { ChosenColumns, Named } from './options/column-choice.ts'
import type { OpenOptions } from './options/open-options.ts'

/** What is done with the levels of columns, and the names of all columns of the data. */
interface LevelChoice extends Pick<ChosenColumns, 'known' | 'indicators'> {
  readonly names: readonly string[]
  readonly fold: readonly string[]
  readonly split: ListSigns
}

/**
 * The contents of a file whose spellings are merged (`foldLevels`) and whose lists are split (`split`),
 * whatever its format. Columns are written as they stand in the file, so that the same options read them
 * again; those of a query, which does not run twice, with their spellings merged.
 */
export async function withLevels(
  options: OpenOptions,
  open: (options: OpenOptions) => Promise<FileContents>,
): Promise<FileContents> {
  const { foldLevels: fold = [], split = {}, choose, types, drop } = options
  if (fold.length === 0 && Object.keys(split).length === 0) return open(options)
  let choice: LevelChoice = { names: [], fold, split }
  const remember = (names: readonly string[], areAll: boolean): ChosenColumns => {
    const chosen = choose ? choose(names, areAll) : { ...(types && { types }), ...(drop && { drop }) }
    const { known = {}, indicators = [] } = chosen
    if (areAll)
      choice = { names, fold: chosen.foldLevels ?? fold, split: chosen.split ?? split, known, indicators }
    return chosen
  }
  const contents = await open({ ...options, choose: remember })
  const made = new Map<string, readonly string[]>()
  let merged: MergedSpellings = new Map()
  const noted = <D extends Named>(read: Named, data: D): D => {
    for (const list of Object.keys(choice.split)) made.set(list, indicatorsMade(list, read, data))
    return data
  }
  const ofTable = (table: Table) => {
    if (options.sql !== undefined) merged = spellingsIn(table, choice.fold, choice.known, choice.names)
    const folded = foldLevels(table, choice.fold, choice.known, choice.names)
    return noted(table, splitLists(folded, choice.split, choice.indicators, choice.names))
  }
  const ofRelation = async (relation: Relation) => {
    const found = await foldRelation(relation, choice)
    merged = found.merged
    return noted(relation, await splitRelation(found.relation, choice))
  }
  return {
    table: async () => ofTable(await contents.table()),
    relation: async () => ofRelation(await contents.relation()),
    tableOrRelation: async () => {
      const data = await contents.tableOrRelation()
      return 'engine' in data ? ofRelation(data) : ofTable(data)
    },
    reducer: () => contents.reducer(options.sql === undefined ? undefined : merged),
    columnsOfFile: (columns) => columnsToWrite(columns, made),
  }
}

/** The relation with spellings merged by an expression of the engine. */
async function foldRelation(
  relation: Relation,
  { fold, known = {}, names }: LevelChoice,
): Promise<{ readonly relation: Relation; readonly merged: MergedSpellings }> {
  const { engine, from, columns, warnings } = relation
  const toFold = namesToFold(fold, names, columns)
  const merged = new Map<string, ReadonlyMap<string, string>>()
  const folded: RelationColumn[] = []
  for (const column of columns) {
    const spellings = toFold.has(column.name)
      ? await mergedIn(relation, column, knownOf(known, column.name))
      : null
    if (!spellings || spellings.size === 0) {
      folded.push(column)
      continue
    }
    merged.set(column.name, spellings)
    const sql = mergedText(column.sql, spellings)
    const typed = { name: column.name, type: 'categorical', sql } as const
    folded.push(...(await columnFacts(engine, { ...relation, from, columns: [typed] })))
  }
  const withWarning = { ...relation, columns: folded, warnings: [...warnings, ...foldedWarning(merged)] }
  return { relation: withWarning, merged }
}

async function mergedIn(
  { engine, from }: Relation,
  { sql }: RelationColumn,
  known: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { dialect } = engine
  const rows = await engine.rows(
    `SELECT v, ${dialect.double('count(*)')} FROM (SELECT ${sql} AS v FROM ${from}) WHERE v IS NOT NULL GROUP BY v ORDER BY v`,
  )
  const levels = rows.map(([level]) => String(level))
  return mergedSpellings(
    levels,
    rows.map(([, count]) => Number(count)),
    known,
  )
}

/** The relation with an indicator for each item of its lists. */
async function splitRelation(
  relation: Relation,
  { split, indicators, names }: LevelChoice,
): Promise<Relation> {
  checkSplitNames(split, names)
  const { engine, from, columns, warnings } = relation
  const made: RelationColumn[] = []
  const rare = new Map<string, number>()
  for (const column of columns) {
    if (!Object.hasOwn(split, column.name)) {
      made.push(column)
      continue
    }
    checkLists(column)
    const sign = signOf(split[column.name])
    const rows = await engine.rows(
      `SELECT v, ${engine.dialect.double('count(*)')} FROM (SELECT ${column.sql} AS v FROM ${from}) WHERE v IS NOT NULL GROUP BY v`,
    )
    const lists = rows.map(([list, count]) => ({ list: String(list), rows: Number(count) }))
    const found = indicatorItems(column.name, lists, sign, indicators)
    rare.set(column.name, found.rare)
    const typed = found.items.map((item) => ({
      name: indicatorName(column.name, item),
      type: 'numeric' as const,
      sql: indicatorSql(column.sql, sign, item),
    }))
    made.push(...(await columnFacts(engine, { ...relation, columns: typed })))
  }
  refuseTaken(made.map(({ name }) => name))
  return { ...relation, columns: made, warnings: [...warnings, ...rareItemsWarning(rare)] }
}

/** Whether a list has an item: between signs without blanks around them, all lists look alike. */
function indicatorSql(list: string, sign: string, item: string): string {
  const escaped = sign.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
  const around = `[${blanks}]*`
  const alike = `regexp_replace(${list}, ${quotedText(`${around}${escaped}${around}`)}, ${quotedText(sign.replaceAll('\\', '\\\\'))}, 'g')`
  const listed = `${quotedText(sign)} || trim(${alike}, ${quotedText(blanks)}) || ${quotedText(sign)}`
  return `CASE WHEN ${list} IS NOT NULL THEN CAST(contains(${listed}, ${quotedText(sign + item + sign)}) AS DOUBLE) END`
}
