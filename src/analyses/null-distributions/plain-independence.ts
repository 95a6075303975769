import { nLog2n } from '#core'
import type { Counts } from '#core'
import { chiSquareTail, sumOfLogs } from '#methods'
import type { TableMargins } from '#methods'
import { meanInformation } from './gain-law.ts'
import { orderedStatistic } from './ordered-association.ts'

/** The χ² distribution holds where every cell expects so many rows. */
const expected = 10
/** A statistic this share below the critical value is below it, however both are rounded. */
const rounding = 1e-6

/** What was computed before: tables of a run have few margins and degrees of freedom. */
const criticalValues = new Map<string, number>()
const means = new Map<string, number>()
const mostKept = 4096

/**
 * Whether a table X × Z × Y shows at a glance that X ⟂ Z, whatever Y: the distributions of their information
 * and of the order of their levels hold, and neither has a p-value near `level`, or below. Where it does not,
 * a test decides.
 */
export function isPlainlyIndependent(
  { levels, cells }: Counts,
  isOrdered: { readonly rows: boolean; readonly columns: boolean },
  level: number,
): boolean {
  const [across, down, depth] = levels.map(({ length }) => length)
  const pair = new Float64Array(across * down)
  const rows = new Float64Array(across)
  const columns = new Float64Array(down)
  let n = 0
  for (let row = 0, place = 0, cell = 0; row < across; row++) {
    for (let column = 0; column < down; column++, place++) {
      let count = 0
      for (const end = cell + depth; cell < end; cell++) count += cells[cell]
      pair[place] = count
      rows[row] += count
      columns[column] += count
      n += count
    }
  }
  const degrees = (across - 1) * (down - 1)
  if (degrees === 0 || leastOf(rows) * leastOf(columns) < expected * n) return false
  const table = { cells: pair, rows, columns, n }
  if (isOrdered.rows || isOrdered.columns) {
    const order = orderedStatistic(table, isOrdered)
    if (order.degrees > 0 && !isBelow(order.statistic, order.degrees, level)) return false
  }
  const information = nLog2n(n) - sumOfLogs(rows) - sumOfLogs(columns) + sumOfLogs(pair)
  return isBelow((information / meanOf(table)) * degrees, degrees, level)
}

function leastOf(counts: Float64Array): number {
  let least = Infinity
  for (const count of counts) least = Math.min(least, count)
  return least
}

/** Whether a statistic is below the critical value of χ². */
function isBelow(statistic: number, degrees: number, level: number): boolean {
  return statistic < (1 - rounding) * criticalValue(level, degrees)
}

/** The x with P(χ² ≥ x) = `level`, by bisection. */
function criticalValue(level: number, degrees: number): number {
  return kept(criticalValues, `${level}/${degrees}`, () => {
    let [low, high] = [0, 1]
    while (chiSquareTail(high, degrees) > level) high *= 2
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2
      if (chiSquareTail(middle, degrees) > level) low = middle
      else high = middle
    }
    return low
  })
}

/** The mean information under permutations. */
function meanOf(table: TableMargins): number {
  return kept(means, `${table.rows.join()}/${table.columns.join()}`, () => meanInformation(table))
}

function kept(known: Map<string, number>, key: string, compute: () => number): number {
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size === mostKept) known.clear()
  const value = compute()
  known.set(key, value)
  return value
}
