import { byCodePoint } from '../../spec/names.ts'
import { refuseLargeTable } from '../../statistics/counts.ts'
import { limits } from '../../statistics/request.ts'
import type { Level } from '../../statistics/variable.ts'
import { needsDictionary } from '../sql/codes.ts'
import { chunksOf } from './answer-counts.ts'
import type { Batch } from './batch.ts'
import type { CodedColumn } from './coded-column.ts'
import { dictionaryOf } from './coded-column.ts'
import type { CodedColumns, Play } from './coded-columns.ts'
import { deal, dealingQuery } from './dealing.ts'
import type { Engine } from './engine.ts'
import { makeDictionary } from './load.ts'
import { divide, divisionQuery, sampleQuery, tableOf } from './sampled.ts'
import type { Divided, Sampled } from './sampled.ts'
import { checkWeights, distinctQuery, weightQuery } from './weights.ts'

/** So many columns at most are coded in one pass over the relation. */
const columnsAPass = 200

/** One statement that makes something the queries of a batch need. */
export interface Preparation {
  readonly sql: () => string
  run(): Promise<void>
}

/** What a batch needs and the engine does not hold yet, in the order it must be made. */
export function preparations(batch: Batch, coded: CodedColumns): readonly Preparation[] {
  const { relation } = coded
  const { engine } = relation
  const lacking = [...batch.columns].filter(({ table }) => table === null)
  return [
    ...[...batch.distinct]
      .filter((column) => !coded.distinct.has(column))
      .map((column) => ({
        sql: () => distinctQuery(relation, column),
        run: async () => void coded.distinct.set(column, await distinctValues(coded, column)),
      })),
    ...[...batch.weights]
      .filter((column) => !coded.weights.has(column))
      .map((column) => ({
        sql: () => weightQuery(relation, column),
        run: async () => void coded.weights.set(column, await checkWeights(engine, relation, column)),
      })),
    ...chunksOf(lacking, columnsAPass).map((columns) => ({
      sql: () => codingQuery(relation.from, 'codes', columns),
      run: () => code(engine, relation.from, columns),
    })),
    ...sampling(batch, coded),
    ...[...batch.dealings.values()].map((dealing) => ({
      sql: () => dealingQuery(dealing, coded),
      run: () => deal(dealing, coded),
    })),
  ]
}

/** Divisions into folds, and the samples that are taken of them. */
function sampling(
  { samples, relation }: Batch,
  { relation: { engine } }: CodedColumns,
): readonly Preparation[] {
  const divided = new Set<Divided>()
  return [...samples].flatMap(([play, sampled]) => {
    const { divided: of } = sampled
    const isDivided = of.table !== null || divided.has(of)
    divided.add(of)
    const dividing = {
      sql: () => divisionQuery(of, relation),
      run: () => divide(of, relation),
    }
    const taking = {
      sql: () => sampleQuery(play, sampled),
      run: () => take(engine, play, sampled),
    }
    return [...(isDivided ? [] : [dividing]), ...(play.table === null ? [taking] : [])]
  })
}

async function take(engine: Engine, play: Play, sampled: Sampled): Promise<void> {
  await engine.rows(sampleQuery(play, sampled))
  play.table = tableOf(play)
}

/** Makes coded columns: one pass over the relation for all of them. */
async function code(engine: Engine, from: string, columns: readonly CodedColumn[]): Promise<void> {
  for (const column of columns) {
    const coding = column.coding()
    if (coding && needsDictionary(coding)) await makeDictionary(engine, dictionaryOf(column), coding.levels)
  }
  const table = `criba_codes_${columns[0].name}`
  await engine.rows(codingQuery(from, table, columns))
  for (const column of columns) column.table = table
}

function codingQuery(from: string, table: string, columns: readonly CodedColumn[]): string {
  return `CREATE TABLE ${table} AS SELECT ${columns.map(({ name, sql }) => `${sql()} AS ${name}`).join(', ')} FROM ${from}`
}

/** The distinct values of a column in canonical order: numbers ascending, texts by code point. */
async function distinctValues({ relation }: CodedColumns, column: number): Promise<readonly Level[]> {
  const { engine, from, columns } = relation
  const found: Level[] = []
  for await (const chunk of engine.chunks(distinctQuery(relation, column))) {
    for (const value of chunk.getColumnValues(0)) found.push(value as Level)
  }
  const { name, sql, type } = columns[column]
  if (found.length > limits.cells) {
    const [[cells]] = await engine.rows(`SELECT count(DISTINCT ${sql})::DOUBLE FROM ${from}`)
    refuseLargeTable(cells as number, [name])
  }
  return type === 'numeric'
    ? (found as number[]).sort((a, b) => a - b)
    : (found as string[]).sort(byCodePoint)
}
