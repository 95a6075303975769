import { countLevels, isCutShort } from '#core'
import type { AlsoRelated, Counts, SelectResult, SettledSelectSpec, Variable } from '#core'
import {
  falseDiscoveryRates,
  isSignificance,
  marginsOf,
  pairNeeds,
  PairTerms,
  permutedGain,
  strataOf,
} from '#methods'
import { pOfGain } from '../null-distributions/gain-p.ts'
import type { GainP } from '../null-distributions/gain-p.ts'
import { orderedTail } from '../null-distributions/ordered-association.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { CandidateInput } from './candidate-input.ts'
import { hasOrder } from './candidate-test.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { streamOf } from './gain-test.ts'
import type { TestContext } from './gain-test.ts'
import { numericColumns } from './null-tests.ts'
import { canRank, pValuesOfRanks } from './rank-test.ts'
import type { RankedPair } from './rank-test.ts'
import type { SelectionColumns } from './selection-columns.ts'

/** The false discovery rate of the list. */
const rate = 0.05
/** Permutations of a test, where it needs any. */
const permutations = 999
/**
 * Ranks are compared where another test has a p-value of at most this: others have no trend that would be
 * found.
 */
const promising = 0.2
/** So many values are ranked. */
const mostRanks = 1 << 22
/** Columns of more cells with the target have too few rows in each. */
const mostCells = 1 << 15
/**
 * For so many pairs of a related column and a chosen one the gain is computed; the most significant columns
 * come first.
 */
const mostPairs = 1 << 16

/** A selection that has ended. */
interface EndedSelection {
  readonly settled: SettledSelectSpec
  readonly chosen: ChosenSelection
  readonly columns: Pick<SelectionColumns, 'prepared' | 'prefiltered'>
  readonly found: Pick<SelectResult, 'selected' | 'stopped'>
}

/** The columns of a search that has ended, and the tests of its candidates. */
interface RelatedSelection {
  readonly input: CandidateInput
  readonly tests: TestContext
  /** The places of the chosen columns, in their order. */
  readonly chosen: readonly number[]
  /** How many columns there were before a prefilter: those that it left out count as unrelated. */
  readonly columns: number
}

/**
 * The columns that follow the target though they were not chosen. Undefined where the search did not end by
 * significance, where rows are not exchangeable one by one, and where counts have no distribution.
 */
export async function findAlsoRelated(
  batcher: RequestBatcher,
  ended: EndedSelection,
): Promise<readonly AlsoRelated[] | undefined> {
  const selection = relatedSelection(ended)
  return selection ? await relatedColumns(batcher, selection) : undefined
}

/** What is tested; null where nothing is. */
function relatedSelection({
  settled,
  chosen: { scorer, stop, second },
  columns: { prepared, prefiltered },
  found: { selected, stopped },
}: EndedSelection): RelatedSelection | null {
  const { k, budget, group, time, seed } = settled
  const { input, names, codings, recutting } = prepared
  const { target, view } = input.context
  const endedByTest = stop !== null && isSignificance(stop) && k === null && budget === null
  if (!endedByTest || !scorer.can.test || second !== null || isCutShort({ stopped })) return null
  if (group !== null || time !== null || recutting || view.sampledOver) return null
  if (!target || target !== codings.target || input.features.some(({ coding }) => coding === null))
    return null
  const numbers = numericColumns(prepared)
  const places = new Map(names.map((name, place) => [name, place]))
  return {
    input,
    tests: {
      features: input.features,
      names,
      target,
      view,
      seed,
      isNumeric: (column) => numbers.has(column),
      given: [],
    },
    chosen: selected.flatMap((name) => places.get(name) ?? []),
    columns: names.length + prefiltered.excluded.length,
  }
}

/**
 * The columns that were not chosen but are related to the target by themselves, at a false discovery rate of
 * 5 % over all columns (Benjamini and Hochberg), the most significant first. p is that of I(X;Y); where X or
 * Y are numbers their ranks are compared too, and p is twice the smaller one. Each has the chosen column
 * given which it has least information about the target.
 */
async function relatedColumns(
  batcher: RequestBatcher,
  { input, tests, chosen, columns }: RelatedSelection,
): Promise<readonly AlsoRelated[]> {
  const { features, names } = input
  const places = [...features.keys()].filter((place) => cellsOf(features[place], tests.target!) <= mostCells)
  const pValues = await pValuesAlone(batcher, tests, places, rate / columns)
  const found = new Map(places.map((place, i) => [place, pValues[i]]))
  const all = Float64Array.from({ length: columns }, (_, place) => found.get(place)?.pValue ?? 1)
  const rates = falseDiscoveryRates(all)
  const isChosen = new Set(chosen)
  const related = places
    .filter((place) => rates[place] <= rate && !isChosen.has(place))
    .sort((a, b) => all[a] - all[b] || a - b)
  const covers = await coversOf(batcher, input, related, chosen)
  return related.map((place, i) => ({
    feature: names[place],
    pValue: all[place],
    pFrom: found.get(place)!.by,
    qValue: rates[place],
    coveredBy: covers[i] === undefined ? null : names[covers[i]],
  }))
}

