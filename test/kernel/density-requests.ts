// Densities asked of a table in memory, and columns to ask them of.
import { MemorySource, tableFromColumns } from 'criba'
import type { Answers, Family, Request, Table, Variable } from 'criba'
import { densityInformation } from '../../dist/src/neighbours/density-estimates.js'
import { randomNumbers } from '../parity/tables.ts'

export type DensityRequest = Extract<Request, { kind: 'density' }>
type Density = Answers<[DensityRequest]>[0]
export type Columns = Readonly<Record<string, readonly (number | null)[]>>
export type Asked = Pick<DensityRequest, 'kernel' | 'bandwidth'>

export const scott: Asked = { kernel: 'gaussian', bandwidth: 'scott' }

function variablesOf(table: Table, names: readonly string[]): readonly Variable[] {
  return names.map((name) => ({
    column: table.columns.findIndex((column) => column.name === name),
    coding: null,
  }))
}

export function requestOf(
  table: Table,
  sets: readonly (readonly string[])[],
  others: readonly string[],
  asked: Asked,
) {
  const all = new Map(table.columns.map(({ name }) => [name, variablesOf(table, [name])[0]]))
  const family: Family = { list: sets.map((set) => set.map((name) => all.get(name)!)) }
  const request = { kind: 'density', family, with: others.map((name) => all.get(name)!), view: {}, ...asked }
  return request as DensityRequest
}

export async function densityOf(
  columns: Columns,
  sets: readonly (readonly string[])[],
  others: readonly string[],
  asked: Asked = scott,
  threads = 1,
): Promise<Density> {
  const table = tableFromColumns(Object.entries(columns))
  const [answer] = await new MemorySource(table).answer([requestOf(table, sets, others, asked)], { threads })
  return answer
}

export async function informationOf(columns: Columns, asked: Asked = scott): Promise<number> {
  return densityInformation(await densityOf(columns, [['x']], ['y'], asked), 0)
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
