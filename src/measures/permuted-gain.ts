import log2 from '@stdlib/math-base-special-log2'
import type { Counts } from '../statistics/counts.ts'
import { isNear } from '../statistics/ties.ts'
import { drawHypergeometric } from './hypergeometric.ts'
import type { TableMargins } from './tables.ts'

/** I(X;Y|Z) of a table Z × X × Y, and its null distribution under permutations of X within the levels of Z. */
export interface PermutedGain {
  /** In bits. */
  readonly gain: number
  /** Draws one permutation; returns its gain, in bits. */
  readonly draw: () => number
  /** Whether a gain is at least as large as that of the table, up to rounding. */
  readonly isAsExtreme: (gain: number) => boolean
}

const logTable = new Float64Array(1 << 16)

/**
 * The null distribution of I(X;Y|Z) under permutations of X within the levels of Z. A permutation changes only the table,
 * and keeps its margins within each level of Z, so tables are drawn (Patefield 1981) instead of rows. `uniform` gives
 * numbers from 0 to 1. All counts are whole.
 */
export function permutedGain({ levels, cells }: Counts, uniform: () => number): PermutedGain {
  const [strata, across, down] = levels.map(({ length }) => length)
  const tables = Array.from({ length: strata }, (_, stratum) =>
    tableOf(cells.subarray(stratum * across * down, (stratum + 1) * across * down), across, down),
  )
  const n = cells.reduce((sum, count) => sum + count, 0)
  const margins = tables.reduce((sum, table) => sum + ofMargins(table), 0)
  const gain = gainOf(cells)
  const drawn = new Float64Array(across * down)
  return {
    gain,
    draw: () => {
      let sum = 0
      for (const table of tables) {
        drawTable(table, drawn, uniform)
        sum += sumOf(drawn)
      }
      return inBits(sum)
    },
    isAsExtreme: (other) => other >= gain || isNear(other, gain),
  }

  function gainOf(counts: Float64Array): number {
    return inBits(
      tables.reduce(
        (sum, _, i) => sum + sumOf(counts.subarray(i * across * down, (i + 1) * across * down)),
        0,
      ),
    )
  }

  function inBits(sum: number): number {
    return n === 0 ? 0 : Math.max(0, (sum + margins) / n)
  }
}

function tableOf(cells: Float64Array, across: number, down: number): TableMargins {
  const rows = new Float64Array(across)
  const columns = new Float64Array(down)
  cells.forEach((count, cell) => {
    rows[Math.floor(cell / down)] += count
    columns[cell % down] += count
  })
  return { rows, columns, n: rows.reduce((sum, count) => sum + count, 0) }
}

/** n·log₂ n minus the sums over the margins; added to the sum over the cells it gives n times the information. */
function ofMargins({ rows, columns, n }: TableMargins): number {
  return nLog2n(n) - sumOf(rows) - sumOf(columns)
}

/** Σ count·log₂ count. */
function sumOf(counts: Float64Array): number {
  let sum = 0
  for (const count of counts) sum += nLog2n(count)
  return sum
}

/** count·log₂ count. */
export function nLog2n(count: number): number {
  if (count < 2) return 0
  if (count >= logTable.length) return count * log2(count)
  return (logTable[count] ||= count * log2(count))
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
