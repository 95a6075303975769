import type { ConnectedRows } from '../../kernel/graph-edges.ts'
import type { GraphRows } from './graph-rows.ts'
import type { GraphSums } from './graph-sums.ts'

/** Sums over all pairs of labelled rows of one class, from the sums of the classes: no pair is looked at. */
export function classSums(
  { space, labels }: GraphRows,
  weights: 'binary' | 'class',
  connected: ConnectedRows,
): GraphSums {
  const rowsOf = new Map<number, number[]>()
  labels.forEach((label, row) => {
    if (label < 0) return
    const rows = rowsOf.get(label)
    if (rows) rows.push(row)
    else rowsOf.set(label, [row])
  })
  const classes = [...rowsOf].sort(([a], [b]) => a - b).map(([, rows]) => rows)
  const degrees = new Float64Array(space.rows)
  const roughness = new Float64Array(space.columns.length)
  let edges = 0
  for (const rows of classes) {
    const n = rows.length
    const weight = weights === 'class' ? 1 / n : 1
    edges += (n * (n - 1)) / 2
    for (const row of rows) {
      degrees[row] = weight * (n - 1)
      connected.connect(rows[0], row)
    }
    // Σ over pairs of (a − b)² is n times the squares about the mean.
    space.columns.forEach(({ values }, i) => (roughness[i] += weight * n * squaresOf(values, rows)))
  }
  return { degrees, roughness, edges, sigma: null }
}

/** The squares of some values about their mean; exactly 0 where all are equal. */
function squaresOf(values: Float64Array, rows: readonly number[]): number {
  const anchor = values[rows[0]]
  let sum = 0
  for (const row of rows) sum += values[row] - anchor
  const mean = sum / rows.length
  let squares = 0
  for (const row of rows) squares += (values[row] - anchor - mean) * (values[row] - anchor - mean)
  return squares
}
