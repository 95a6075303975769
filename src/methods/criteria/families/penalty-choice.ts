import ln from '@stdlib/math-base-special-ln'
import { isNear, weightText } from '#core'
import type { LikelihoodPath, Path, Warning } from '#core'
import type { FittedPath, PenaltyRule, RankStep } from '../../shapes/criterion.ts'
import type { PathOptions } from './fitted-path.ts'

/** What a path loses, and what each list of its weights is of. */
export type PathLists = Pick<FittedPath, 'loss' | 'classes' | 'targets'>

/**
 * Chooses a penalty of a path by a rule. `of`: the place of each feature of the path among those of the
 * criterion.
 */
export function choosePenalty(
  fitted: Path | LikelihoodPath,
  rule: PenaltyRule,
  of: readonly number[],
  lists: PathLists,
): Omit<FittedPath, 'certificate'> {
  const count = of.length
  const { penalties, sizes, degrees, residuals, n } = fitted
  const steps = penalties.length
  const entries = new Int32Array(count).fill(-1)
  const bic = new Float64Array(steps)
  // Rows without the event say little (Volinsky and Raftery 2000).
  const counted = 'counted' in fitted ? fitted.counted : n
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < count; i++) {
      if (!(sizes[step * count + i] > 0)) continue
      if (entries[i] < 0) entries[i] = step
    }
    const misfit =
      lists.loss === 'squares' ? fitted.lists * ln(residuals[step] / fitted.lists) : 2 * residuals[step]
    bic[step] = n * misfit + ln(counted) * degrees[step]
  }
  const judged = fitted.heldOut.length > 0 ? heldOutErrors(fitted) : null
  const chosen = rule === 'bic' ? leastOf(bic) : leastError(judged!, rule)
  return { ...fitted, ...lists, of, rule, entries, bic, judged, chosen }
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

/**
 * Duality gaps above this share of the target's variance, and slopes above this share of its standard
 * deviation, are reported.
 */
const largeGap = 1e-6

/** What the user should know of a path. */
export function pathWarnings(
  { gaps, chosen, penalties, rule, n, isRidge, certificate, loss }: FittedPath,
  { features, gaps: lacking, options }: Pick<RankStep<PathOptions>, 'features' | 'gaps' | 'options'>,
): readonly Warning[] {
  const gap = gaps.reduce((a, b) => Math.max(a, b))
  const found: Warning[] = []
  if (lacking) {
    found.push({
      code: 'missing-values',
      message: `a path uses only the rows complete in all columns: ${weightText(n)} (--missing median fills them, --missing level makes a level of them)`,
    })
  }
  if (gap > largeGap) {
    found.push({
      code: 'not-converged',
      message: `the path of ${features.length} columns did not converge everywhere: ${distances[loss === 'squares' ? certificate : 'loss'](gap.toPrecision(2))} (raise least)`,
    })
  }
  if (chosen === penalties.length - 1 && penalties.length === options.penalties) {
    found.push({
      code: 'edge-of-path',
      message: `the least penalty of the path was chosen: a lower one may ${rule === 'bic' ? 'have a lower BIC' : 'predict better'} (lower least)`,
    })
  }
  if (isRidge) {
    found.push({
      code: 'ridge',
      message: `least squares have no unique solution for ${features.length} columns and ${n} rows: the first weights are those of a ridge regression`,
    })
  }
  return found
}

const distances: Readonly<Record<FittedPath['certificate'] | 'loss', (size: string) => string>> = {
  loss: (size) => `its objective is up to ${size} of the loss without columns above the optimum`,
  gap: (size) => `its objective is up to ${size} of the target's variance above the optimum`,
  slope: (size) => `a slope of its objective is up to ${size} of the target's standard deviation`,
}
