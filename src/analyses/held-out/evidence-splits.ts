import { CribaError, splitsOfAll } from '#core'
import type {
  Division,
  Evidence,
  SettledCompareSpec,
  SettledEvidence,
  SplitColumns,
  Splits,
  View,
} from '#core'
import { studentQuantile, studentTail } from '#methods'

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

/**
 * The mean and the sample standard deviation of scores, or of their differences; a single one has none. Throws if a score is
 * not finite.
 */
export function meanAndSd(values: readonly number[]): { readonly mean: number; readonly sd: number | null } {
  if (!values.every(Number.isFinite)) {
    throw new CribaError(
      'unsuitable',
      'unsuitable folds: some held-out rows have no finite score (fewer folds, other weights or another metric)',
    )
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null }
}

/**
 * A mean of paired differences, its 95 % interval, and the p-value of no difference; null for a single one.
 */
interface PairedTest {
  readonly difference: number
  readonly interval: readonly [low: number, high: number]
  readonly pValue: number | null
}

/**
 * The mean of paired differences on the same folds, with its 95 % interval and p-value by Student's t with J
 * − 1 degrees of freedom, J the number of differences. As training rows overlap between splits, the variance
 * of the mean is (1/J + ratio)·s² instead of s²/J, the ratio being that of held-out to training rows:
 * 1/(folds − 1) for folds. The interval of a single difference is unbounded. Nadeau and Bengio (2003);
 * Bouckaert and Frank (2004).
 */
export function pairedTest(differences: readonly number[], heldOutRatio: number): PairedTest {
  const { mean, sd } = meanAndSd(differences)
  if (sd === null) return { difference: mean, interval: [-Infinity, Infinity], pValue: null }
  const count = differences.length
  const error = sd * Math.sqrt(1 / count + heldOutRatio)
  if (error === 0) return { difference: mean, interval: [mean, mean], pValue: mean === 0 ? 1 : 0 }
  const half = studentQuantile(0.05, count - 1) * error
  return {
    difference: mean,
    interval: [mean - half, mean + half],
    pValue: studentTail(mean / error, count - 1),
  }
}

/** The mean difference and its interval. */
export function pairedInterval(
  differences: readonly number[],
  heldOutRatio: number,
): Pick<PairedTest, 'difference' | 'interval'> {
  const { difference, interval } = pairedTest(differences, heldOutRatio)
  return { difference, interval }
}
