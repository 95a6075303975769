import { CribaError, weightLog2Weight } from '#core'
import type { Counts } from '#core'
import { entropyOf, mutualInformation } from './quantities.ts'
import { tableEstimators } from './table-estimators.ts'

/** A function f of levels: the group of each level, groups numbered in order of first appearance. */
export type Grouping = readonly number[]

/** Numbers groups, given by arbitrary names, in order of first appearance. */
export function numberGroups(names: readonly unknown[]): Grouping {
  const numbers = new Map<unknown, number>()
  return names.map((name) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}

/** How many groups there are. */
export function countGroups(groups: Grouping): number {
  return groups.reduce((most, group) => Math.max(most, group + 1), 0)
}

/** The table of f(X) × C from the table of X × C; a group is named by its levels, `a | b`. */
export function groupRows({ levels: [rows, classes], cells }: Counts, groups: Grouping): Counts {
  const names: string[] = []
  const grouped = new Float64Array(countGroups(groups) * classes.length)
  rows.forEach((level, row) => {
    const group = groups[row]
    names[group] = group in names ? `${names[group]} | ${level}` : String(level)
    for (let c = 0; c < classes.length; c++)
      grouped[group * classes.length + c] += cells[row * classes.length + c]
  })
  return { levels: [names, classes], cells: grouped }
}

/** The entropy H[f(X)] and the information I[C;f(X)] of a grouping, plug-in, in bits. */
export function measureGrouping(
  table: Counts,
  groups: Grouping,
): { readonly entropy: number; readonly information: number } {
  const estimate = tableEstimators['plug-in'](groupRows(table, groups))
  return { entropy: estimate(entropyOf([0])), information: estimate(mutualInformation([0], [1])) }
}

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

/** A grouping f of the levels of X, with H[f(X)], I[C;f(X)] and the maximised objective, in bits. */
export interface HardBottleneck {
  readonly groups: Grouping
  readonly entropy: number
  readonly information: number
  /** I[C;f(X)] − βH[f(X)]. */
  readonly objective: number
  /** Whether it is the best of all groupings; otherwise it is the best of those evaluated. */
  readonly exact: boolean
}

/** Groupings whose objectives differ by less than this, in bits, are tied. */
export const tieOfBits = 1e-12

/**
 * The worth of a group, or of two groups merged: n·(I[C;f(X)] − βH[f(X)]) is a constant plus the sum of the
 * worths of the groups, Σ_c φ(n_c) − (1−β)φ(n) from a group's rows by class, φ(x) = x·log₂ x.
 */
export function worthOf(beta: number, counts: Float64Array, more?: Float64Array): number {
  let n = 0
  let worth = 0
  for (let c = 0; c < counts.length; c++) {
    const count = more ? counts[c] + more[c] : counts[c]
    n += count
    worth += weightLog2Weight(count)
  }
  return worth - (1 - beta) * weightLog2Weight(n)
}

/** The rows by class of each level, from the table of X × C. */
export function rowsByClass({ levels: [rows, classes], cells }: Counts): readonly Float64Array[] {
  return rows.map((_, row) => cells.slice(row * classes.length, (row + 1) * classes.length))
}

/** Evaluates a grouping. */
export function evaluateGrouping(
  table: Counts,
  groups: Grouping,
  beta: number,
  exact: boolean,
): HardBottleneck {
  const { entropy, information } = measureGrouping(table, groups)
  return { groups, entropy, information, objective: information - beta * entropy, exact }
}

export function checkBeta(beta: number): void {
  if (!(beta >= 0 && beta < Infinity))
    throw new CribaError('invalid', `invalid beta: ${beta} (needs 0 or more)`)
}
