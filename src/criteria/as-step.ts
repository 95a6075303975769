import type { RankCriterion } from './criterion.ts'
import type { StepCriterion } from './step-criterion.ts'

/** A criterion as one of steps: one of single columns scores a candidate whatever is selected, and is asked once. */
export function asStep(criterion: RankCriterion | StepCriterion): StepCriterion {
  if (criterion.shape === 'step') return criterion
  return {
    ...criterion,
    shape: 'step',
    falling: 0,
    amongAll: true,
    needs: ({ candidates, sums, ...step }) =>
      sums ? [] : criterion.needs({ ...step, features: candidates }),
    fold: (answers, { candidates, sums, ...step }) => {
      if (sums) {
        const { n, score, tieOrder } = sums
        return { n, score, ...(tieOrder && { tieOrder }), sums }
      }
      const scores = criterion.fold(answers, { ...step, features: candidates })
      const { n, score, tieOrder } = scores
      return { ...scores, sums: { n, score, ...(tieOrder && { tieOrder }) } }
    },
  }
}
