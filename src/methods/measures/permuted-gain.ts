import { isNear, nLog2n } from '#core'
import { drawHypergeometric, drawTable } from './hypergeometric.ts'
import { degreesOf, informationOf, marginTerms, sumOfLogs } from './strata.ts'
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
   * Replaces the samples by copies of `survivors`, by turns, each moved by so many steps: a step draws a 2 ×
   * 2 part of a table anew within its margins, and is undone where the sum would fall below `least`.
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

/** Draws of tables from numbers between 0 and 1, without a kernel: for counts of any size. */
export function plainDraws(uniform: () => number): TableDraws {
  return {
    uniform,
    informationOf: ({ tables }) => {
      const margins = tables.reduce((sum, table) => sum + marginTerms(table), 0)
      const drawn = tables.map(({ cells }) => new Float64Array(cells.length))
      return () =>
        tables.reduce((sum, table, i) => {
          drawTable(table, drawn[i], uniform)
          return sum + sumOfLogs(drawn[i])
        }, margins)
    },
    samplesOf: ({ tables }, count) => {
      const degrees = tables.map(degreesOf)
      let samples = Array.from({ length: count }, () =>
        tables.map((table) => {
          const cells = new Float64Array(table.cells.length)
          drawTable(table, cells, uniform)
          return cells
        }),
      )
      const sums = Float64Array.from(samples, (sample) =>
        sumOfLogs(Float64Array.from(sample.flatMap((cells) => [...cells]))),
      )
      return {
        sums,
        climb: (survivors, steps, least) => {
          const from = samples.map((_, i) => survivors[i % survivors.length])
          const before = sums.slice()
          samples = from.map((sample) => samples[sample].map((cells) => cells.slice()))
          samples.forEach((sample, i) => {
            sums[i] = before[from[i]]
            for (let step = 0; step < steps; step++) {
              const place = placeOf(degrees, uniform)
              sums[i] = moved(tables[place], sample[place], sums[i], least, uniform)
            }
          })
        },
      }
    },
  }
}

/** Draws a 2 × 2 part of a table anew, unless the sum falls below `least`; returns the sum. */
function moved(
  { rows, columns }: TableMargins,
  cells: Float64Array,
  sum: number,
  least: number,
  uniform: () => number,
): number {
  const across = columns.length
  const [r, s] = twoOf(rows.length, uniform)
  const [c, d] = twoOf(across, uniform)
  const corners = [r * across + c, r * across + d, s * across + c, s * across + d]
  const [a, b, e, f] = corners.map((corner) => cells[corner])
  const [row, column, n] = [a + b, a + e, a + b + e + f]
  const count = drawHypergeometric(n, column, row, uniform)
  if (count === a) return sum
  const drawn = [count, row - count, column - count, n - row - column + count]
  const logs = ([one, two, three, four]: readonly number[]) =>
    nLog2n(one) + nLog2n(two) + nLog2n(three) + nLog2n(four)
  const after = sum + logs(drawn) - logs([a, b, e, f])
  if (after < least) return sum
  corners.forEach((corner, i) => (cells[corner] = drawn[i]))
  return after
}

/** A table, as often as it has degrees of freedom. */
function placeOf(degrees: readonly number[], uniform: () => number): number {
  if (degrees.length === 1) return 0
  let rest = uniform() * degrees.reduce((sum, one) => sum + one, 0)
  const found = degrees.slice(0, -1).findIndex((one) => (rest -= one) < 0)
  return found < 0 ? degrees.length - 1 : found
}

function twoOf(levels: number, uniform: () => number): readonly [number, number] {
  const first = Math.floor(uniform() * levels)
  const second = Math.floor(uniform() * (levels - 1))
  return [first, second < first ? second : second + 1]
}
