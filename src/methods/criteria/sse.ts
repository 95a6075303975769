import ln from '@stdlib/math-base-special-ln'
import { CribaError, weightText } from '#core'
import type { Test } from '../measures/test.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { fitOnAll, linearFits, linearNeeds } from './families/linear-fits.ts'

/**
 * Rewards sets of columns on which a linear fit leaves little of a numeric target.
 *
 * J = SSE/SST = 1 − R², the squared residuals of the ordinary least-squares fit with intercept as a share of
 * those of no columns, 0 (a perfect fit, or short of one by rounding) to 1; low is good, and `inUnits` gives
 * SSE in y². It never grows with a column more, so give k, search `step`, or `stop=partial-f`. `by` charges
 * for p coefficients besides the intercept: `aic` n·ln(SSE/n) + 2(p+1), `bic` n·ln(SSE/n) + ln(n)·(p+1), −∞
 * for a perfect fit, or `cp` SSE/σ̂² − n + 2(p+1), σ̂² from the fit on all columns of the run, so that of a
 * single set it is p+1; a fit on as many coefficients as rows has none of these. The levels of a categorical
 * column are one less columns than levels, and join together. A column that others of the set determine, or
 * that is constant, changes nothing. `r2` is 1 − J of a single column, `delta-test` needs no line. Draper and
 * Smith (1998); Akaike (1974); Schwarz (1978); Mallows (1973).
 *
 * @example select(table, { target: 'price', criterion: sse({ by: 'bic' }), search: 'exhaustive' })
 */
export const sse = defineSubset({
  id: 'sse',
  title: 'Residual sum of squares of the linear fit',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'values',
  monotone: ({ by }) => by === 'share',
  ofLeastSquares: true,
  scoresNone: ({ by }) => by !== 'share',
  better: 'lower',
  units: 'share of SST',
  unitsUnder: ({ by }) => (by === 'share' ? 'share of SST' : by === 'cp' ? 'Cp' : by.toUpperCase()),
  options: {
    by: {
      type: 'choice',
      of: ['share', 'aic', 'bic', 'cp'],
      default: 'share',
      help: "the residuals as a share, or with a charge for each coefficient: Akaike's (aic), Schwarz's (bic) or Mallows' (cp)",
    },
  },
  formula: 'SSE/SST = Σ (y − ŷ)² / Σ (y − ȳ)²',
  reference: 'Draper & Smith 1998',
  needs: (step) => linearNeeds(step),
  fold: (answers, step) => {
    const { by } = step.options
    const fits = linearFits(answers, step)
    const all = by === 'cp' ? allOf() : null
    const scored = fits.map((fit) => fitScore(fit, by, all))
    return {
      n: Float64Array.from(fits, ({ n }) => n),
      score: Float64Array.from(scored, ({ score }) => score),
      why: scored.map(({ why }) => why),
      parts: {
        inUnits: Float64Array.from(fits, ({ share, inAll }) => share * inAll),
        coefficients: Float64Array.from(fits, ({ rank }) => rank),
      },
    }

    function allOf() {
      const all = fitOnAll(answers, step)
      if (all.n - all.rank - 1 <= 0) {
        throw noVariance(
          `${weightText(all.n)} complete rows for ${all.rank + 1} coefficients of all columns: use by=bic`,
        )
      }
      if (all.share === 0) throw noVariance('the fit on all columns leaves nothing: use by=bic')
      return all
    }
  },
})

function noVariance(why: string): CribaError {
  return new CribaError('unsuitable', `unsuitable criterion: sse:by=cp (${why})`)
}

/** How a least-squares fit is scored: by its residuals alone, or with a charge for each coefficient. */
type FitRule = 'share' | 'aic' | 'bic' | 'cp'

/** A least-squares fit: rows, SSE/SST, SST, and columns besides the intercept. */
interface Fit {
  readonly n: number
  readonly share: number
  readonly inAll: number
  readonly rank: number
  readonly why?: string | undefined
}

/** The score of a fit, low is good; `all` is the fit on all columns, for Mallows' Cp. */
function fitScore(fit: Fit, by: FitRule, all: Fit | null): Test {
  const { n, share, inAll, rank, why } = fit
  if (Number.isNaN(share) || by === 'share') return { score: share, ...(why !== undefined && { why }) }
  if (n - rank - 1 <= 0)
    return { score: NaN, why: `${weightText(n)} rows for ${rank + 1} coefficients (needs more rows)` }
  if (by !== 'cp') {
    const charge = by === 'aic' ? 2 : ln(n)
    // ln(share) + ln(SST/n), as SSE itself may be too small for a quotient.
    return { score: n * (ln(share) + ln(inAll) - ln(n)) + charge * (rank + 1) }
  }
  return { score: (share / all!.share) * (all!.n - all!.rank - 1) - n + 2 * (rank + 1) }
}
