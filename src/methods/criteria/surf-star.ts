import { defineRank } from '../shapes/criterion.ts'
import { classContrast, radiusNeeds, reliefFacts, reliefScores, sampleOptions } from './families/relief.ts'

/**
 * Rewards columns that differ between near rows of different classes more than between near rows of one
 * class, and less so between far rows.
 *
 * J = that of `surf`, less the same of the far rows, which are at the mean distance of all pairs or beyond.
 * It sees interactions of two columns better than `surf`, effects of single columns worse. Greene,
 * Himmelstein, Kiralis and Moore (2010).
 *
 * @example rank(table, { target: 'case', by: [surfStar()] })
 */
export const surfStar = defineRank({
  ...reliefFacts,
  id: 'surf-star',
  title: 'SURF*: SURF with far rows',
  options: sampleOptions,
  formula: 'J = surf of the near rows − surf of the far rows',
  reference: 'Greene, Himmelstein, Kiralis & Moore 2010',
  needs: (step) => radiusNeeds(step, 'pairs', true),
  fold: ([answer], step) => reliefScores(answer, step, classContrast(answer, step.features.length)),
})
