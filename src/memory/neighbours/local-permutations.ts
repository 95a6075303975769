import { drawBelow, seeded } from '#core'
import type { RandomStream } from '#core'

/** Of rows tied at the distance of the last neighbour, so many times the neighbours are kept at most. */
const mostKept = 4

/**
 * Permutations of rows among their nearest in some columns, by greatest difference (Runge 2018). Each row gets the
 * place of one of its `neighbours` nearest, itself among them, in random order the first that no other row got, if
 * there is one; rows are served in random order. Rows with so many equal ones are permuted among those.
 */
export class LocalShuffler {
  readonly #rows: number
  /** Rows that are equal in all columns, where there are many of them. */
  readonly #equal: readonly Int32Array[]
  /** The other rows, and the nearest of each. */
  readonly #others: Int32Array
  readonly #nearest: readonly Int32Array[]

  constructor(columns: readonly Float64Array[], rows: number, neighbours: number) {
    const equal: Int32Array[] = []
    const others: number[] = []
    const nearest: Int32Array[] = []
    const isPlaced = new Uint8Array(rows)
    const distances = new Float64Array(rows)
    const random = seeded('tied rows')
    for (let row = 0; row < rows; row++) {
      if (isPlaced[row]) continue
      measure(columns, row, distances)
      const radius = smallest(distances, neighbours)
      const near = rowsWithin(distances, radius)
      if (radius > 0) {
        others.push(row)
        nearest.push(thinned(near, distances, radius, mostKept * neighbours, random))
        continue
      }
      equal.push(near)
      for (const one of near) isPlaced[one] = 1
    }
    this.#rows = rows
    this.#equal = equal
    this.#others = Int32Array.from(others)
    this.#nearest = nearest
  }

  /** The row from which each row takes its values. */
  sources(random: RandomStream): Int32Array {
    const sources = new Int32Array(this.#rows)
    for (const rows of this.#equal) {
      const shuffled = rows.slice()
      shuffle(shuffled, random)
      rows.forEach((row, i) => (sources[row] = shuffled[i]))
    }
    const isUsed = new Uint8Array(this.#rows)
    const order = Int32Array.from(this.#others, (_, i) => i)
    shuffle(order, random)
    for (const place of order) {
      const near = this.#nearest[place].slice()
      shuffle(near, random)
      const source = near.find((row) => !isUsed[row]) ?? near[near.length - 1]
      isUsed[source] = 1
      sources[this.#others[place]] = source
    }
    return sources
  }
}

/** The distances of all rows from one; 0 where there are no columns. */
function measure(columns: readonly Float64Array[], row: number, distances: Float64Array): void {
  distances.fill(0)
  for (const values of columns) {
    const own = values[row]
    for (let other = 0; other < distances.length; other++) {
      const difference = Math.abs(values[other] - own)
      if (difference > distances[other]) distances[other] = difference
    }
  }
}

/** The k-th smallest distance. */
function smallest(distances: Float64Array, k: number): number {
  const least = new Float64Array(Math.min(k, distances.length)).fill(Infinity)
  const last = least.length - 1
  for (const distance of distances) {
    if (distance >= least[last]) continue
    let at = last
    for (; at > 0 && least[at - 1] > distance; at--) least[at] = least[at - 1]
    least[at] = distance
  }
  return least[last]
}

function rowsWithin(distances: Float64Array, radius: number): Int32Array {
  const rows: number[] = []
  distances.forEach((distance, row) => distance <= radius && rows.push(row))
  return Int32Array.from(rows)
}

/** At most so many rows: all that are nearer than the radius, and some of those at it. */
function thinned(
  rows: Int32Array,
  distances: Float64Array,
  radius: number,
  most: number,
  random: RandomStream,
): Int32Array {
  if (rows.length <= most) return rows
  const tied = rows.filter((row) => distances[row] === radius)
  shuffle(tied, random)
  const nearer = rows.filter((row) => distances[row] < radius)
  return Int32Array.of(...nearer, ...tied.subarray(0, most - nearer.length))
}

/** Permutes in place (Fisher and Yates). */
function shuffle(rows: Int32Array, random: RandomStream): void {
  for (let last = rows.length - 1; last > 0; last--) {
    const other = drawBelow(random, last + 1)
    const row = rows[last]
    rows[last] = rows[other]
    rows[other] = row
  }
}
