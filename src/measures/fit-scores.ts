import { weightText } from '../spec/weight-text.ts'
import ln from '@stdlib/math-base-special-ln'
import type { Test } from './test.ts'

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
export function fitScore(fit: Fit, by: FitRule, all: Fit | null): Test {
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
