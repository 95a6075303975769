import { weightLog2Weight } from '#core'
import type { Counts, PSource, Variable } from '#core'
import { informationOf, marginsOf, strataOf } from '#methods'
import type { NullTest, Strata, TableDraws } from '#methods'
import { isGainWithin } from '../null-distributions/gain-p.ts'
import type { Effort, GainP } from '../null-distributions/gain-p.ts'
import { orderedTail, orderedTailWithin } from '../null-distributions/ordered-association.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { inOneStratum, leastGain, streamOf, tablesOfGain } from './gain-test.ts'
import type { StratifiedGain, TestContext } from './gain-test.ts'
import { canRank, pOfRanks } from './rank-test.ts'

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
  let total = 0
  for (const count of counts) total += count
  return total
}

/** Two columns depend on each other where a test of their independence has a p-value of at most this. */
export const levelOfRelation = 0.05
/** X_c adds to what X_j says of the target where a test of that alone has a p-value of at most this. */
const levelOfAddition = 0.01
/**
 * A test within the classes can be relied on where so much of what the two columns share would remain there.
 */
const testableShare = 0.25

/** Whether the levels of two variables have an order. */
interface PairOrder {
  readonly rows: boolean
  readonly columns: boolean
}

/** A selected column × a candidate × the target. */
interface Trio {
  readonly table: Counts
  /** Rows of the candidate. */
  readonly rows: number
  /** Whether the selected column and the candidate have an order. */
  readonly isOrdered: PairOrder
  /** Whether the candidate and the target have an order. */
  readonly withTarget: PairOrder
  /** How many columns are selected, each of which is compared with the candidate. */
  readonly selected: number
}

/**
 * Whether a candidate X_c is related to a selected column X_j other than through the target Y: they depend on
 * each other, and so they do within the classes of Y (at the level divided by the number of selected
 * columns). If X_c ⟂ X_j | Y and X_c ⟂ Y | X_j, then X_c is irrelevant (intersection), so testing it alone is
 * valid. Where X_j almost says the class, little varies within the classes, and a test there may miss a copy
 * of X_j: then X_c also has to add to what X_j says of Y. Where they share fewer than half of the rows of the
 * candidate, a test says little: they count as related.
 */
export function isRelated(
  { table, rows, isOrdered, withTarget, selected }: Trio,
  draws: TableDraws,
): boolean {
  if (sum(table.cells) < rows / 2) return true
  const pair = sumOver(table, 2)
  const marginal = strataOf(inOneStratum(pair))
  if (!areDependent(marginal, isOrdered, levelOfRelation, draws)) return false
  const within = strataOf(targetFirst(table))
  if (areDependent(within, isOrdered, levelOfRelation / selected, draws)) return true
  if (shareWithin(table, pair, informationOf(marginal)) >= testableShare) return false
  return !areDependent(strataOf(table), withTarget, levelOfAddition, draws)
}

/**
 * The share of I(X_c;X_j) that would remain within the classes of Y if X_c had information about Y only
 * through X_j: 1 − I(X_c;Y) / I(X_c;X_j) where X_c ⟂ Y | X_j. It is small where X_j almost says the class, so
 * that little is left for a test within the classes. `pair` is the table of X_j and X_c, `shared` its n·I.
 */
function shareWithin(table: Counts, pair: Counts, shared: number): number {
  const [levels, candidate, classes] = table.levels.map(({ length }) => length)
  const withTarget = sumOver(table, 1).cells
  const expected = new Float64Array(candidate * classes)
  for (let level = 0; level < levels; level++) {
    let count = 0
    for (let x = 0; x < candidate; x++) count += pair.cells[level * candidate + x]
    for (let one = 0; one < classes; one++) {
      const inClass = withTarget[level * classes + one]
      if (inClass === 0) continue
      for (let x = 0; x < candidate; x++) {
        expected[x * classes + one] += (inClass * pair.cells[level * candidate + x]) / count
      }
    }
  }
  return shared > 0 ? 1 - weightedInformation(expected, classes) / shared : 0
}

/** n·I(X;Y) in bits of a table X × Y whose counts need not be whole. */
function weightedInformation(cells: Float64Array, down: number): number {
  const rows = new Float64Array(cells.length / down)
  const columns = new Float64Array(down)
  let [n, joint] = [0, 0]
  for (let row = 0, cell = 0; row < rows.length; row++) {
    for (let column = 0; column < down; column++, cell++) {
      rows[row] += cells[cell]
      columns[column] += cells[cell]
      joint += weightLog2Weight(cells[cell])
    }
    n += rows[row]
  }
  const margin = (counts: Float64Array) => counts.reduce((total, count) => total + weightLog2Weight(count), 0)
  return weightLog2Weight(n) - margin(rows) - margin(columns) + joint
}

/**
 * Whether two variables depend on each other within strata: by information, or by the order of their levels.
 */
function areDependent(strata: Strata, isOrdered: PairOrder, least: number, draws: TableDraws): boolean {
  const hasOrder = isOrdered.rows || isOrdered.columns
  const level = hasOrder ? least / 2 : least
  const { tables } = strata
  if (hasOrder) {
    const p = tables.length === 1 ? orderedTail(tables[0], isOrdered) : orderedTailWithin(tables, isOrdered)
    if (p <= level) return true
  }
  return isGainWithin(level, strata, draws)
}

/** A table of three variables summed over one of them. */
function sumOver({ levels, cells }: Counts, place: 1 | 2): Counts {
  const kept = levels.filter((_, i) => i !== place)
  const summed = new Float64Array(kept[0].length * kept[1].length)
  const [first, middle, last] = levels.map(({ length }) => length)
  // How far a step of each variable moves in the sum.
  const [a, b, c] = place === 1 ? [last, 0, 1] : [middle, 1, 0]
  for (let i = 0, cell = 0; i < first; i++) {
    for (let j = 0; j < middle; j++) {
      for (let k = 0; k < last; k++, cell++) summed[i * a + j * b + k * c] += cells[cell]
    }
  }
  return { levels: kept, cells: summed }
}

/** Puts the target, the last variable of a table, first. */
function targetFirst({ levels, cells }: Counts): Counts {
  const classes = levels[2].length
  const pairs = cells.length / classes
  const moved = new Float64Array(cells.length)
  for (let pair = 0, cell = 0; pair < pairs; pair++) {
    for (let one = 0; one < classes; one++, cell++) moved[one * pairs + pair] = cells[cell]
  }
  return { levels: [levels[2], levels[0], levels[1]], cells: moved }
}
