import { defineRank } from '../shapes/criterion.ts'
import { classContrast, radiusNeeds, reliefFacts, reliefScores, sampleOptions } from './families/relief.ts'

/**
 * Rewards columns that differ between near rows of different classes more than between near rows of one
 * class, and less so between far rows, with radii for each row.
 *
 * J = that of `multisurf`, less the same of the far rows, which are beyond the mean of a row's own distances
 * and half their standard deviation; rows between the two radii do not count. Granizo-Mackenzie and Moore
 * (2013).
 *
 * @example rank(table, { target: 'case', by: [multisurfStar()] })
 */
export const multisurfStar = defineRank({
  ...reliefFacts,
  id: 'multisurf-star',
  title: 'MultiSURF*: MultiSURF with far rows',
  options: sampleOptions,
  formula: 'J = multisurf of the near rows − that of the rows d > mean_i + sd_i/2',
  reference: 'Granizo-Mackenzie & Moore 2013',
  needs: (step) => radiusNeeds(step, 'row', true),
  fold: ([answer], step) => reliefScores(answer, step, classContrast(answer, step.features.length)),
})
