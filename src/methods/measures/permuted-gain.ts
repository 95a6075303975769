import { isNear } from '#core'
import { drawHypergeometric } from './hypergeometric.ts'
import { informationOf, marginTerms, sumOfLogs } from './strata.ts'
import type { Strata } from './strata.ts'
import type { TableMargins } from './tables.ts'

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
 * `uniform` gives numbers from 0 to 1.
 */
export function permutedGain(strata: Strata, uniform: () => number): PermutedGain {
  const { tables, n } = strata
  const margins = tables.reduce((sum, table) => sum + marginTerms(table), 0)
  const perRow = (information: number) => (n === 0 ? 0 : Math.max(0, information / n))
  const gain = perRow(informationOf(strata))
  const drawn = tables.map(({ cells }) => new Float64Array(cells.length))
  return {
    gain,
    draw: () => {
      let sum = margins
      tables.forEach((table, i) => {
        drawTable(table, drawn[i], uniform)
        sum += sumOfLogs(drawn[i])
      })
      return perRow(sum)
    },
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
