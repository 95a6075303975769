import { readTable } from '../../src/node.ts'
import { CribaError } from '../../src/index.ts'
import { randomState } from '../random-state.ts'
import type { ExampleData } from './example-data.ts'

/** The wines: eleven measurements and the quality, with the rows that the thesis trained and tested on. */
export interface Wines extends ExampleData {
  readonly names: readonly string[]
  readonly train: readonly number[]
  readonly test: readonly number[]
}

const measurements = 11

/**
 * Reads the wines of Cortez et al. (2009), whose last column is the quality. The split is that of
 * scikit-learn's `train_test_split(test_size=0.2, random_state=13)`, in its order.
 */
export async function readWines(path: string): Promise<Wines> {
  const { rows, columns } = await readTable(path)
  if (columns.length !== measurements + 1) {
    throw new CribaError(
      'unsuitable',
      `unsuitable data: ${path} has ${columns.length} columns (needs the wines' ${measurements}, and their quality as the last)`,
    )
  }
  const numbers = columns.map((column) => {
    if (column.type !== 'numeric' || column.missing) {
      throw new CribaError(
        'unsuitable',
        `unsuitable column ${column.name}: the wines are numbers, none missing`,
      )
    }
    return Array.from(column.values)
  })
  const order = randomState(13).permutation(rows)
  const tested = Math.ceil(0.2 * rows)
  return {
    names: columns.slice(0, -1).map(({ name }) => name),
    columns: numbers.slice(0, -1),
    target: numbers[measurements],
    train: order.slice(tested),
    test: order.slice(0, tested),
  }
}

/** Columns and target less their means, divided by their standard deviations, both over some rows. */
export function standardised({ columns, target }: ExampleData, over?: readonly number[]): ExampleData {
  const scaled = (values: readonly number[]) => {
    const [mean, deviation] = spreadOf(over ? over.map((row) => values[row]) : values)
    return values.map((value) => (value - mean) / deviation)
  }
  return { columns: columns.map(scaled), target: scaled(target) }
}

/** Mean and population standard deviation. */
export function spreadOf(values: readonly number[]): readonly [mean: number, deviation: number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return [mean, Math.sqrt(squares / values.length)]
}

/** Some rows of the data. */
export function rowsOf({ columns, target }: ExampleData, rows: readonly number[]): ExampleData {
  const pick = (values: readonly number[]) => rows.map((row) => values[row])
  return { columns: columns.map(pick), target: pick(target) }
}
