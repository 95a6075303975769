import { defineRank } from '../shapes/criterion.ts'
import { classContrast, radiusNeeds, reliefFacts, reliefScores, sampleOptions } from './families/relief.ts'

/**
 * Rewards columns that differ between near rows of different classes more than between near rows of one
 * class, with a radius for each row.
 *
 * J = that of `relieff`, with the rows nearer than the mean of a row's own distances less half their
 * population standard deviation. It has no option to choose, and sees single columns and interactions alike.
 * `surf` has one radius for all rows. Urbanowicz, Olson, Schmitt, Meeker and Moore (2018).
 *
 * @example rank(table, { target: 'case', by: [multisurf()] })
 */
export const multisurf = defineRank({
  ...reliefFacts,
  id: 'multisurf',
  title: 'MultiSURF',
  options: sampleOptions,
  formula: 'J as relieff, neighbours d < mean_i − sd_i/2',
  reference: 'Urbanowicz, Olson, Schmitt, Meeker & Moore 2018',
  needs: (step) => radiusNeeds(step, 'row', false),
  fold: ([answer], step) => reliefScores(answer, step, classContrast(answer, step.features.length)),
})
