import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { SetScore, Table, Variable } from 'criba'
import { rank, score } from '../untyped.ts'
import type { RankSpec, ScoreSpec } from '../untyped.ts'

/** One value made outside criba; which parts a case has depends on its quantity. */
export interface EstimatorCase {
  readonly quantity: string
  readonly dataset: string
  readonly columns: readonly string[]
  readonly column: string
  readonly given: readonly string[]
  readonly x: readonly string[]
  readonly y: readonly string[]
  readonly target: string
  readonly order: readonly string[]
  readonly terms: readonly number[]
  readonly estimator: string
  readonly metric: 'euclidean' | 'manhattan' | 'chebyshev'
  readonly k: number
  readonly scale: 'standard' | 'minmax' | 'none'
  readonly ties: 'share' | 'first'
  readonly targetAs: 'value' | 'rank'
  readonly rule: string
  readonly bins: number
  readonly width: number
  readonly closed: 'left' | 'right' | 'either'
  readonly levels?: readonly {
    readonly level: readonly (number | string)[]
    readonly rows: number
    readonly weight: number
    readonly value: number
  }[]
  readonly kernel: 'gaussian' | 'box'
  readonly bandwidth: string | number
  readonly ddof: number
  readonly edge?: number
  readonly leaveOneOut?: boolean
  readonly cutsX: readonly number[]
  readonly cutsY: readonly number[]
  readonly rows: number
  readonly zeroDistances: number
  readonly tiedRows: number
  readonly inUnits: number
  readonly inUnitsFactor: number
  readonly slope: number
  readonly gammas?: readonly number[]
  readonly deltas?: readonly number[]
  readonly fragile?: true
  readonly value: number
}

/** The same with several numbers for its value. */
export type ManyValues<V> = Omit<EstimatorCase, 'value'> & { readonly value: V }

type Columns = Readonly<Record<string, readonly (number | string)[]>>

const truth = JSON.parse(readFileSync(new URL('estimators.json', import.meta.url), 'utf8')) as {
  readonly datasets: Readonly<Record<string, { readonly columns: Columns }>>
  readonly cases: readonly EstimatorCase[]
}

/** Values computed by `estimators.py`; its notes say by which definitions. */
export const estimatorCases = truth.cases

const tables = new Map<string, Table>()

/** A data set as a table. */
export function tableNamed(dataset: string): Table {
  let table = tables.get(dataset)
  if (!table) tables.set(dataset, (table = tableFromColumns(truth.datasets[dataset].columns)))
  return table
}

/** The cells of a column. */
export function cellsOf(dataset: string, column: string): readonly (number | string)[] {
  return truth.datasets[dataset].columns[column]
}

/** The numbers of a column, as a request names them. */
export function numbersOf(dataset: string, column: string): Variable {
  return { column: Object.keys(truth.datasets[dataset].columns).indexOf(column), coding: null }
}

/** A data set with some columns twice, the second under the name given. */
export function tableWithCopies(dataset: string, copies: Readonly<Record<string, string>>): Table {
  const { columns } = truth.datasets[dataset]
  const more = Object.entries(copies).map(([name, of]) => [name, columns[of]] as const)
  return tableFromColumns([...Object.entries(columns), ...more])
}

/** A data set in other units: the numbers of each column times the factor of its name, or that of `*`, as whole numbers. */
export function tableTimes(dataset: string, factors: Readonly<Record<string, number>>): Table {
  if (factors['*'] === 1) return tableNamed(dataset)
  const { columns } = truth.datasets[dataset]
  const times = Object.entries(columns).map(([name, cells]) => {
    const factor = factors[name] ?? factors['*']
    if (factor === undefined) return [name, cells] as const
    return [name, cells.map((cell) => (typeof cell === 'number' ? Math.round(cell * factor) : cell))] as const
  })
  return tableFromColumns(times)
}

/** What one criterion says of a set. */
export async function scoreSet(table: Table, by: string, spec: ScoreSpec): Promise<SetScore> {
  return (await score(table, { ...spec, by: [by] })).scores[0]
}

/** What one ranker says of a column. */
export async function scoreColumn(table: Table, by: string, column: string, spec: RankSpec): Promise<number> {
  const { rankings } = await rank(table, { ...spec, by: [by] })
  return rankings[0].scores.find(({ feature }) => feature === column)!.score!
}
