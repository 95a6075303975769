import { defineMonk } from './monk-problem.ts'

/**
 * The second of the MONK's problems: robots of which exactly two attributes have their first level.
 *
 * y = 1 if exactly two of head_shape = round, body_shape = round, is_smiling = yes, holding = sword,
 * jacket_color = red and has_tie = yes hold, else 0: 142 of the 432 robots. Rows as of `monk1`. `noise` flips
 * classes.
 *
 * Relevant: all six attributes.
 *
 * Reference: Thrun et al. (1991), whose training set has 169 rows.
 *
 * @example generate('monk2', { rows: 169, noise: 0, irrelevant: 0 })
 */
export const monk2 = defineMonk({
  name: 'monk2',
  title: 'MONK-2: exactly two first levels',
  formula: 'y = 1 if exactly two of the six attributes have their first level, else 0',
  relevant: ['head_shape', 'body_shape', 'is_smiling', 'holding', 'jacket_color', 'has_tie'],
  flips: 0,
  isOne: (robot) => robot.filter((level) => level === 1).length === 2,
})
