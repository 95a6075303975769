import type { ExampleData } from './example-data.ts'
import { membersOf } from './sets.ts'
import type { SetScores } from './sets.ts'
import { treeNeighbours } from './tree-neighbours.ts'

/**
 * The delta test as published, k = 1, for data in which rows are tied, of all sets of columns: its value
 * depends on which of the tied rows the k-d tree of the thesis returned, or on whether it returned the row
 * itself.
 */
export function tiedDeltaTest({ columns, target }: ExampleData): SetScores {
  const scores = new Float64Array(1 << columns.length).fill(NaN)
  for (let mask = 1; mask < scores.length; mask++)
    scores[mask] = deltaOf(
      membersOf(mask).map((i) => columns[i]),
      target,
    )
  return scores
}

function deltaOf(columns: readonly (readonly number[])[], target: readonly number[]): number {
  let neighbourOf: ((row: number) => number) | undefined
  let sum = 0
  for (let row = 0; row < columns.length; row++) {
    const candidates = nearestRows(columns, row, target.length)
    const isDecided = candidates.every((other) => target[other] === target[candidates[0]])
    // A tree is made only where it matters which of the tied rows it returns.
    if (!isDecided) neighbourOf ??= treeNeighbours(columns, target.length)
    const other = isDecided ? candidates[0] : neighbourOf!(row)
    sum += (target[row] - target[other]) * (target[row] - target[other])
  }
  return sum / (2 * columns.length)
}

/**
 * The rows that may be the second of the two nearest: the nearest others, and the row itself if they are
 * equal to it.
 */
function nearestRows(columns: readonly (readonly number[])[], row: number, rows: number): number[] {
  let least = Infinity
  let nearest: number[] = []
  for (let other = 0; other < rows; other++) {
    if (other === row) continue
    let distance = 0
    for (const column of columns) distance += (column[other] - column[row]) * (column[other] - column[row])
    if (distance > least) continue
    if (distance < least) nearest = []
    least = distance
    nearest.push(other)
  }
  return least === 0 ? [row, ...nearest] : nearest
}
