import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { scatter, seeded } from '#core'
import type { Sorted } from './sorted-numbers.ts'

/** The target of ξ, by place in ascending order. */
interface RankedTarget {
  /** r_i: how many numbers are no larger. */
  readonly upTo: Uint32Array
  /** Σ l_i(n − l_i), l_i how many numbers are no smaller. */
  readonly spread: number
  /** The variance of √n·ξ where nothing is related to the target. */
  readonly variance: number
}

export function rankedTarget(sorted: Float64Array): RankedTarget {
  const { length: rows } = sorted
  const upTo = new Uint32Array(rows)
  let [spread, distinct] = [0, 0]
  for (let start = 0; start < rows; distinct++) {
    let end = start + 1
    while (end < rows && sorted[end] === sorted[start]) end++
    upTo.fill(end, start, end)
    spread += (end - start) * ((rows - start) * start)
    start = end
  }
  return { upTo, spread, variance: distinct === rows ? 2 / 5 : varianceWithTies(upTo, spread) }
}

/**
 * τ² of theorem 2.2, estimated as (a − 2b + c²)/d² (Chatterjee 2021, section 2), with shares of rows for
 * ranks.
 */
function varianceWithTies(upTo: Uint32Array, spread: number): number {
  const { length: rows } = upTo
  let [a, b, c, before] = [0, 0, 0, 0]
  for (let i = 1; i <= rows; i++) {
    const rank = upTo[i - 1] / rows
    before += rank
    const weight = (2 * (rows - i) + 1) / rows
    a += weight * rank * rank
    c += weight * rank
    const mean = (before + (rows - i) * rank) / rows
    b += mean * mean
  }
  const d = spread / rows / rows / rows
  return (a / rows - (2 * b) / rows + (c / rows) * (c / rows)) / (d * d)
}

/** Σ |r_{i+1} − r_i| in the order of a column, whose ties are shuffled in place. */
export function sumOfJumps(column: Sorted, upTo: Uint32Array, seed: number): number {
  shuffleTies(column, upTo, seed)
  const { order } = column
  const { length: rows } = order
  let sum = 0
  for (let at = 1; at < rows; at++) sum += Math.abs(upTo[order[at]] - upTo[order[at - 1]])
  return sum
}

/**
 * Shuffles the rows tied in a column, which come in the order of the target. The random stream depends on the
 * seed and on the ranks of both, so neither the order of the rows nor other columns change anything, and
 * columns of other values are shuffled in another way.
 */
function shuffleTies({ sorted, order }: Sorted, upTo: Uint32Array, seed: number): void {
  const { length: rows } = sorted
  let state = 0
  let hasTies = false
  for (let at = 0; at < rows; at++) {
    const isTied = at > 0 && sorted[at] === sorted[at - 1]
    hasTies ||= isTied
    state = scatter(Math.imul(state ^ (2 * upTo[order[at]] + (isTied ? 1 : 0)), 0x01000193))
  }
  if (!hasTies) return
  const random = seeded(`xi/${seed}/${state}`)
  for (let start = 0; start < rows;) {
    let end = start + 1
    while (end < rows && sorted[end] === sorted[start]) end++
    for (let last = end - 1; last > start; last--) {
      const other = uniformInt(random, start, last)
      const place = order[last]
      order[last] = order[other]
      order[other] = place
    }
    start = end
  }
}
