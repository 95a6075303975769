import { strataOf } from '../../dist/src/methods/measures/strata.js'

export type Tables = readonly (readonly (readonly number[])[])[]

export const count = (cells: readonly number[]) => cells.reduce((sum, one) => sum + one, 0)

/** Strata of equal size, each an array of rows of counts. */
export function strata(tables: Tables) {
  const levelsOf = (length: number) => Array.from({ length }, (_, i) => i)
  const levels = [levelsOf(tables.length), levelsOf(tables[0].length), levelsOf(tables[0][0].length)]
  return strataOf({ levels, cells: Float64Array.from(tables.flat(2)) })
}

export function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}

/** Every way to part so many things over places of limited sizes. */
function* partsOf(sum: number, most: readonly number[]): Generator<number[]> {
  if (most.length === 0) {
    if (sum === 0) yield []
    return
  }
  for (let first = 0; first <= Math.min(sum, most[0]); first++) {
    for (const rest of partsOf(sum - first, most.slice(1))) yield [first, ...rest]
  }
}

/** Every table with the margins of one, with its probability under permutations. */
export function* alike(table: readonly (readonly number[])[]): Generator<{ cells: number[][]; p: number }> {
  const rows = table.map(count)
  const columns = table[0].map((_, j) => count(table.map((row) => row[j])))
  function* from(row: number, left: readonly number[]): Generator<{ cells: number[][]; p: number }> {
    if (row === rows.length) {
      yield { cells: [], p: 1 }
      return
    }
    for (const counts of partsOf(rows[row], left)) {
      const ways = counts.reduce((product, k, j) => product * choose(left[j], k), 1)
      for (const { cells, p } of from(
        row + 1,
        left.map((all, j) => all - counts[j]),
      )) {
        yield { cells: [counts, ...cells], p: (p * ways) / choose(count(left), rows[row]) }
      }
    }
  }
  yield* from(0, columns)
}

/** n·I of a table in bits, by its definition. */
export function information(table: readonly (readonly number[])[]): number {
  const columns = table[0].map((_, j) => count(table.map((row) => row[j])))
  const n = count(columns)
  return table.reduce(
    (sum, row) =>
      sum + row.reduce((part, k, j) => part + (k && k * Math.log2((k * n) / (count(row) * columns[j]))), 0),
    0,
  )
}

/** The p-value by all tables there are. */
export function enumerated(tables: Tables): number {
  const observed = tables.reduce((sum, table) => sum + information(table), 0)
  const all = tables.map((table) =>
    [...alike(table)].map(({ cells, p }) => ({ bits: information(cells), p })),
  )
  const tail = (from: number, left: number, p: number): number =>
    from === all.length
      ? left <= 1e-9
        ? p
        : 0
      : all[from].reduce((sum, one) => sum + tail(from + 1, left - one.bits, p * one.p), 0)
  return tail(0, observed, 1)
}
