import { exchangeOf, isCutShort } from '#core'
import type { SelectResult, SettledSelectSpec, Synergies } from '#core'
import { isSignificance } from '#methods'
import { pairedColumn } from '../information/pair-entropies.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { screenPairs } from './synergy-screen.ts'
import type { ScreenedSelection } from './synergy-screen.ts'
import { testPairs } from './synergy-tests.ts'

/** A selection that has ended. */
interface EndedSelection {
  readonly settled: SettledSelectSpec
  readonly chosen: ChosenSelection
  readonly prepared: PreparedSelection
  readonly found: Pick<SelectResult, 'selected' | 'stopped' | 'evaluations'>
  /** Yields to the event loop now and then; throws where the run was interrupted. */
  readonly pause: () => Promise<void>
}

/**
 * The pairs that have information about the target only together, and that a search of single columns cannot
 * find: of two columns that were not chosen, or of a chosen one and another. Undefined where the search does
 * not say that nothing more adds anything, where it looked at pairs itself, where gains have no distribution,
 * and where rows are not exchangeable one by one (the tests of pairs are of tables).
 */
export async function findSynergies(
  batcher: RequestBatcher,
  ended: EndedSelection,
): Promise<Synergies | undefined> {
  const screened = screenedSelection(ended)
  if (!screened) return undefined
  await ended.pause()
  const { found, mostInformation, ...counts } = await screenPairs(batcher, screened)
  const { seed } = ended.settled
  const tested = await testPairs(batcher, screened, found, {
    pairs: counts.pairs,
    seed,
    pause: ended.pause,
  })
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
}

/** What is screened; null where nothing is. */
function screenedSelection({
  settled,
  chosen: { scorer, search, stop, second },
  prepared: { scope, codings, input, names, recutting },
  found: { selected, stopped, evaluations },
}: EndedSelection): ScreenedSelection | null {
  const { k, budget, groups, costs } = settled
  const { target, view } = input.context
  // With `k`, a budget, groups or costs the end of the search does not say that no column adds anything.
  const isOfSingleColumns = Object.keys(groups).length === 0 && costs === null && second === null
  const endedByTest = stop !== null && isSignificance(stop) && k === null && budget === null
  if (!endedByTest || !isOfSingleColumns || isCutShort({ stopped })) return null
  if (!scorer.can.test || Number(search.options.lookahead ?? 1) > 1) return null
  if (!scope.target || !codings.target || target !== codings.target) return null
  if (input.context.splitBy && exchangeOf(input.context.splitBy)) return null
  if (recutting || view.sampledOver || input.features.some(({ coding }) => coding === null)) return null
  const paired = pairedColumn(scope.target, target, view)
  if (paired.hasGaps) return null
  const places = new Map(names.map((name, place) => [name, place]))
  return { input, target: paired, chosen: selected.flatMap((name) => places.get(name) ?? []), evaluations }
}
