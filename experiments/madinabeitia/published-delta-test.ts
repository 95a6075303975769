import { checkWhole } from '../given.ts'
import { checkExample } from './example-data.ts'
import type { ExampleData } from './example-data.ts'
import type { SetScores } from './sets.ts'

/**
 * The delta test as the thesis computed it, for all sets of the first `width` columns: its sum goes over as
 * many rows as the set has columns, where its definition 4.1 sums over all rows. It is 1/(2|S|) Σ_i (y_i −
 * y_NN(i))² over the first |S| rows i, with neighbours among all rows. Only these experiments have it;
 * `delta-test` sums over all rows.
 */
export function publishedDeltaTest(data: ExampleData, width: number, k: number): SetScores {
  checkExample(data)
  const { columns, target } = data
  checkWhole('width', width, 1, columns.length)
  checkWhole('k', k, 1, target.length - 1)
  const sums = new Float64Array(1 << width)
  const rows = target.length
  // Squared distances of a row to all rows, on the columns chosen up to each depth.
  const distances = Array.from({ length: width + 1 }, () => new Float64Array(rows))
  for (let row = 0; row < width; row++) {
    const visit = (column: number, mask: number, size: number): void => {
      if (size > row) sums[mask] += squaredDifference(target, row, kthNearest(distances[size], row, k))
      for (let next = column; next < width; next++) {
        // A set with fewer columns than rows before this one does not read the row.
        if (size + width - next <= row) break
        addColumn(distances[size], columns[next], row, distances[size + 1])
        visit(next + 1, mask | (1 << next), size + 1)
      }
    }
    visit(0, 0, 0)
  }
  return sums.map((sum, mask) => sum / (2 * sizeOf(mask)))
}

/** The published delta test of one set, the first `width` columns. */
export function publishedDeltaTestOfAll({ columns, target }: ExampleData, width: number, k: number): number {
  const distances = new Float64Array(target.length)
  let sum = 0
  for (let row = 0; row < width; row++) {
    distances.fill(0)
    for (let column = 0; column < width; column++) addColumn(distances, columns[column], row, distances)
    sum += squaredDifference(target, row, kthNearest(distances, row, k))
  }
  return sum / (2 * width)
}

function addColumn(before: Float64Array, column: readonly number[], row: number, after: Float64Array): void {
  const own = column[row]
  for (let other = 0; other < before.length; other++) {
    const difference = column[other] - own
    after[other] = before[other] + difference * difference
  }
}

/** The k-th nearest of the other rows; of rows at the same distance the first. */
function kthNearest(distances: Float64Array, row: number, k: number): number {
  const nearest: number[] = []
  for (let other = 0; other < distances.length; other++) {
    if (other === row) continue
    const distance = distances[other]
    if (nearest.length === k && distance >= distances[nearest[k - 1]]) continue
    let place = Math.min(nearest.length, k - 1)
    while (place > 0 && distance < distances[nearest[place - 1]]) {
      nearest[place] = nearest[place - 1]
      place--
    }
    nearest[place] = other
  }
  return nearest[k - 1]
}

function squaredDifference(target: readonly number[], a: number, b: number): number {
  return (target[a] - target[b]) * (target[a] - target[b])
}

function sizeOf(mask: number): number {
  let size = 0
  for (let rest = mask; rest > 0; rest &= rest - 1) size++
  return size
}
