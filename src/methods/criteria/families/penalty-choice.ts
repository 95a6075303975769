import ln from '@stdlib/math-base-special-ln'
import { isNear } from '#core'
import type { Level, Path } from '#core'
import type { FittedPath, PenaltyRule } from '../../shapes/chosen-path.ts'

/**
 * Chooses a penalty of a path by a rule. `of`: the place of each feature of the path among those of the
 * criterion.
 */
export function choosePenalty(
  fitted: Path,
  rule: PenaltyRule,
  of: readonly number[],
  classes: readonly Level[] | null,
): Omit<FittedPath, 'certificate'> {
  const count = of.length
  const { penalties, sizes, degrees, residuals, n } = fitted
  const steps = penalties.length
  const entries = new Int32Array(count).fill(-1)
  const bic = new Float64Array(steps)
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < count; i++) {
      if (!(sizes[step * count + i] > 0)) continue
      if (entries[i] < 0) entries[i] = step
    }
    const misfit = classes ? 2 * residuals[step] : ln(residuals[step])
    bic[step] = n * misfit + ln(n) * degrees[step]
  }
  const judged = fitted.heldOut.length > 0 ? heldOutErrors(fitted) : null
  const chosen = rule === 'bic' ? leastOf(bic) : leastError(judged!, rule)
  return { ...fitted, of, classes, rule, entries, bic, judged, chosen }
}

/** The mean of the folds' errors, weighted by their rows, and its standard error. */
function heldOutErrors({ heldOut, errors, penalties }: Path): NonNullable<FittedPath['judged']> {
  const steps = penalties.length
  const rows = heldOut.reduce((sum, n) => sum + n, 0)
  const over = (step: number, of: (error: number) => number) =>
    heldOut.reduce((sum, n, trial) => sum + (n / rows) * of(errors[trial * steps + step]), 0)
  const mean = Float64Array.from({ length: steps }, (_, step) => over(step, (error) => error))
  // In shares of the mean: squares of errors that are squares themselves may leave the range of numbers.
  const error = mean.map((mean, step) => {
    const apart = (one: number) => (mean === 0 ? 0 : one / mean - 1)
    return mean * Math.sqrt(over(step, (one) => apart(one) * apart(one)) / (heldOut.length - 1))
  })
  return { mean, error }
}

function leastError({ mean, error }: NonNullable<FittedPath['judged']>, rule: PenaltyRule): number {
  const least = leastOf(mean)
  if (rule === 'min') return least
  return mean.findIndex((value) => value <= mean[least] + error[least])
}

/** The place of the least value, of those equal to it the first. */
function leastOf(values: Float64Array): number {
  const least = values.reduce((a, b) => Math.min(a, b))
  return values.findIndex((value) => value === least || isNear(value, least))
}
