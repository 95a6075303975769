// Requests for densities of a table in memory, and columns for them.
import { MemorySource, tableFromColumns } from 'criba'
import type { Answers, Family, Request, Table, Variable } from 'criba'
import { densityInformation } from '../../dist/src/methods/criteria/families/neighbour-estimates.js'
import { randomNumbers } from '../parity/tables.ts'

export type DensityRequest = Extract<Request, { kind: 'density' }>
type Density = Answers<[DensityRequest]>[0]
export type Columns = Readonly<Record<string, readonly (number | null)[]>>
export type DensityOptions = Pick<DensityRequest, 'kernel' | 'bandwidth'>

export const scott: DensityOptions = { kernel: 'gaussian', bandwidth: 'scott' }

function variablesOf(table: Table, names: readonly string[]): readonly Variable[] {
  return names.map((name) => ({
    column: table.columns.findIndex((column) => column.name === name),
    coding: null,
  }))
}

export function makeDensityRequest(
  table: Table,
  sets: readonly (readonly string[])[],
  others: readonly string[],
  options: DensityOptions,
) {
  const all = new Map(table.columns.map(({ name }) => [name, variablesOf(table, [name])[0]]))
  const family: Family = { list: sets.map((set) => set.map((name) => all.get(name)!)) }
  const request = {
    kind: 'density',
    family,
    with: others.map((name) => all.get(name)!),
    view: {},
    ...options,
  }
  return request as DensityRequest
}

export async function answerDensity(
  columns: Columns,
  sets: readonly (readonly string[])[],
  others: readonly string[],
  options: DensityOptions = scott,
  threads = 1,
): Promise<Density> {
  const table = tableFromColumns(Object.entries(columns))
  const [answer] = await new MemorySource(table).answer([makeDensityRequest(table, sets, others, options)], {
    threads,
  })
  return answer
}

export async function answerInformation(columns: Columns, options: DensityOptions = scott): Promise<number> {
  return densityInformation(await answerDensity(columns, [['x']], ['y'], options), 0)
}

/** Two normal columns with a correlation, by Box and Muller. */
export function gaussians(rows: number, correlation: number, seed = 1): { x: number[]; y: number[] } {
  const random = randomNumbers(seed)
  const x: number[] = []
  const y: number[] = []
  for (let row = 0; row < rows; row++) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    const a = radius * Math.cos(angle)
    x.push(a)
    y.push(correlation * a + Math.sqrt(1 - correlation ** 2) * radius * Math.sin(angle))
  }
  return { x, y }
}
