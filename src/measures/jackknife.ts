import { studentQuantile } from './tails.ts'

/** The standard error of a statistic, and the ends of its 95 % interval. */
export interface JackknifeInterval {
  readonly error: number
  readonly low: number
  readonly high: number
}

/**
 * The interval of a statistic θ from its values θ₍g₎ without each of G groups: θ ± t·√((G − 1)/G · Σ(θ₍g₎ − θ̄)²), θ̄ their mean and
 * t the 97.5 % quantile of Student's t with G − 1 degrees of freedom. Null where a value is missing or infinite.
 */
export function jackknifeInterval(
  statistic: number,
  replicates: readonly (number | null)[],
): JackknifeInterval | null {
  const values = replicates.filter((value) => value !== null)
  const count = replicates.length
  if (values.length < count || count < 2 || ![statistic, ...values].every(Number.isFinite)) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  const error = Math.sqrt(((count - 1) / count) * squares)
  const half = studentQuantile(0.05, count - 1) * error
  return { error, low: statistic - half, high: statistic + half }
}
