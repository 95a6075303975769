import type { Evidence, SettledCompareSpec } from '#core'
import { pairedInterval } from '../resample/paired-interval.ts'
import { heldOutRatio } from './evidence-splits.ts'

/**
 * The 95 % interval of the mean held-out score of the selected columns, with the variance for overlapping
 * training rows that the differences have too (Nadeau and Bengio 2003); null for a single split. Methods
 * compared on the same splits differ by less than their intervals suggest, as the difficulty of a split is
 * common to all.
 */
export function intervalOfScore(
  { folds }: Pick<Evidence, 'folds'>,
  { holdout, repeats, time }: Pick<SettledCompareSpec, 'holdout' | 'repeats' | 'time'>,
): readonly [low: number, high: number] | null {
  if (folds.length < 2) return null
  const size = holdout === null ? { folds: folds.length / repeats } : { share: holdout }
  return pairedInterval(
    folds.map(({ selected }) => selected),
    heldOutRatio(size, time !== null),
  ).interval
}
