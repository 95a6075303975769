import { splitsOfAll } from '#core'
import type {
  Division,
  Evidence,
  SettledCompareSpec,
  SettledEvidence,
  SplitColumns,
  Splits,
  View,
} from '#core'
import { pairedInterval } from '../resample/paired-interval.ts'

/** The splits of evidence, and what their overlap means for the precision of a mean over them. */
export interface EvidenceSplits extends Splits {
  /** Held-out rows for each training row, as a mean over the splits. */
  readonly heldOutRatio: number
  /** How many splits hold out different rows. */
  readonly independent: number
}

/** How often rows are held out, and how many: in folds, or a share of them. */
export type SplitPlan = Pick<SettledEvidence, 'folds' | 'repeats' | 'holdout'>

/** The splits of all repeats. */
export function evidenceSplits(
  view: View,
  { folds, repeats, holdout }: SplitPlan,
  seed: number,
  columns: SplitColumns,
): EvidenceSplits {
  const size = holdout === null ? { folds: folds! } : { share: holdout }
  const divisions = Array.from({ length: repeats }, (_, number): Division => ({
    ...size,
    seed,
    number,
    ...columns,
  }))
  return {
    ...splitsOfAll(view, divisions),
    heldOutRatio: heldOutRatio(size, columns.along !== undefined),
    independent: 'folds' in size ? size.folds : Math.min(repeats, 1 / size.share),
  }
}

/** Held-out rows for each training row, as a mean over the splits. */
function heldOutRatio(size: { folds: number } | { share: number }, isInTime: boolean): number {
  if ('share' in size) return size.share / (1 - size.share)
  if (!isInTime) return 1 / (size.folds - 1)
  const ratios = Array.from({ length: size.folds }, (_, earlier) => 1 / (earlier + 1))
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / size.folds
}

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
