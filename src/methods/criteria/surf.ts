import { defineRank } from '../shapes/criterion.ts'
import { classContrast, radiusNeeds, reliefFacts, reliefScores, sampleOptions } from './families/relief.ts'

/**
 * Rewards columns that differ between near rows of different classes more than between near rows of one
 * class, near being nearer than the mean distance of all pairs of rows.
 *
 * J = that of `relieff`, with all rows within that radius instead of the k nearest: there is no k to choose,
 * and rows in dense places have more neighbours. A row without a hit or a miss within it adds nothing for
 * them. `multisurf` has a radius for each row, `surf-star` uses the far rows too. Greene, Penrod, Kiralis and
 * Moore (2009).
 *
 * @example rank(table, { target: 'case', by: [surf()] })
 */
export const surf = defineRank({
  ...reliefFacts,
  id: 'surf',
  title: 'SURF: spatially uniform ReliefF',
  options: sampleOptions,
  formula: 'J as relieff, neighbours d < mean d of all pairs',
  reference: 'Greene, Penrod, Kiralis & Moore 2009',
  needs: (step) => radiusNeeds(step, 'pairs', false),
  fold: ([answer], step) => reliefScores(answer, step, classContrast(answer, step.features.length)),
})
