import { isNear } from '#core'
import { drawHypergeometric } from './hypergeometric.ts'
import { informationOf } from './strata.ts'
import type { Strata } from './strata.ts'
import type { TableMargins } from './tables.ts'

/** Tables drawn with the probability they have under permutations, all from one stream of random numbers. */
export interface TableDraws {
  /** A number from 0 to 1. */
  readonly uniform: () => number
  /** Of a function that draws a table for each stratum and returns their information, n·I(X;Y|Z) in bits. */
  readonly informationOf: (strata: Strata) => () => number
  readonly samplesOf: (strata: Strata, count: number) => TableSamples
}

/** Samples, each a table for every stratum, that a Markov chain moves. */
export interface TableSamples {
  /** Σ count·log₂ count over the cells of each. */
  readonly sums: Float64Array
  /**
   * Replaces the samples by copies of `survivors`, by turns, each moved by so many steps: a step draws a 2 × 2
   * part of a table anew within its margins, and is undone where the sum would fall below `least`.
   */
  climb(survivors: readonly number[], steps: number, least: number): void
}

/** I(X;Y|Z), and its null distribution under permutations of X within the levels of Z. */
export interface PermutedGain {
  /** In bits. */
  readonly gain: number
  /** Draws one permutation; returns its gain, in bits. */
  readonly draw: () => number
  /** Whether a gain is at least as large as that of the data, up to rounding. */
  readonly isAsExtreme: (gain: number) => boolean
}

/**
 * The null distribution of I(X;Y|Z) under permutations of X within the levels of Z. A permutation changes
 * only the table of a stratum, and keeps its margins, so tables are drawn (Patefield 1981) instead of rows.
 */
export function permutedGain(strata: Strata, draws: TableDraws): PermutedGain {
  const perRow = (information: number) => (strata.n === 0 ? 0 : Math.max(0, information / strata.n))
  const gain = perRow(informationOf(strata))
  let next: (() => number) | null = null
  return {
    gain,
    draw: () => perRow((next ??= draws.informationOf(strata))()),
    isAsExtreme: (other) => other >= gain || isNear(other, gain),
  }
}

/** Draws a table with the same margins, with the probability it has under permutations. */
export function drawTable({ rows, columns, n }: TableMargins, to: Float64Array, uniform: () => number): void {
  const left = columns.slice()
  let all = n
  rows.forEach((row, i) => {
    let open = row
    let pool = all
    left.forEach((column, k) => {
      const count = k === left.length - 1 ? open : drawHypergeometric(pool, column, open, uniform)
      to[i * left.length + k] = count
      left[k] = column - count
      pool -= column
      open -= count
    })
    all -= row
  })
}
