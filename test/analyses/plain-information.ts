import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'

export type Cell = string | number | null
export type Columns = Readonly<Record<string, readonly Cell[]>>

/** H of the joint levels of some columns over some rows, in bits, from the definition. */
export function plainEntropy(columns: readonly (readonly Cell[])[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = new Map<string, number>()
  weights.forEach((weight, row) => {
    if (weight === 0) return
    const key = JSON.stringify(columns.map((column) => column[row]))
    counts.set(key, (counts.get(key) ?? 0) + weight)
  })
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0)
}

/** I(X;Y) of two sets of columns, in bits. */
export function plainInformation(
  x: readonly (readonly Cell[])[],
  y: readonly (readonly Cell[])[],
  weights: readonly number[],
): number {
  return plainEntropy(x, weights) + plainEntropy(y, weights) - plainEntropy([...x, ...y], weights)
}

/** The weights of the rows complete in some columns, 0 for the others. */
export function completeWeights(columns: readonly (readonly Cell[])[], weights: readonly number[]): number[] {
  return weights.map((weight, row) => (columns.every((column) => column[row] !== null) ? weight : 0))
}

const names = ['a', 'b', 'c', 'd'] as const
const cell = (levels: number) =>
  fc.option(
    fc.integer({ min: 0, max: levels - 1 }).map((level) => 'uvwz'[level]),
    { freq: 6, nil: null },
  )

/** Four columns and a target of levels with gaps, and a weight for each row, 0 included. */
export const gappyColumns: fc.Arbitrary<Columns & { readonly weight: readonly number[] }> = fc
  .array(fc.tuple(cell(2), cell(3), cell(4), cell(2), cell(3), fc.integer({ min: 0, max: 3 })), {
    minLength: 6,
    maxLength: 40,
  })
  .map((rows) => ({
    ...Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])])),
    y: rows.map((row) => row[4]),
    weight: rows.map((row) => row[5]),
  }))

/** Columns of levels; `weight` alone is of numbers. */
export function levelTable(columns: Columns): Table {
  return tableFromColumns(columns, { '*': 'categorical', ...('weight' in columns && { weight: 'numeric' }) })
}

interface Estimators {
  readonly datasets: Readonly<Record<string, { readonly columns: Columns }>>
  readonly cases: readonly Readonly<Record<string, unknown>>[]
}

/** Values made outside criba, by `test/truth/estimators.py`. */
export const estimators = JSON.parse(
  readFileSync(new URL('../truth/estimators.json', import.meta.url), 'utf8'),
) as Estimators

// 40 rows: a and b determine y except in the last rows, c copies a, d is independent.
export const a = Array.from({ length: 40 }, (_, row) => row % 2)
export const b = Array.from({ length: 40 }, (_, row) => (row >> 1) % 2)
export const columns: Columns = {
  a,
  b,
  c: a,
  d: Array.from({ length: 40 }, (_, row) => (row * 7) % 3),
  y: a.map((x, row) => (row < 36 ? x ^ b[row] : 0)),
}
export const withGap: Columns = { ...columns, b: b.map((x, row) => (row % 9 === 0 ? null : x)) }
