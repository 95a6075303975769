import type { Counts } from '../statistics/counts.ts'
import { createTableSampler, monteCarloTail } from './table-sampler.ts'
import type { MonteCarloTail } from './table-sampler.ts'
import { nLog2n } from './n-log2-n.ts'

/**
 * The p-value of an interaction |I(a,b;Y) − I(a;Y) − I(b;Y)| under independence of Y from a and b jointly: from the table of
 * a × b × Y in whole counts, by tables in which Y is permuted.
 */
export function interactionTest({ levels, cells }: Counts, most: number): MonteCarloTail {
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
  // Constant under permutations: H(a,b) − H(a) − H(b) − H(Y).
  const [ofA, ofB] = [new Float64Array(first), new Float64Array(second)]
  present.forEach((place, row) => {
    ofA[Math.floor(place / second)] += rows[row]
    ofB[place % second] += rows[row]
  })
  const margins = sumOf(ofA) + sumOf(ofB) + sumOf(columns) - sumOf(rows) - nLog2n(n)
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
  const tables = createTableSampler({ n, rows, columns }, 'interaction')
  return monteCarloTail(sizeOf(observed), most, () => {
    tables.draw()
    return sizeOf(tables.cells)
  })
}

/** Σ count·log₂ count. */
function sumOf(counts: Float64Array): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += nLog2n(counts[i])
  return sum
}