/**
 * The p-value of each column by itself: of its information, and of the ranks of its numbers or of the
 * target's where there are any. Ranks are compared where the information, or the order of the levels, has a
 * p-value of at most 0.2: by the values themselves, or by the levels alone where that would be too many.
 */
async function pValuesAlone(
  batcher: RequestBatcher,
  tests: TestContext,
  places: readonly number[],
  deciding: number,
): Promise<readonly GainP[]> {
  const { features, view } = tests
  const target = tests.target!
  const family = { list: places.map((place) => [features[place], target]) }
  const [tables] = await batcher.requestOnce([{ kind: 'counts', family, view }])
  const alone: TestedAlone[] = []
  for (const [i, place] of places.entries())
    alone.push(await testAlone(batcher, tests, place, tables[i], deciding))
  const promisingOnes = alone.filter(({ byOrder, byBits }) => Math.min(byOrder, byBits.pValue) <= promising)
  const ranked = promisingOnes.filter(({ isRanked }) => isRanked)
  const rows = ranked.reduce((sum, { pair }) => sum + pair.table.n, 0)
  const ofRanks =
    rows > mostRanks
      ? ranked.map(({ byOrder }) => byOrder)
      : await pValuesOfRanks(
          batcher,
          ranked.map(({ pair }) => pair),
          view,
        )
  const byRanks = new Map(ranked.map((one, i) => [one, ofRanks[i]]))
  return alone.map((one): GainP => {
    if (!one.isRanked) return one.byBits
    const least: GainP = { pValue: byRanks.get(one) ?? 1, by: 'ranks' }
    const { pValue, by } = least.pValue < one.byBits.pValue ? least : one.byBits
    return { pValue: Math.min(1, 2 * pValue), by }
  })
}

/**
 * A column and the target: the p-value of their information, and of the order of their levels where ranks can
 * be compared.
 */
interface TestedAlone {
  readonly pair: RankedPair
  readonly isRanked: boolean
  readonly byBits: GainP
  readonly byOrder: number
}

async function testAlone(
  batcher: RequestBatcher,
  tests: TestContext,
  place: number,
  counts: Counts,
  deciding: number,
): Promise<TestedAlone> {
  const { features } = tests
  const target = tests.target!
  const table = { ...marginsOf(counts), cells: counts.cells }
  const isOrdered = { rows: hasOrder(tests, features[place]), columns: hasOrder(tests, target) }
  const pair = { feature: features[place], target, table, isOrdered }
  const isRanked = canRank(pair)
  const draws = await streamOf(tests, [], [place], [counts])
  const strata = strataOf({ levels: [[0], ...counts.levels], cells: counts.cells })
  const effort = { permutations, deciding: isRanked ? deciding / 2 : deciding }
  return {
    pair,
    isRanked,
    byBits: await pOfGain(strata, permutedGain(strata, draws), draws, effort, () => batcher.pauseIfDue()),
    byOrder: isRanked ? orderedTail(table, isOrdered) : 1,
  }
}

/**
 * For each related column the chosen one given which it has least information about the target; none beyond
 * the bound on pairs.
 */
async function coversOf(
  batcher: RequestBatcher,
  { features, names, context }: CandidateInput,
  related: readonly number[],
  chosen: readonly number[],
): Promise<readonly number[]> {
  if (chosen.length === 0 || related.length === 0) return []
  const places = related.slice(0, Math.floor(mostPairs / chosen.length))
  const candidates = places.map((place) => features[place])
  const of = { ...context, candidates, names: places.map((place) => names[place]), sums: null }
  const steps = chosen.map((place) => ({ ...of, selected: [features[place]] }))
  const needs = steps.map((step) => pairNeeds(step, true))
  const answers = await batcher.requestOnce(needs.flat())
  let from = 0
  const gains = steps.map((step, i) => {
    const own = answers.slice(from, (from += needs[i].length))
    return new PairTerms(own, {}, step).given
  })
  return places
    .map((_, k) => gains.reduce((least, gain, i) => (gain[k] < gains[least][k] ? i : least), 0))
    .map((least) => chosen[least])
}

function cellsOf({ coding }: Variable, target: Variable): number {
  const levels = coding === null || coding.kind === 'values' ? Infinity : countLevels(coding)
  return levels * countLevels(target.coding!)
}
