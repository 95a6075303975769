import { singles } from '#core'
import type { Dependence, DependenceRequest } from '#core'
import { upperNormalTail } from '../../measures/tails.ts'
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

/** Scores nearer to 0 are rounding. */
const negligible = { correlation: 1e-13, kernels: 1e-15 }

/** What the rows of a column and of the target sum to. */
interface DependenceSums {
  readonly n: number
  readonly joint: number
  readonly column: number
  readonly target: number
  readonly variance: number
}

/** The variance of √n·ξ of independent columns, where the target has no ties. */
const varianceWithoutTies = 0.4

/** ξ = 1 − n·joint/(2·target), and P of a larger one where nothing is related; 0 for a constant column. */
export function xiTest({ n, joint, column, target, variance }: DependenceSums): Test {
  if (column === 0 || target === 0) return { score: 0, pValue: 1 }
  const score = 1 - (n * joint) / (2 * target)
  const pValue = upperNormalTail((Math.sqrt(n) * score) / Math.sqrt(variance))
  return Math.abs(variance - varianceWithoutTies) < 0.02
    ? { score, pValue }
    : { score, pValue, law: 'unsure' }
}

/** The ratio of the distance covariance to the distance variances; 0 where one of these is 0. */
export function distanceCorrelation({ n, joint, column, target }: DependenceSums, unbiased: boolean): Test {
  if (unbiased && n < 4) return fewRows(n)
  if (column === 0 || target === 0) return { score: 0 }
  const ratio = joint / Math.sqrt(column) / Math.sqrt(target)
  const score = Math.max(unbiased ? -1 : 0, Math.min(1, ratio))
  return { score: Math.abs(score) < negligible.correlation ? 0 : score }
}

/** The mean product of centred kernels. */
export function kernelDependence({ n, joint, column, target }: DependenceSums, unbiased: boolean): Test {
  if (unbiased && n < 4) return fewRows(n)
  if (column === 0 || target === 0) return { score: 0 }
  const score = joint / n / (unbiased ? n - 3 : n)
  return { score: Math.abs(score) < negligible.kernels ? 0 : score }
}

function fewRows(n: number): Test {
  return { score: NaN, why: `${n} complete ${n === 1 ? 'row' : 'rows'} (needs 4 or more without bias)` }
}
