import { studentQuantile, studentTail } from '#methods'

/** The mean and the sample standard deviation of numbers; a single number has none. */
export function meanAndSd(values: readonly number[]): { readonly mean: number; readonly sd: number | null } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null }
}

/**
 * A mean of paired differences, its 95 % interval, and the p-value of no difference; null for a single one.
 */
export interface PairedTest {
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
