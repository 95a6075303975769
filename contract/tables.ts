import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { tableFromColumns } from '../src/index.ts'
import type { Table } from '../src/index.ts'

/** Columns by name: numbers and texts; null where a value is missing. */
export type Columns = Readonly<Record<string, readonly (number | string | null)[]>>

/** What columns and target a table has. */
export interface Kind {
  readonly features: 'numeric' | 'categorical'
  readonly target: 'classes' | 'numbers' | 'several' | 'none'
}

const rows = 60

/** Six columns: `a` and `b` tell of the target, `c` repeats `a` in part, the others are noise. */
export function columnsOf({ features, target }: Kind, seed: number): Columns {
  const generator = xoroshiro128plus(seed)
  const uniform = () => uniformFloat64(generator)
  const draw = () => Array.from({ length: rows }, () => Math.round(1000 * uniform()) / 1000)
  const [a, b, d, e, f, noise] = Array.from({ length: 6 }, draw)
  const c = a.map((value, row) => (row % 3 === 0 ? noise[row] : value))
  const sum = a.map((value, row) => 2 * value + b[row] + noise[row] / 4)
  const made = { a, b, c, d, e, f }
  const shown = Object.entries(made).map(([name, values]) => [
    name,
    features === 'numeric' ? values : values.map((value) => 'pqr'[Math.floor(3 * value)]),
  ])
  const y = target === 'classes' ? sum.map((value) => (value > 1.6 ? 'yes' : 'no')) : sum
  const z = b.map((value, row) => value - noise[row])
  return {
    ...Object.fromEntries(shown),
    ...(target !== 'none' && { y }),
    ...(target === 'several' && { z }),
  } as Columns
}

export function tableOf(columns: Columns): Table {
  return tableFromColumns(columns)
}

/** The rows in another order. */
export function reordered(columns: Columns): Columns {
  return mapColumns(columns, (values) => values.map((_, row) => values[(row * 37 + 11) % values.length]))
}

/** Each row as often as its weight says, and the weights. */
export function repeated(columns: Columns): { readonly rows: Columns; readonly weights: readonly number[] } {
  const weights = Array.from({ length: rows }, (_, row) => 1 + (row % 3))
  const repeat = <T>(values: readonly T[]) =>
    values.flatMap((value, row) => new Array<T>(weights[row]).fill(value))
  return { rows: mapColumns(columns, repeat), weights }
}

/** The columns in reverse order. */
export function reversed(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).reverse())
}

/** Some values of the first two columns are missing. */
export function withGaps(columns: Columns): Columns {
  const gaps = (name: string, row: number) =>
    (name === 'a' && row % 7 === 0) || (name === 'b' && row % 5 === 0)
  const changed = Object.entries(columns).map(([name, values]) => [
    name,
    values.map((value, row) => (gaps(name, row) ? null : value)),
  ])
  return Object.fromEntries(changed) as Columns
}

function mapColumns(columns: Columns, change: (values: Columns[string]) => Columns[string]): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, change(values)]))
}
