import type { PSource, Variable } from '#core'
import { marginsOf } from '#methods'
import type { NullTest } from '#methods'
import type { Effort, GainP } from '../null-distributions/gain-p.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { leastGain, streamOf, tablesOfGain } from './gain-test.ts'
import type { StratifiedGain, TestContext } from './gain-test.ts'
import { canRank, pOfRanks } from './rank-test.ts'
import { isRelated } from './relation.ts'

/**
 * Ranks are compared where the information has a p-value of at most this: others have no trend that a test
 * would find.
 */
const promising = 0.2

/**
 * The test of a candidate X_c beside the selected columns.
 *
 * If X_c is related to some X_j of them, only what it adds to these counts: the smallest I(X_c;Y|X_j), with
 * X_c permuted within the levels of that X_j. If not, knowing X_j takes nothing of its information away, as
 * I(X_c;Y|X_j) ≥ I(X_c;Y) where I(X_c;X_j) = 0. Then it is tested by itself: by I(X_c;Y), by ranks where X_c
 * or Y are numbers, and by the smallest I(X_c;Y|X_j) of all, for what it tells only beside others. p is the
 * smallest of these times their number (Bonferroni).
 */
export async function testCandidate(
  batcher: RequestBatcher,
  context: TestContext,
  selected: readonly number[],
  candidate: number,
): Promise<NullTest> {
  const { features, target, view } = context
  const { alone, given } = await tablesOfGain(batcher, context, selected, [candidate])
  const draws = await streamOf(context, selected, [candidate], [alone, ...given.map(({ table }) => table)])
  const isOrdered = { rows: hasOrder(context, features[candidate]), columns: hasOrder(context, target!) }
  const rows = sum(alone.cells)
  const pause = () => batcher.pauseIfDue()
  await pause()
  const related = given.filter(({ because, table }) => {
    const between = { rows: hasOrder(context, features[because]), columns: isOrdered.rows }
    return isRelated(
      { table, rows, isOrdered: between, withTarget: isOrdered, selected: given.length },
      draws,
    )
  })
  if (related.length > 0) {
    const { gain, because, pOf } = leastGain(related, draws, pause)
    return { gain, because, estimatePValue: pOf }
  }
  const own = leastGain([{ because: null, table: alone }], draws, pause)
  const beside = given.length > 0 ? leastGain(given, draws, pause) : null
  const table = { ...marginsOf(alone), cells: alone.cells }
  const pair = { feature: features[candidate], target: target!, table, isOrdered }
  const ranks = canRank(pair) ? () => pOfRanks(batcher, pair, view) : null
  return {
    gain: own.gain,
    because: null,
    isUnrelated: true,
    estimatePValue: (effort) => smallestOf(own, ranks, beside, effort),
  }
}

/** A gain, and how likely it is by chance. */
export type TestableGain = Pick<StratifiedGain, 'gain' | 'pOf'>

/** The smallest p-value of the tests, times their number; what cannot change the decision is not computed. */
export async function smallestOf(
  own: TestableGain,
  ranks: ((effort: Effort) => number | Promise<number>) | null,
  beside: TestableGain | null,
  effort: Effort,
): Promise<GainP> {
  const tests = 1 + Number(ranks !== null) + Number(beside !== null)
  const share = { ...effort, deciding: effort.deciding / tests }
  const byItself = await own.pOf(share)
  let least: { readonly pValue: number; readonly by: PSource } = byItself
  const decides = () => least.pValue <= share.deciding
  if (ranks && !decides() && byItself.pValue <= promising) {
    const pValue = await ranks(share)
    if (pValue < least.pValue) least = { pValue, by: 'ranks' }
  }
  if (beside && !decides()) {
    const other = await beside.pOf(share)
    if (other.pValue < least.pValue) least = other
  }
  return { pValue: Math.min(1, tests * least.pValue), by: least.by }
}

/** Whether the levels of a variable are those of numbers in their order. */
export function hasOrder(
  { isNumeric }: Pick<TestContext, 'isNumeric'>,
  { column, coding }: Variable,
): boolean {
  if (!coding || !isNumeric(column)) return false
  return (coding.kind === 'cuts' || coding.kind === 'levels') && coding.missing !== 'level'
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0)
}
