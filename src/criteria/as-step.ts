import type { RankCriterion } from './criterion.ts'
import type { StepCriterion } from './step-criterion.ts'
import type { SubsetCriterion } from './subset-criterion.ts'

/**
 * A criterion as one of steps: one of single columns scores a candidate whatever is selected, one of sets by the merit
 * of the selected with the candidate.
 */
export function asStep(criterion: RankCriterion | StepCriterion | SubsetCriterion): StepCriterion {
  if (criterion.shape === 'step') return criterion
  if (criterion.shape === 'rank') return ofColumns(criterion)
  return {
    ...criterion,
    shape: 'step',
    ofSets: true,
    needs: ({ candidates, selected, sums: _, ...step }) =>
      criterion.needs({ ...step, given: [], sets: { base: selected, each: candidates } }),
    fold: (answers, { candidates, selected, sums: _, ...step }) => ({
      ...criterion.fold(answers, { ...step, given: [], sets: { base: selected, each: candidates } }),
      sums: {},
    }),
  }
}

/** Asked once: what is selected changes nothing. */
function ofColumns(criterion: RankCriterion): StepCriterion {
  return {
    ...criterion,
    shape: 'step',
    falling: 0,
    needs: ({ candidates, sums, ...step }) =>
      sums ? [] : criterion.needs({ ...step, names: [], features: candidates }),
    fold: (answers, { candidates, sums, ...step }) => {
      if (sums) {
        const { n, score, among } = sums
        return { n, score, ...(among && { among }), sums }
      }
      const scores = criterion.fold(answers, { ...step, names: [], features: candidates })
      const { n, score, among } = scores
      return { ...scores, sums: { n, score, ...(among && { among }) } }
    },
  }
}
