import { residualShares } from '../measures/least-squares.ts'
import { gramNeeds, gramsOf } from './families/grams.ts'
import { outOfRange } from './families/tests.ts'
import { defineSubset } from './subset-criterion.ts'

/**
 * Rewards sets of columns on which a linear fit leaves little of a numeric target.
 *
 * J = SSE/SST = 1 − R², the squared residuals of the ordinary least-squares fit with intercept as a share of those of no
 * columns, 0 (a perfect fit, or short of one by rounding) to 1; low is good, and `inUnits` gives SSE in y². It never grows
 * with a column more, so give k, or `stop=partial-f`, which ends where the best column left takes away no more than chance. A
 * column that others of the set determine, or that is constant, changes nothing. `r2` is 1 − J of a single column,
 * `delta-test` needs no line. Draper and Smith (1998).
 *
 * @example select(table, { target: 'price', criterion: sse(), stop: 'partial-f:alpha=0.05' })
 */
export const sse = defineSubset({
  id: 'sse',
  title: 'Residual sum of squares of the linear fit',
  features: { numeric: 'values', categorical: null },
  target: 'values',
  monotone: true,
  ofLeastSquares: true,
  better: 'lower',
  units: 'share of SST',
  options: {},
  formula: 'SSE/SST = Σ (y − ŷ)² / Σ (y − ȳ)²',
  reference: 'Draper & Smith 1998',
  needs: ({ sets, target, view }) => gramNeeds(sets, target!, view),
  fold: (answers, { sets }) => {
    const shareOf = residualShares()
    const fits = Array.from(gramsOf(answers, sets), ({ n, unsquarable, ...table }) => {
      const inAll = table.comoment[0]
      if (unsquarable) return { n, inAll, share: NaN, why: outOfRange(unsquarable).why }
      const share = shareOf(table, table.places)
      return {
        n,
        inAll,
        share,
        why: inAll > 0 ? undefined : 'the target is constant where these are complete',
      }
    })
    return {
      n: Float64Array.from(fits, ({ n }) => n),
      score: Float64Array.from(fits, ({ share }) => share),
      why: fits.map(({ why }) => why),
      parts: { inUnits: Float64Array.from(fits, ({ share, inAll }) => share * inAll) },
    }
  },
})
