import { studentQuantile } from './tails.ts'

/** The mean and the sample standard deviation of numbers. */
export function meanAndSd(values: readonly number[]): { readonly mean: number; readonly sd: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { mean, sd: Math.sqrt(squares / (values.length - 1)) }
}

/**
 * The mean of paired differences on the same folds, and its 95 % interval by Student's t with J − 1 degrees of freedom, J
 * the number of differences. As training rows overlap between folds, the variance of the mean is (1/J + 1/(folds − 1))·s²
 * instead of s²/J, 1/(folds − 1) being the ratio of held-out to training rows. Nadeau and Bengio (2003); Bouckaert and Frank
 * (2004).
 */
export function pairedInterval(
  differences: readonly number[],
  folds: number,
): { readonly difference: number; readonly interval: readonly [low: number, high: number] } {
  const { mean, sd } = meanAndSd(differences)
  const count = differences.length
  const error = sd * Math.sqrt(1 / count + 1 / (folds - 1))
  const half = error === 0 ? 0 : studentQuantile(0.05, count - 1) * error
  return { difference: mean, interval: [mean - half, mean + half] }
}
