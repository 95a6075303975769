import { fewestRows, isWritten, othersArePositive, othersDiffer } from './code-suspects.ts'
import type { Judged } from './code-suspects.ts'

/** A number that comes in fewer rows of a column is a code if so many columns have it. */
const fewestShared = 3

/**
 * Whether a number below −1, as people write for missing, may be a code in however few rows, since many columns
 * have it: alone below 0, with nothing near.
 */
export function mayBeRareCode(judged: Judged): boolean {
  const { value, end, gap, block } = judged
  const isAlone = end === 'min' && block.length === 1 && othersArePositive(judged)
  return isAlone && value < -1 && isWritten(value) && gap >= 0.2
}

/**
 * The codes that several columns have in a few rows each, and all of these together in as many as show one: below −1
 * in any row of columns of other numbers that differ, which end far from it.
 */
export function rareCodes(judged: readonly Judged[]): ReadonlySet<number> {
  const evident = judged.filter((one) => mayBeRareCode(one) && one.gap >= 0.5 && othersDiffer(one))
  const rows = (value: number) => evident.reduce((sum, one) => sum + (one.value === value ? one.rows : 0), 0)
  const columns = (value: number) => evident.filter((one) => one.value === value).length
  const values = [...new Set(evident.map(({ value }) => value))]
  return new Set(values.filter((value) => columns(value) >= fewestShared && rows(value) >= 2 * fewestRows))
}
