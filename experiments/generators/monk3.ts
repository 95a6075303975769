import { defineMonk } from './monk-problem.ts'

/**
 * The third of the MONK's problems, with noise: green jackets with a sword, or jackets that are not blue on
 * bodies that are no octagon.
 *
 * y = 1 if jacket_color = green and holding = sword, or jacket_color ≠ blue and body_shape ≠ octagon, else 0:
 * 228 of the 432 robots. Rows as of `monk1`. `noise` flips classes, 5 % of them as in the paper.
 *
 * Relevant: body_shape, holding, jacket_color. The other attributes are noise.
 *
 * Reference: Thrun et al. (1991), whose training set has 122 rows.
 *
 * @example generate('monk3', { rows: 122, noise: 0.05, irrelevant: 0 })
 */
export const monk3 = defineMonk({
  name: 'monk3',
  title: 'MONK-3: two rules, with flipped classes',
  formula:
    'y = 1 if jacket_color = green and holding = sword, or jacket_color ≠ blue and body_shape ≠ octagon, else 0',
  relevant: ['body_shape', 'holding', 'jacket_color'],
  flips: 0.05,
  isOne: ([, body, , holding, jacket]) => (jacket === 3 && holding === 1) || (jacket !== 4 && body !== 3),
})
