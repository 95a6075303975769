import { studentQuantile } from './tails.ts'

/** The mean and the sample standard deviation of numbers; a single number has none. */
export function meanAndSd(values: readonly number[]): { readonly mean: number; readonly sd: number | null } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null }
}

/**
 * The mean of paired differences on the same folds, and its 95 % interval by Student's t with J − 1 degrees of freedom, J
 * the number of differences. As training rows overlap between splits, the variance of the mean is (1/J + ratio)·s² instead
 * of s²/J, the ratio being that of held-out to training rows: 1/(folds − 1) for folds. The interval of a single difference is
 * unbounded. Nadeau and Bengio (2003); Bouckaert and Frank (2004).
 */
export function pairedInterval(
  differences: readonly number[],
  heldOutRatio: number,
): { readonly difference: number; readonly interval: readonly [low: number, high: number] } {
  const { mean, sd } = meanAndSd(differences)
  if (sd === null) return { difference: mean, interval: [-Infinity, Infinity] }
  const count = differences.length
  const error = sd * Math.sqrt(1 / count + heldOutRatio)
  const half = error === 0 ? 0 : studentQuantile(0.05, count - 1) * error
  return { difference: mean, interval: [mean - half, mean + half] }
}
