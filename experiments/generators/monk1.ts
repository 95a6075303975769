import { defineMonk } from './monk-problem.ts'

/**
 * The first of the MONK's problems: robots whose head has the shape of the body, or whose jacket is red.
 *
 * y = 1 if head_shape = body_shape or jacket_color = red, else 0: 216 of the 432 robots. With 432 rows, the
 * default, each robot is there once; with fewer rows some of them; with more rows each once, then each a
 * second time, and so on. `noise` flips classes.
 *
 * Relevant: head_shape, body_shape, jacket_color. The shapes tell nothing by themselves. The other attributes
 * are noise.
 *
 * Reference: Thrun et al. (1991), whose training set has 124 rows.
 *
 * @example generate('monk1', { rows: 124, noise: 0, irrelevant: 0 })
 */
export const monk1 = defineMonk({
  name: 'monk1',
  title: 'MONK-1: head like body, or a red jacket',
  formula: 'y = 1 if head_shape = body_shape or jacket_color = red, else 0',
  relevant: ['head_shape', 'body_shape', 'jacket_color'],
  flips: 0,
  isOne: ([head, body, , , jacket]) => head === body || jacket === 1,
})
