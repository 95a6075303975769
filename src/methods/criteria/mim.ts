import { defineStep } from '../shapes/step-criterion.ts'
import { relevanceFold, relevanceNeeds, withoutRounding } from './families/pair-terms.ts'

/**
 * Rewards columns that are informative about the target by themselves, whatever is selected.
 *
 * J(X_k) = I(X_k;Y), in bits, from 0 to the lesser of H(X_k) and H(Y): mutual information maximisation. A
 * copy of a selected column scores as the column did; a constant column has 0. It is the ranking by
 * `mutual-information` on the rows complete in all columns; `mifs` and `mrmr` take away what is redundant.
 * Lewis (1992).
 *
 * @example select(table, { target: 'y', criterion: mim(), k: 10 })
 */
export const mim = defineStep({
  id: 'mim',
  title: 'Mutual information maximisation',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  better: 'higher',
  units: 'bits',
  pairwise: true,
  takesGiven: true,
  options: {},
  formula: 'J = I(X_k;Y)',
  reference: 'Lewis 1992',
  // It does not change at all.
  falling: 0,
  needs: (step) => (step.sums ? [] : relevanceNeeds(step)),
  fold: (answers, step) => {
    const { sums } = step
    const { n, relevance } = sums ?? relevanceFold(answers, step)
    return { n, score: withoutRounding(relevance), sums: { n, relevance }, parts: { relevance } }
  },
})
