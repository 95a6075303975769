import { foldOfRows } from '../../statistics/folds.ts'
import { permutedRows } from '../../statistics/permutation.ts'
import type { Division, Permutation, Sample } from '../../statistics/view.ts'
import type { CodedColumn } from './coded-column.ts'
import type { Play } from './coded-columns.ts'
import { dealtRows } from './dealing.ts'
import { fromCodes } from './from.ts'
import { loadCodes, noCode } from './load.ts'
import type { Engine } from './engine.ts'
import type { Relation } from './relation.ts'

/** The rows of a view dealt into folds: a column that says which fold each row in play belongs to. */
export interface Divided {
  readonly name: string
  readonly division: Division
  readonly play: Play | null
  readonly strata: CodedColumn | null
  /** How the strata themselves are dealt out anew, if they are. */
  readonly deal: Deal | null
  /** The table that holds the column, once it is made. */
  table: string | null
}

/** A permutation, and the rows it deals among: those in play there that have a value. */
export interface Deal {
  readonly permutation: Permutation
  readonly play: Play | null
  readonly presence: CodedColumn | null
}

/** Which rows of a division a play is. */
export interface Sampled extends Pick<Sample, 'fold' | 'part'> {
  readonly divided: Divided
  /** How much each row counts before that. */
  readonly own: Play | null
}

/** How much each row counts in a fold, or outside it. */
export function playOfSample(name: string, sampled: Sampled): Play {
  const { divided, fold, part, own } = sampled
  const isIn = `${divided.name} ${part === 'test' ? '=' : '<>'} ${fold}`
  // A row out of play has no fold.
  const sql = () => `CASE WHEN ${isIn} THEN ${own?.name ?? '1::UTINYINT'} ELSE 0::UTINYINT END`
  return { name, sql, coding: () => null, table: null, weights: own?.weights, sampled }
}

/** The coded columns that a division looks at. */
export function columnsOf({ play, strata, deal }: Divided): readonly CodedColumn[] {
  return [play, strata, deal?.play, deal?.presence].filter(
    (column) => column !== null && column !== undefined,
  )
}

/** The weight of each row, its stratum, and the weight of the rows among which strata are dealt out. */
export function divisionQuery(divided: Divided, { from }: Relation): string {
  const { play, strata, deal } = divided
  const stratum = strata ? `coalesce(${strata.name}::BIGINT, ${noCode})::UINTEGER` : '0::UINTEGER'
  const selected = [dealtRows({ play, presence: null }), stratum, deal ? dealtRows(deal) : '0::DOUBLE']
  const columns = columnsOf(divided)
  return `SELECT ${selected.join(', ')} FROM ${columns.length > 0 ? fromCodes(columns) : from}`
}

/** Deals the rows into folds, and puts their numbers into the engine. */
export async function divide(divided: Divided, relation: Relation): Promise<void> {
  const { engine, rows, columns } = relation
  const { division, deal } = divided
  const given = new Int32Array(rows)
  const dealt = new Int32Array(rows)
  const strata = new Uint32Array(rows)
  const found = { given: 0, dealt: 0 }
  let row = 0
  for await (const chunk of engine.chunks(divisionQuery(divided, relation))) {
    const [weights, , dealing] = [0, 1, 2].map((column) => chunk.getColumnValues(column) as number[])
    strata.set(chunk.getColumnValues(1) as number[], row)
    weights.forEach((weight, i) => {
      if (weight > 0) given[found.given++] = row + i
      if (dealing[i] > 0) dealt[found.dealt++] = row + i
    })
    row += weights.length
  }
  const from =
    deal &&
    permutedRows(
      deal.permutation,
      columns[deal.permutation.column].name,
      rows,
      dealt.subarray(0, found.dealt),
    )
  const seen = from ? Uint32Array.from(from, (at) => strata[at]) : strata
  const folds = foldOfRows(division, rows, given.subarray(0, found.given), divided.strata ? seen : null)
  const codes = Uint32Array.from(folds, (fold) => (fold === division.folds ? noCode : fold))
  const table = `criba_folds_${divided.name}`
  await loadCodes(engine, table, [divided.name], [codes])
  divided.table = table
}

/** Makes the column of a sample. */
export function sampleQuery(play: Play, { divided: { name, table }, own }: Sampled): string {
  const from = fromCodes([{ ...play, name, table }, ...(own ? [own] : [])])
  return `CREATE OR REPLACE TABLE ${tableOf(play)} AS SELECT ${play.sql()} AS ${play.name} FROM ${from}`
}

export function tableOf({ name }: Play): string {
  return `criba_sample_${name}`
}

/** Drops the samples of a batch whose strata were dealt out anew for it. */
export async function dropDivided(samples: ReadonlyMap<Play, Sampled>, engine: Engine): Promise<void> {
  for (const [play, { divided }] of samples) {
    if (!divided.deal) continue
    for (const made of [play, divided]) {
      if (made.table !== null) await engine.run(`DROP TABLE ${made.table}`)
      made.table = null
    }
  }
}
