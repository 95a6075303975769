import { alternatives, CribaError } from '#core'
import type { Answer, MomentsOfFamily, Request, Splits, Variable } from '#core'
import type { Learner, LearnerMetric } from '../../learners/learner.ts'
import { learners } from '../../learners/registry.ts'

/**
 * Where R² is pooled over the folds, the target's moments in the rows held out and in those learned from,
 * fold after fold.
 */
export function targetRequests(
  { id }: LearnerMetric,
  target: Variable,
  { splits }: Splits,
): readonly Request[] {
  if (id !== 'r2') return []
  const family = { list: [[target]] }
  return splits.flatMap(({ train, test }) =>
    [test, train].map((view) => ({ kind: 'moments', family, of: 'values', view }) as const),
  )
}

/**
 * Growths of mean squared errors as those of R² pooled over the folds, 1 − ΣSSE/ΣSST, SST the squared
 * distances from the mean of the rows learned from: a fold whose targets hardly differ counts as little as
 * its squares.
 *
 * @param answers those to the requests for the target first
 */
export function pooledGrowths(
  { growths, n }: { readonly growths: readonly (readonly number[])[]; readonly n: readonly number[] },
  answers: readonly Answer[],
): readonly (readonly number[])[] {
  const moments = answers.slice(0, 2 * n.length) as readonly MomentsOfFamily[]
  const meanSquares = mean(
    n.map((_, fold) => {
      const [test, train] = [moments[2 * fold], moments[2 * fold + 1]]
      const between = test.mean[0] - train.mean[0]
      return test.comoment[0] + test.n[0] * between * between
    }),
  )
  return growths.map((of, fold) =>
    of.map((growth) => (meanSquares > 0 ? (-growth * n[fold]) / meanSquares : 0 * growth)),
  )
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Whether the mean of some values is above twice their standard deviation. */
export function isAboveNoise(values: readonly number[]): boolean {
  const center = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - center) * (value - center), 0)
  return center > 2 * Math.sqrt(squares / (values.length - 1))
}

/** Of a learner of statistics a source permutes values, among all rows. */
export function refuseCells(within: 'all' | 'correlated', { id }: Learner): void {
  if (within === 'all') return
  const known = learners
    .filter(({ tasks, ...one }) => 'learnsFromRows' in one && !tasks.includes('survival'))
    .map((learner) => learner.id)
  throw new CribaError(
    'invalid',
    `invalid within: ${within} (${id} learns from sums, not from rows; use learner ${alternatives(known)})`,
  )
}
