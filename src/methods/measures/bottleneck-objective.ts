import { CribaError, weightLog2Weight } from '#core'
import type { Counts } from '#core'
import { measureGrouping } from './grouping.ts'
import type { Grouping } from './grouping.ts'

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
