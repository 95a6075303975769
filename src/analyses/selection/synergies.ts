import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { seeded } from '../../kernel/random-stream.ts'
import { conditionalTail } from '../../measures/synergy.ts'
import type { GainP } from '../../measures/gain-p.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import { limits } from '../../statistics/request.ts'
import type { Counts } from '../../statistics/counts.ts'
import type { Family } from '../../statistics/family.ts'
import { seedWith } from '../../statistics/permutation.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { SelectResult, Synergies } from '../../trace/selection.ts'
import { pairedColumn } from '../information/pair-entropies.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { isSignificance } from './chosen-stop.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { level, screenPairs } from './synergy-screen.ts'
import type { ScreenedPair, ScreenedSelection } from './synergy-screen.ts'

/** The most pairs that are tested. */
const mostTested = 16

/** A selection that has ended. */
interface EndedSelection {
  readonly settled: SettledSelectSpec
  readonly chosen: ChosenSelection
  readonly prepared: PreparedSelection
  readonly found: Pick<SelectResult, 'selected' | 'stopped'>
  /** Yields to the event loop now and then; throws where the run was interrupted. */
  readonly pause: () => Promise<void>
}

/**
 * The pairs that have information about the target only together, and that a search of single columns cannot find: of two columns
 * that were not chosen, or of a chosen one and another. Undefined where the search does not say that nothing more adds anything,
 * where it looked at pairs itself, where gains have no distribution, and where the run is interrupted.
 */
export async function findSynergies(
  batcher: RequestBatcher,
  ended: EndedSelection,
): Promise<Synergies | undefined> {
  const screened = screenedSelection(ended)
  if (!screened) return undefined
  try {
    await ended.pause()
    const { found, mostInformation, ...counts } = await screenPairs(batcher, screened)
    const tested = await testPairs(batcher, screened, ended, found.slice(0, mostTested), counts.pairs)
    if (!tested) return undefined
    const { names } = screened.input
    const { keep } = ended.settled
    const [first] = tested
    const isTheBest = screened.chosen.length === 0 && first?.pair.joint === mostInformation
    return {
      ...counts,
      found: tested.map(({ pair: { a, b, iA, iB, joint, interaction }, pValue, by }) => ({
        ...{ a: names[a], b: names[b], iA, iB, joint, interaction },
        ...{ pValue, pFrom: by },
      })),
      ...(first && {
        takenUpBy: isTheBest
          ? { method: 'joint:lookahead=2' }
          : { keep: [...new Set([...keep, names[first.pair.a], names[first.pair.b]])] },
      }),
    }
  } catch (error) {
    if (error instanceof CribaError && error.code === 'interrupted') return undefined
    throw error
  }
}

/** What is screened; null where nothing is. */
function screenedSelection({
  settled,
  chosen: { scorer, search, stop, second },
  prepared: { scope, codings, input, names, recutting },
  found: { selected, stopped },
}: EndedSelection): ScreenedSelection | null {
  const { k, budget, groups, costs } = settled
  const { target, view } = input.context
  // With `k`, a budget, groups or costs the end of the search does not say that no column adds anything.
  const isOfSingleColumns = Object.keys(groups).length === 0 && costs === null && second === null
  const endedByTest = stop !== null && isSignificance(stop) && k === null && budget === null
  if (!endedByTest || !isOfSingleColumns || stopped === 'interrupted') return null
  if (!scorer.can.test || Number(search.options.lookahead ?? 1) > 1) return null
  if (!scope.target || !codings.target || target !== codings.target) return null
  if (recutting || view.sampledOver || input.features.some(({ coding }) => coding === null)) return null
  const paired = pairedColumn(scope.target, target, view)
  if (paired.hasGaps) return null
  const places = new Map(names.map((name, place) => [name, place]))
  return { input, target: paired, chosen: selected.flatMap((name) => places.get(name) ?? []) }
}

/** A pair with the larger p-value of its tests. */
interface TestedPair extends GainP {
  readonly pair: ScreenedPair
}

/**
 * The pairs in which each column that was not chosen has significant information given the other, at the level divided by all
 * pairs; and given the other and any one of the other chosen columns, at the level divided by the pairs left. Null where rows
 * have fractional weights, which are not permuted.
 */
async function testPairs(
  batcher: RequestBatcher,
  { input, chosen }: ScreenedSelection,
  { settled: { seed }, pause }: EndedSelection,
  pairs: readonly ScreenedPair[],
  all: number,
): Promise<readonly TestedPair[] | null> {
  const { features, names, context } = input
  const { target, view } = context
  const isChosen = new Set(chosen)
  const list = pairs.map(({ a, b }) => [features[a], features[b], target!])
  const tables = await countsOf(batcher, { list }, view)
  if (!tables.every(({ cells }) => cells.every(Number.isInteger))) return null
  const deciding = level / all
  const significant: TestedPair[] = []
  for (const [i, pair] of pairs.entries()) {
    const tested = await largest(pair, tables[i], [], deciding)
    if (tested.pValue <= deciding) significant.push({ pair, ...tested })
  }
  const kept: TestedPair[] = []
  for (const one of significant) {
    const { a, b } = one.pair
    const others = chosen.filter((place) => place !== a && place !== b)
    const cells = [a, b].reduce((cells, place) => cells * levelsOf(features[place]), levelsOf(target!))
    const isTooLarge = others.some((place) => cells * levelsOf(features[place]) > limits.cells)
    if (isTooLarge) continue
    const each = others.map((place) => features[place])
    const family = { base: [features[a], features[b], target!], each }
    const given = others.length > 0 ? await countsOf(batcher, family, view) : []
    const limit = level / significant.length
    let adds = true
    for (const table of given) adds &&= (await largest(one.pair, table, [3], limit)).pValue <= limit
    if (adds) kept.push(one)
  }
  return kept

  /** The larger p-value of the columns of a pair that were not chosen, each given the other and more axes of the table. */
  async function largest(
    { a, b }: ScreenedPair,
    table: Counts,
    more: readonly number[],
    limit: number,
  ): Promise<GainP> {
    const random = seeded(`${seedWith(seed, table.cells)}/synergy/${names[a]}/${names[b]}`)
    const uniform = () => uniformFloat64(random)
    let largest: GainP | null = null
    for (const x of isChosen.has(a) ? [1] : [0, 1]) {
      await pause()
      const found = conditionalTail(table, { x, y: 2, z: [1 - x, ...more] }, uniform, limit)
      if (!largest || found.pValue > largest.pValue) largest = found
    }
    return largest!
  }
}

async function countsOf(batcher: RequestBatcher, family: Family, view: View): Promise<readonly Counts[]> {
  const [tables] = await batcher.requestOnce([{ kind: 'counts', family, view }])
  return tables
}

function levelsOf({ coding }: Variable): number {
  return countLevels(coding!)
}
