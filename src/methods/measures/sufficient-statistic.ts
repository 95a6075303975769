import type { Counts } from '#core'
import { numberGroups } from './grouping.ts'
import type { Grouping } from './grouping.ts'

/**
 * The minimal predictively sufficient statistic of X for C (S1 eq 23; the bottleneck at β → 0): exactly the
 * levels with equal p(c|x) share a group, so I[C;f(X)] = I[C;X]. From the table of X × C; counts are compared
 * exactly. A level without rows has no p(c|x) and joins the group of the first level.
 */
export function sufficientStatistic({ levels: [rows, classes], cells }: Counts): Grouping {
  const profiles = rows.map((_, row) =>
    profileOf(cells.subarray(row * classes.length, (row + 1) * classes.length)),
  )
  const first = profiles.find((profile) => profile !== null)
  return numberGroups(profiles.map((profile) => profile ?? first))
}

/**
 * Counts divided by their greatest common divisor, as text: equal for proportional rows only. Null without
 * rows.
 */
function profileOf(counts: Float64Array): string | null {
  const divisor = counts.reduce(greatestCommonDivisor, 0)
  return divisor === 0 ? null : counts.map((count) => count / divisor).join()
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
