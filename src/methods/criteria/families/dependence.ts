import { singles } from '#core'
import type { Dependence, DependenceRequest } from '#core'
import type { DependenceSums } from '../../measures/dependence.ts'
import type { Test } from '../../measures/test.ts'
import type { RankScores, RankStep } from '../../shapes/criterion.ts'
import { packTests } from './tests.ts'

/** The option of `distance-correlation` and `hsic`. */
export const unbiasedOption = {
  unbiased: {
    type: 'flag',
    default: false,
    help: 'without bias: 0 in the mean where nothing is related; may fall below 0',
  },
} as const

/** The request for how each feature depends on the target. */
export function dependenceNeeds(
  { features, target, view }: Pick<RankStep<unknown>, 'features' | 'target' | 'view'>,
  how: Pick<DependenceRequest, 'measure'> & Partial<Pick<DependenceRequest, 'unbiased' | 'seed'>>,
): readonly [DependenceRequest] {
  const rest = { unbiased: false, seed: 0, ...how, view }
  return [{ kind: 'dependence', family: singles(features), target: target!, ...rest }]
}

/** Folds the sums of each feature into its test. */
export function dependenceScores(answer: Dependence, test: (sums: DependenceSums) => Test): RankScores {
  const { n, joint, column, target, variance } = answer
  const tests = Array.from(n, (rows, i) =>
    rows === 0
      ? { score: NaN }
      : test({ n: rows, joint: joint[i], column: column[i], target: target[i], variance: variance[i] }),
  )
  return { n, ...packTests(tests) }
}
