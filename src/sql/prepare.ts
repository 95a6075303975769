import { byCodePoint, limits, refuseLargeTable } from '#core'
import type { Level } from '#core'
import type { SqlBatch } from './batch.ts'
import { dictionaryOf, makeDictionary, needsDictionary } from './coded-column.ts'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import type { SqlCodedColumns } from './coded-columns.ts'
import { oneRow } from './engine.ts'
import { commonTable, fromTables } from './from.ts'
import { partsQuery, storeParts } from './part-column.ts'
import type { PartColumn } from './part-column.ts'
import { permuteCodes, permutingQuery } from './permuted-codes.ts'
import type { PermutedCodes } from './permuted-codes.ts'
import type { Relation } from './relation.ts'
import { inspectWeights, weightQuery } from './row-filter.ts'
import { rowKey } from './row-key.ts'
import { splitList } from './slices.ts'

/** A step before the queries of a batch, such as a table they need. */
interface Preparation {
  /** The query it runs; `null` if it runs none. */
  readonly sql: (() => string) | null
  run(): Promise<void>
}

/** The steps that create what a batch needs and the engine does not have yet, in order. */
export function preparations(batch: SqlBatch, coded: SqlCodedColumns): readonly Preparation[] {
  const { relation } = coded
  const { coding, permuted, merged } = planTables(batch)
  return [
    ...[...batch.distinct]
      .filter((column) => !coded.distinct.has(column))
      .map((column) => ({
        sql: () => distinctValuesQuery(relation, column),
        run: async () => void coded.distinct.set(column, await distinctValues(coded, column)),
      })),
    ...[...batch.weights.values()]
      .filter(({ key }) => !coded.weights.has(key))
      .map((weights) => ({
        sql: () => weightQuery(relation, weights),
        run: async () => void coded.weights.set(weights.key, await inspectWeights(relation, weights)),
      })),
    { sql: null, run: () => makeDictionaries(batch, coding, coded) },
    ...coding.map((pass) => ({
      sql: () => codingQuery(pass, coded),
      run: () => createTable(pass, () => coded.relation.engine.rows(codingQuery(pass, coded))),
    })),
    ...[...batch.parts]
      .filter(({ tables }) => tables.size === 0)
      .map((column) => ({
        sql: () => partsQuery(column, relation),
        run: () => partTable(column, coded),
      })),
    ...permuted.map(({ codes, table }) => ({
      sql: () => permutingQuery(codes, relation),
      run: () => createTable(table, () => permuteCodes(codes, relation, table.name)),
    })),
    ...merged.map((table) => ({
      sql: () => mergingQuery(table, batch),
      run: () => createTable(table, () => coded.relation.engine.rows(mergingQuery(table, batch))),
    })),
    { sql: null, run: () => dropReplaced(merged, batch) },
  ]
}

/** The most columns coded in one pass over the relation. */
const columnsPerPass = 200
/**
 * The most columns of other passes that a pass codes again, because they are counted with its own, to avoid a
 * join.
 */
const mostRecoded = 32

/** The tables that a batch makes, in the order in which they are made. */
interface PlannedTables {
  /** Tables that are each coded in one pass over the relation. */
  readonly coding: readonly CodeTable[]
  readonly permuted: readonly { readonly codes: PermutedCodes; readonly table: CodeTable }[]
  /** Tables joined from others. */
  readonly merged: readonly CodeTable[]
}

/**
 * Plans tables such that one contains all columns that are counted together, so that counting queries need no
 * join.
 */
function planTables(batch: SqlBatch): PlannedTables {
  const { sets, columns, permuted, parts } = batch
  const planned = new Map<CodedColumn, readonly CodeTable[]>()
  const tablesOf = (column: CodedColumn) => planned.get(column) ?? [...column.tables]
  const plan = (table: CodeTable) => {
    for (const column of table.columns) planned.set(column, [...tablesOf(column), table])
    return table
  }
  const stored = new Set([...sets.flat(), ...[...columns].filter(({ isInline }) => !isInline)])
  const lacking = [...stored].filter(({ tables, sql }) => sql !== null && tables.size === 0)
  const coding = codingPasses(lacking, sets).map(plan)
  for (const column of parts) if (column.tables.size === 0) plan({ name: '', columns: new Set([column]) })
  const permutedTables = [...permuted.values()].map((codes) => {
    const columns = [...codes.columns.values()]
    const table = plan({ name: `criba_permuted_${columns[0].name}`, columns: new Set(columns) })
    return { codes, table }
  })
  const spread = sets.filter((set) => !commonTable(set, tablesOf))
  const temporary = batch.temporary()
  const merged = groupsOf(spread).map((group): CodeTable => {
    const isTemporary = group.some((column) => temporary.has(column))
    const whole = group.flatMap((column) => [...(tablesOf(column)[0]?.columns ?? [])])
    // Later sets will need the same tables, so permanent tables are merged with all their columns.
    return { name: `criba_merged_${batch.newName()}`, columns: new Set(isTemporary ? group : whole) }
  })
  return { coding, permuted: permutedTables, merged }
}

/**
 * Splits the columns to code into passes; a pass also codes again the few columns that its own are counted
 * with.
 */
