import type { Counts } from '../statistics/counts.ts'
import { drawnTables, drawnTail } from './drawn-tables.ts'
import type { DrawnTail } from './drawn-tables.ts'
import { timesLog } from './times-log.ts'

/**
 * How likely so large an interaction |I(a,b;Y) − I(a;Y) − I(b;Y)| is where Y has nothing to do with a and b together: from the
 * table of a × b × Y in whole counts, by tables in which the rows of Y are permuted.
 */
export function interactionTest({ levels, cells }: Counts, most: number): DrawnTail {
  const [first, second, classes] = levels.map(({ length }) => length)
  const places = Array.from({ length: first * second }, (_, place) => place)
  const sumOver = (place: number) => {
    let sum = 0
    for (let y = 0; y < classes; y++) sum += cells[place * classes + y]
    return sum
  }
  const present = places.filter((place) => sumOver(place) > 0)
  const rows = Float64Array.from(present, sumOver)
  const columns = new Float64Array(classes)
  cells.forEach((count, cell) => (columns[cell % classes] += count))
  const n = rows.reduce((sum, count) => sum + count, 0)
  if (n === 0) return { pValue: 1, pFrom: 'permutation', drawn: 0 }
  const observed = Float64Array.from(
    present.flatMap((place) => [...cells.subarray(place * classes, (place + 1) * classes)]),
  )
  const a = Int32Array.from(present, (place) => Math.floor(place / second) * classes)
  const b = Int32Array.from(present, (place) => (place % second) * classes)
  const [withA, withB] = [new Float64Array(first * classes), new Float64Array(second * classes)]
  // What a permutation leaves as it is: H(a,b) − H(a) − H(b) − H(Y).
  const [ofA, ofB] = [new Float64Array(first), new Float64Array(second)]
  present.forEach((place, row) => {
    ofA[Math.floor(place / second)] += rows[row]
    ofB[place % second] += rows[row]
  })
  const margins = sumOf(ofA) + sumOf(ofB) + sumOf(columns) - sumOf(rows) - timesLog(n)
  const sizeOf = (counts: Float64Array) => {
    withA.fill(0)
    withB.fill(0)
    for (let row = 0, cell = 0; row < present.length; row++) {
      for (let y = 0; y < classes; y++, cell++) {
        withA[a[row] + y] += counts[cell]
        withB[b[row] + y] += counts[cell]
      }
    }
    return Math.abs(sumOf(counts) - sumOf(withA) - sumOf(withB) + margins) / n
  }
  const tables = drawnTables({ n, rows, columns }, 'interaction')
  return drawnTail(sizeOf(observed), most, () => {
    tables.draw()
    return sizeOf(tables.cells)
  })
}

/** Σ count·log₂ count. */
function sumOf(counts: Float64Array): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += timesLog(counts[i])
  return sum
}
