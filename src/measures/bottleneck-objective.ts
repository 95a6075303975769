import log2 from '@stdlib/math-base-special-log2'
import { CribaError } from '../spec/error.ts'
import type { Counts } from '../statistics/counts.ts'
import { judgeGrouping } from './grouping.ts'
import type { Grouping } from './grouping.ts'

/** A grouping f of the levels of X, with H[f(X)], I[C;f(X)] and what was maximised, in bits. */
export interface HardBottleneck {
  readonly groups: Grouping
  readonly entropy: number
  readonly information: number
  /** I[C;f(X)] − βH[f(X)]. */
  readonly objective: number
  /** Whether it is the best of all groupings, or of those looked at. */
  readonly exact: boolean
}

/** Groupings whose objectives differ by less, in bits, tie. */
export const tieOfBits = 1e-12

/**
 * n·(I[C;f(X)] − βH[f(X)]) is a constant and a sum of what each group is worth alone: Σ_c φ(n_c) − (1−β)φ(n) of its
 * rows by class, φ(x) = x·log₂ x. Of one group, or of two put together.
 */
export function worthOf(beta: number, counts: Float64Array, more?: Float64Array): number {
  let n = 0
  let worth = 0
  for (let c = 0; c < counts.length; c++) {
    const count = more ? counts[c] + more[c] : counts[c]
    n += count
    worth += phi(count)
  }
  return worth - (1 - beta) * phi(n)
}

/** The rows by class of each level, from the table of X × C. */
export function rowsByClass({ levels: [rows, classes], cells }: Counts): readonly Float64Array[] {
  return rows.map((_, row) => cells.slice(row * classes.length, (row + 1) * classes.length))
}

export function judged(table: Counts, groups: Grouping, beta: number, exact: boolean): HardBottleneck {
  const { entropy, information } = judgeGrouping(table, groups)
  return { groups, entropy, information, objective: information - beta * entropy, exact }
}

export function checkBeta(beta: number): void {
  if (!(beta >= 0 && beta < Infinity))
    throw new CribaError('invalid', `invalid beta: ${beta} (needs 0 or more)`)
}

/** x·log₂ x of the first whole numbers, filled in as they are asked for. */
const known = new Float64Array(4096).fill(NaN)

function phi(count: number): number {
  if (!(count > 0)) return 0
  if (!(count < known.length && Number.isInteger(count))) return count * log2(count)
  if (Number.isNaN(known[count])) known[count] = count * log2(count)
  return known[count]
}