function codingPasses(
  lacking: readonly CodedColumn[],
  sets: readonly (readonly CodedColumn[])[],
): readonly CodeTable[] {
  if (lacking.length === 0) return []
  const together = new Map<CodedColumn, Set<CodedColumn>>()
  for (const set of sets) {
    for (const column of set) {
      const others = together.get(column) ?? new Set()
      together.set(column, others)
      for (const other of set) others.add(other)
    }
  }
  return [...splitList(lacking, columnsPerPass)].map((pass) => {
    const own = new Set(pass)
    const beside = new Set(pass.flatMap((column) => [...(together.get(column) ?? [])]))
    const again = [...beside].filter((column) => column.sql !== null && !own.has(column))
    const columns = new Set([...pass, ...(again.length <= mostRecoded ? again : [])])
    return { name: `criba_codes_${pass[0].name}`, columns }
  })
}

/** Groups of columns: sets that share columns are joined. */
function groupsOf(sets: readonly (readonly CodedColumn[])[]): readonly (readonly CodedColumn[])[] {
  const groupOf = new Map<CodedColumn, Set<CodedColumn>>()
  for (const set of sets) {
    const groups = new Set(set.flatMap((column) => groupOf.get(column) ?? []))
    const [largest = new Set<CodedColumn>()] = [...groups].sort((a, b) => b.size - a.size)
    for (const column of [
      ...[...groups].filter((group) => group !== largest).flatMap((group) => [...group]),
      ...set,
    ]) {
      largest.add(column)
      groupOf.set(column, largest)
    }
  }
  return [...new Set(groupOf.values())].map((group) => [...group])
}

/** Drops the temporary tables of a batch. */
export async function dropTemporary(batch: SqlBatch): Promise<void> {
  const tables = [...batch.temporary()].flatMap(({ tables }) => [...tables])
  for (const table of new Set(tables)) await drop(table, batch)
}

/** Drops tables that a merged table replaces. */
async function dropReplaced(merged: readonly CodeTable[], batch: SqlBatch): Promise<void> {
  const temporary = batch.temporary()
  for (const table of merged) {
    if ([...table.columns].some((column) => temporary.has(column))) continue
    // Another merged table of the same columns may have replaced it already.
    if (![...table.columns].every(({ tables }) => tables.has(table))) continue
    for (const other of new Set([...table.columns].flatMap(({ tables }) => [...tables]))) {
      if (other !== table && [...other.columns].every((column) => table.columns.has(column))) {
        await drop(other, batch)
      }
    }
  }
}

async function drop(table: CodeTable, { relation }: SqlBatch): Promise<void> {
  for (const column of table.columns) column.tables.delete(table)
  await relation.engine.tables!.run(`DROP TABLE ${table.name}`)
}

async function createTable(table: CodeTable, create: () => Promise<unknown>): Promise<void> {
  await create()
  for (const column of table.columns) column.tables.add(table)
}

async function partTable(column: PartColumn, { relation }: SqlCodedColumns): Promise<void> {
  const table = { name: `criba_parts_${column.name}`, columns: new Set([column]) }
  await createTable(table, () => storeParts(column, relation, table.name))
}

async function makeDictionaries(
  { columns }: SqlBatch,
  passes: readonly CodeTable[],
  { dictionaries, relation: { engine } }: SqlCodedColumns,
): Promise<void> {
  if (!engine.tables) return
  const needed = new Set([...columns, ...passes.flatMap((pass) => [...pass.columns])])
  for (const column of needed) {
    const coding = dictionaries.has(column) ? null : column.coding()
    if (!coding || !needsDictionary(coding)) continue
    await makeDictionary(engine.tables, engine.dialect, dictionaryOf(column), coding.levels)
    dictionaries.add(column)
  }
}

/**
 * SQL that codes many columns in one pass over the relation; an interrupted batch may have left the table.
 */
function codingQuery({ name, columns }: CodeTable, { relation }: SqlCodedColumns): string {
  const codes = [...columns].map((column) => `${column.sql!()} AS ${column.name}`)
  const key = `${relation.key} AS ${rowKey}`
  return `CREATE OR REPLACE TABLE ${name} AS SELECT ${[key, ...codes].join(', ')} FROM ${relation.from}`
}

/** SQL that joins several tables by the row key, sorted by row if sums depend on the order. */
function mergingQuery({ name, columns }: CodeTable, batch: SqlBatch): string {
  const order = batch.anyFractional() ? ` ORDER BY ${rowKey}` : ''
  return `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM ${fromTables([...columns])}${order}`
}

/** Fetches the distinct values of a column in canonical order: numbers ascending, texts by code point. */
async function distinctValues({ relation }: SqlCodedColumns, column: number): Promise<readonly Level[]> {
  const { engine, from, columns } = relation
  const found: Level[] = []
  for await (const block of engine.blocks(distinctValuesQuery(relation, column))) {
    for (let row = 0; row < block.rows; row++) found.push(block.value(0, row) as Level)
  }
  const { name, sql, type } = columns[column]
  if (found.length > limits.cells) {
    const count = engine.dialect.double(`count(DISTINCT ${sql})`)
    const [cells] = await oneRow(engine, `SELECT ${count} FROM ${from}`, 1)
    refuseLargeTable(cells as number, [name])
  }
  return type === 'numeric'
    ? (found as number[]).sort((a, b) => a - b)
    : (found as string[]).sort(byCodePoint)
}

/** SQL for the distinct values of a column, at most one more than a table may have. */
function distinctValuesQuery({ from, columns }: Relation, column: number): string {
  const { sql } = columns[column]
  return `SELECT DISTINCT ${sql} FROM ${from} WHERE ${sql} IS NOT NULL LIMIT ${limits.cells + 1}`
}
