import { singles } from '#core'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import { outOfRange, packTests } from './families/tests.ts'

/**
 * Rewards columns that vary. It looks at no target.
 *
 * J = Σ(x−μ)²/n, the population variance, in squared units of the column, so it compares columns of one scale
 * only. A constant column gives 0.
 *
 * @example rank(table, { by: [variance()] })
 */
export const variance = defineRank({
  id: 'variance',
  title: 'Population variance',
  features: { numeric: 'values', categorical: null },
  target: null,
  better: 'higher',
  units: 'squared units of the column',
  options: {},
  formula: 'σ² = Σ(x−μ)²/n',
  reference: 'Fisher 1918',
  needs: ({ features, view }) => [{ kind: 'moments', family: singles(features), of: 'values', view }],
  fold: ([{ n, min, max, comoment }]) => ({
    n,
    ...packTests(
      Array.from(comoment, (squares, i) =>
        canSquare(min[i], max[i]) ? { score: squares / n[i] } : outOfRange('the column'),
      ),
    ),
  }),
})
