import { CribaError, tableFromColumns } from '../../src/index.ts'
import type { Table } from '../../src/index.ts'
import { checkMatrix, checkNumbers, checkObject, checkWhole } from '../given.ts'
import { randomState } from '../random-state.ts'
import type { RandomState } from '../random-state.ts'
import { functions } from './functions.ts'
import type { FunctionName, TargetFunction } from './functions.ts'

/** Noise added to the target: one draw for each row, times its share; or a constant, ½ times its share. */
export interface Noise {
  readonly distribution: 'uniform' | 'normal' | 'constant'
  readonly share: number
  /** Of the normal distribution, whose mean is ½. */
  readonly deviation?: number
}

/** Columns of numbers drawn from [0, 1), and the target. */
export interface ExampleData {
  readonly columns: readonly (readonly number[])[]
  readonly target: readonly number[]
}

/** The seed of all examples of the thesis. */
const ofThesis = 13

/** How much data, and from which seed. */
interface DataSize {
  readonly width: number
  readonly rows: number
  readonly noise?: Noise | undefined
  readonly seed?: number
}

/**
 * The data of an example: the columns that the function may read, drawn row by row; then the noise of each
 * row; then each further column up to `width`, all from `RandomState` of NumPy, seeded by 13.
 */
export function exampleData(of: FunctionName, size: DataSize): ExampleData {
  checkObject('size', size)
  const { width, rows, noise, seed = ofThesis } = size
  checkWhole('width', width, 0)
  checkWhole('rows', rows, 0)
  if (noise !== undefined) checkNoise(noise)
  if (!Object.keys(functions).includes(of))
    throw new CribaError('unknown', `unknown function: ${typeof of === 'string' ? of : typeof of}`)
  const state = randomState(seed)
  const { drawn, value }: TargetFunction = functions[of]
  const first = Array.from({ length: rows }, () => Array.from({ length: drawn }, state.uniform))
  const target = first.map((row) => {
    return noise ? value(row) + drawNoise(noise, state) * noise.share : value(row)
  })
  const further = Array.from({ length: Math.max(0, width - drawn) }, () =>
    Array.from({ length: rows }, state.uniform),
  )
  const columns = [...Array.from({ length: drawn }, (_, i) => first.map((row) => row[i])), ...further]
  return { columns, target }
}

function checkNoise(noise: Noise): void {
  checkObject('noise', noise)
  if (!['uniform', 'normal', 'constant'].includes(noise.distribution))
    throw new CribaError('invalid', 'invalid distribution of noise (needs uniform, normal or constant)')
  checkNumbers('noise', [noise.share, noise.deviation ?? 0])
}

function drawNoise({ distribution, deviation = 0.1 }: Noise, state: RandomState): number {
  if (distribution === 'constant') return 0.5
  return distribution === 'uniform' ? state.uniform() : state.normal(0.5, deviation)
}

/** The first columns of an example as a table, named x0, x1, …, with the target y. */
export function exampleTable(data: ExampleData, width = Infinity): Table {
  checkExample(data)
  const { columns, target } = data
  if (width !== Infinity) checkWhole('width', width, 0)
  return tableFromColumns({
    ...Object.fromEntries(columns.slice(0, width).map((values, i) => [nameOf(i), values])),
    y: target,
  })
}

/** Refuses what is no data of an example. */
export function checkExample(data: ExampleData): void {
  checkObject('data', data)
  checkMatrix('columns', data.columns)
  checkNumbers('target', data.target)
}

/** The name of a column by its number. */
export const nameOf = (column: number): string => `x${column}`
