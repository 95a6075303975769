import { weightText } from '#core'
import type { Warning } from '#core'
import type { FittedPath } from '../../shapes/chosen-path.ts'
import type { RankStep } from '../../shapes/criterion.ts'
import type { PathOptions } from './fitted-path.ts'

/**
 * Duality gaps above this share of the target's variance, and slopes above this share of its standard
 * deviation, are reported.
 */
const largeGap = 1e-6

/** What the user should know of a path. */
export function pathWarnings(
  { gaps, chosen, penalties, rule, n, isRidge, certificate, classes }: FittedPath,
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
      message: `the path of ${features.length} columns did not converge everywhere: ${distances[classes ? 'loss' : certificate](gap.toPrecision(2))} (raise least)`,
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
