import { singles } from '#core'
import type { MomentsRequest, Variable, View } from '#core'
import { correlations } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import type { Copies } from './copies.ts'
import {
  inexact,
  mostVarianceLeft,
  numbersOf,
  pairsRequest,
  rangeOf,
  suspectsAmong,
  widthOf,
} from './rounding.ts'
import type { Beside, Rounded } from './rounding.ts'

/**
 * Nothing is claimed where three rows that differ in the finer column have a greater chance to share a value.
 * What is left then is information.
 */
const mostTriples = 1e-3
/**
 * Rounding to a step u leaves a variance of u²/12, or up to u²/8 where halves of a step go to the even
 * neighbour: so many times as much. The margin covers the error of the estimate too: squares of what rounding
 * leaves deviate by 0.9 of their mean, so half of the mean is 2.5 standard errors of it at 20 rows, 5 at 80.
 */
const margin = 12 / 8

/**
 * Which columns are another's on a scale of their own but for rounding: no row is farther than half a step
 * from the line. The coarser of two is the copy, unless it takes `precedence`.
 */
export async function findRoundedCopies(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  precedence: (one: ColumnContents) => number,
  view: View,
): Promise<Copies> {
  const varied = contents.filter(
    ({ numbers }) => numbers !== null && numbers.m2 > 0 && Number.isFinite(numbers.m2),
  )
  const suspects = await suspectsAmong(batcher, varied, view)
  const near = await onOneLine(batcher, suspects, view)
  return copiesAmong(await withinHalfSteps(batcher, near, view), precedence)
}

/** Those of which a line leaves no more than rounding does. */
async function onOneLine(
  batcher: RequestBatcher,
  suspects: readonly Rounded[],
  view: View,
): Promise<readonly Rounded[]> {
  const requests = suspects.map(({ one, finer }) => pairsRequest(one, finer, view))
  const [pairs] = await batcher.request([requests])
  return suspects.flatMap((rounded, i) => {
    const rhos = correlations(pairs[i])
    const most = Math.min(mostVarianceLeft, margin * rounded.left)
    const finer = rounded.finer.filter((_, j) => {
      const { n, rho } = rhos[j]
      return n === rounded.one.numbers!.n && (1 - rho) * (1 + rho) <= most
    })
    return finer.length > 0 ? [{ ...rounded, finer }] : []
  })
}

/**
 * Those of which no row is farther than half a step from a line, by what the finer column holds beside each
 * value.
 */
async function withinHalfSteps(
  batcher: RequestBatcher,
  suspects: readonly Rounded[],
  view: View,
): Promise<readonly Rounded[]> {
  const requests = suspects.map(({ one: { column, values }, finer }): MomentsRequest => {
    const by: Variable = { column: column.column, coding: { kind: 'levels', levels: values! } }
    return {
      kind: 'moments',
      family: singles(finer.map(numbersOf)),
      by,
      of: 'values',
      view,
    }
  })
  const [moments] = await batcher.request([requests])
  return suspects.map((rounded, i) => {
    const { classes, n, min, max } = moments[i]
    const finer = rounded.finer.filter((fine, j) => {
      const besides = rounded.one.values!.map((value, level): Beside => {
        const cell = j * classes + level
        return { value, n: n[cell], min: min[cell], max: max[cell] }
      })
      return isRounding(rounded, fine, besides)
    })
    return { ...rounded, finer }
  })
}

/**
 * Whether a column is a rounding of a finer one. Rows that share a value of the coarse one only are few:
 * beside values far from all others any rounding looks fine.
 */
function isRounding({ one, step }: Rounded, fine: ColumnContents, besides: readonly Beside[]): boolean {
  const triples = (isSplit: boolean) =>
    besides.reduce((sum, { n, min, max }) => sum + (min < max === isSplit ? triplesOf(n) : 0), 0)
  if (triples(true) > mostTriples * (triplesOf(one.numbers!.n) - triples(false))) return false
  const range = rangeOf(fine)
  const slope = rangeOf(one) / range
  const widths = [slope, -slope].map((slope) => widthOf(besides, slope, (2 * step) / range))
  return Math.min(...widths) <= (1 + inexact) * step
}

/**
 * Which column of each pair is the copy; each is a copy of one other, of one that is no copy itself where
 * there is one.
 */
function copiesAmong(found: readonly Rounded[], precedence: (one: ColumnContents) => number): Copies {
  const pairs = found.flatMap(({ one, finer }) =>
    finer.map((fine) =>
      precedence(one) > precedence(fine) ? ([fine, one] as const) : ([one, fine] as const),
    ),
  )
  const copied = new Set(pairs.map(([copy]) => copy))
  const copies = new Map<ColumnContents, ColumnContents>()
  for (const [copy, of] of pairs) {
    const known = copies.get(copy)
    if (known === undefined || (copied.has(known) && !copied.has(of))) copies.set(copy, of)
  }
  return copies
}

/** In how many ways three rows are drawn one after the other. */
function triplesOf(rows: number): number {
  return rows * (rows - 1) * (rows - 2)
}
