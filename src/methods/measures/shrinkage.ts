import log2 from '@stdlib/math-base-special-log2'
import type { Counts } from '#core'
import { countRows, marginal } from './marginals.ts'
import type { Axes } from './quantities.ts'

/** A table shrunk towards the uniform one: p* = λt + (1−λ)p over the product of the occurring levels of its axes. */
export interface Shrinkage {
  /** λ between 0 (the table as it is) and 1 (uniform). */
  readonly lambda: number
  /** The entropy of some axes of the shrunk table, in bits. */
  entropy(axes: Axes): number
}

/**
 * James–Stein shrinkage of Hausser and Strimmer (2009): λ = (1 − Σp²)/((n−1) Σ(t−p)²), between 0 and 1, and 1 where p
 * is uniform; t = 1/K, K the product of the numbers of occurring levels of all axes of the table. All entropies are those of
 * this one table, so they depend on its axes; the margins are shrunk with the same λ, since a margin of t is uniform.
 */
export function shrinkage(table: Counts): Shrinkage {
  const n = countRows(table)
  const seen = table.levels.map(
    (_, axis) => marginal(table, [axis]).cells.filter((count) => count > 0).length,
  )
  const sizeOf = (axes: Axes) => axes.reduce((product, axis) => product * seen[axis], 1)
  const lambda = shrinkageOf(table.cells, n, sizeOf(table.levels.map((_, axis) => axis)))
  return {
    lambda,
    entropy(axes) {
      if (n === 0) return 0
      const counts = marginal(table, axes).cells.filter((count) => count > 0)
      return entropyOf(counts, n, sizeOf(axes), lambda)
    },
  }
}

/** λ with numerator and denominator multiplied by K²: with whole counts every term is whole, and no digits cancel. */
function shrinkageOf(cells: Float64Array, n: number, size: number): number {
  let spread = 0
  let distance = 0
  let empty = size
  for (const count of cells) {
    if (count === 0) continue
    spread += count * (n - count)
    distance += (size * count - n) * (size * count - n)
    empty--
  }
  distance += empty * n * n
  const bound = (n - 1) * distance
  return bound > 0 ? Math.min(1, (size * size * spread) / bound) : 1
}

/** Summed from the smallest count to the greatest, so that names and order of levels do not matter. */
function entropyOf(counts: Float64Array, n: number, size: number, lambda: number): number {
  const ascending = counts.toSorted()
  const empty = size - ascending.length
  let bits = empty > 0 ? empty * information(lambda / size) : 0
  for (let from = 0; from < ascending.length;) {
    let to = from
    while (to < ascending.length && ascending[to] === ascending[from]) to++
    bits += (to - from) * information(lambda / size + (1 - lambda) * (ascending[from] / n))
    from = to
  }
  return bits
}

/** −p·log₂ p. */
function information(p: number): number {
  return p > 0 ? -p * log2(p) : 0
}
