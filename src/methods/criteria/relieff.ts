import { defineRank } from '../shapes/criterion.ts'
import {
  classContrast,
  contrastsNeeds,
  nearestOptions,
  reliefFacts,
  reliefScores,
} from './families/relief.ts'

/**
 * Rewards columns that differ between near rows of different classes more than between near rows of one
 * class.
 *
 * J = 1/m Σ_i [Σ_{c ≠ own} P(c)/(1 − P(own)) · mean diff to the k nearest rows of c − mean diff to the k
 * nearest of its own class], over all rows, or `sample` of them: −1 to 1, about 0 for noise. diff = |a −
 * b|/range, or 0/1 for levels; distances are the sum of the differences of all columns. Interactions among
 * few columns are seen; redundancy is not, and many columns of noise blur who is near. Constant columns have
 * 0; rows tied at the k-th distance share its places; a class with fewer than k others uses all. Missing
 * values differ as much as is expected in their class. With all rows as neighbours it is a relative of
 * `gini-gain`. `relief` takes one neighbour, `multisurf` a radius instead of k, `rrelieff` a numeric target.
 * Kononenko (1994).
 *
 * @example rank(table, { target: 'species', by: [relieff({ k: 20 })] })
 */
export const relieff = defineRank({
  ...reliefFacts,
  id: 'relieff',
  title: 'ReliefF',
  options: nearestOptions,
  formula: 'J = mean of Σ_c P(c)/(1−P(own))·diff(k misses of c) − diff(k hits)',
  reference: 'Kononenko 1994',
  needs: (step) => {
    const { k, ties } = step.options
    return contrastsNeeds(step, { of: 'nearest', k, ties, decay: null })
  },
  fold: ([answer], step) => reliefScores(answer, step, classContrast(answer, step.features.length)),
})
