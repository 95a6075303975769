import { byCodePoint, countLevels, exchangeOf, isCutShort } from '#core'
import type { SelectResult, SettledSelectSpec, Synergies, Variable } from '#core'
import { isSignificance, relevanceFold, relevanceNeeds } from '#methods'
import { scorePairsOnce } from '../information/interaction-scores.ts'
import { pairedColumn, pairEntropiesWithTarget } from '../information/pair-entropies.ts'
import type { PairedColumn } from '../information/pair-entropies.ts'
import { informationTail, meanInformationOf } from '../null-distributions/independence.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { CandidateInput } from './candidate-input.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import type { PreparedSelection } from './prepared-selection.ts'
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

/** The level of all pairs together. */
export const level = 0.05
/**
 * How many pairs are counted: so many for each column, for each score that the search evaluated, or as visit
 * so many rows, each pair as if it had `overhead` more; whichever is most, but never more than `most`. So
 * screening takes a small part of a run, and the same pairs are screened on any machine.
 */
const budget = { perColumn: 16, perScore: 2, rows: 1 << 26, overhead: 1 << 10, most: 1 << 17 } as const
/** Columns of more levels, and pairs of more cells, have too few rows in each. */
const most = { levels: 128, cells: 1 << 15 } as const

/** The columns of a search that has ended. */
export interface ScreenedSelection {
  readonly input: CandidateInput
  readonly target: PairedColumn
  /** The places of the chosen columns. */
  readonly chosen: readonly number[]
  /** How many scores the search evaluated. */
  readonly evaluations: number
}

/**
 * A pair that may be synergetic: at least one of the two was not chosen; a chosen one comes first, else the
 * first by name.
 */
export interface ScreenedPair {
  readonly a: number
  readonly b: number
  readonly iA: number
  readonly iB: number
  readonly joint: number
  readonly interaction: number
  /** Its columns that were not chosen have no significant information alone. */
  readonly isHidden: boolean
}

/** What the screening of pairs found. */
interface Screening {
  /** How many pairs there are. */
  readonly pairs: number
  readonly screened: number
  /**
   * The pair of the most information about the target, in bits; NaN where not all pairs of all columns were
   * screened.
   */
  readonly mostInformation: number
  /** Pairs of significant interaction, the most significant first. */
  readonly found: readonly ScreenedPair[]
}

/** A column that may be in a pair. */
interface Member extends PairedColumn {
  readonly place: number
  readonly isChosen: boolean
  /** How many of its levels occur. */
  readonly levels: number
  readonly relevance: number
  /** It has significant information alone, at the level divided by all columns. */
  readonly isInformative: boolean
}

/**
 * Screens the pairs of a chosen column and another, and of two others. A pair is found if its interaction is
 * significant by the χ² distribution, at the level divided by all pairs. Where the budget is too small for
 * all columns, those with the most information alone are screened: their p-values are smaller than by chance,
 * so the level is divided by all pairs even then.
 */
async function screenPairs(
  batcher: RequestBatcher,
  { input, target, chosen, evaluations }: ScreenedSelection,
): Promise<Screening> {
  const { view } = input.context
  const { members, classes } = await membersOf(batcher, input, new Set(chosen))
  const [selected, others] = [true, false].map((isIt) => members.filter(({ isChosen }) => isChosen === isIt))
  const pairs = pairsAmong(selected.length, others.length)
  const tables = tablesFor(batcher.source.rows, input.features.length, evaluations)
  const affordable = countAffordable(tables, selected, others)
  const screened = [...selected, ...others.slice(0, affordable)]
  if (pairs === 0 || affordable === 0) return { pairs, screened: 0, mostInformation: NaN, found: [] }
  const entropies = pairEntropiesWithTarget(screened, target)
  const scores = await scorePairsOnce(batcher, entropies, view)
  const { n, iA, iB, joint, interaction } = scores
  const found: (ScreenedPair & { readonly p: number })[] = []
  let [count, mostInformation] = [0, 0]
  for (let pair = 0; pair < n.length; pair++) {
    const [a, b] = [screened[entropies.a[pair]], screened[entropies.b[pair]]]
    if (b.isChosen || a.levels * b.levels * classes > most.cells) continue
    count++
    mostInformation = Math.max(mostInformation, joint[pair])
    const levels = [a.levels, b.levels, classes]
    // Most pairs have less than chance would give on average, and need no p-value.
    if (interaction[pair] <= meanInformationOf(n[pair], levels)) continue
    const p = informationTail(interaction[pair], n[pair], levels)
    if (p > level / pairs) continue
    const isInOrder = a.isChosen || byCodePoint(a.name, b.name) <= 0
    const isHidden = [a, b].every(({ isChosen, isInformative }) => isChosen || !isInformative)
    const of = { joint: joint[pair], interaction: interaction[pair], isHidden, p }
    found.push(
      isInOrder
        ? { a: a.place, b: b.place, iA: iA[pair], iB: iB[pair], ...of }
        : { a: b.place, b: a.place, iA: iB[pair], iB: iA[pair], ...of },
    )
  }
  const nameOf = ({ a, b }: ScreenedPair) => [input.names[a], input.names[b]]
  found.sort(
    (one, other) =>
      one.p - other.p || other.interaction - one.interaction || byNames(nameOf(one), nameOf(other)),
  )
  const isOfAll = count === pairsAmong(0, input.features.length)
  return { pairs, screened: count, mostInformation: isOfAll ? mostInformation : NaN, found }
}

/** The chosen columns, then the others, those with the most information alone first. */
async function membersOf(
  batcher: RequestBatcher,
  { features, names, context }: CandidateInput,
  chosen: ReadonlySet<number>,
): Promise<{ readonly members: readonly Member[]; readonly classes: number }> {
  const step = { ...context, candidates: features, names, selected: [], sums: null }
  const answers = await batcher.requestOnce(relevanceNeeds(step))
  const { n, relevance } = relevanceFold(answers, step)
  const classes = answers[1].cells[0]
  const members = features.flatMap((variable, place): Member[] => {
    const levels = answers[0].cells[place]
    const isChosen = chosen.has(place)
    if (mostLevelsOf(variable) > most.levels || levels < 2) return []
    const hasGaps = context.gaps?.has(variable) ?? false
    const p = informationTail(relevance[place], n[place], [levels, classes])
    const isInformative = p <= level / features.length
    const column = { name: names[place], variable, hasGaps, place, isChosen }
    return [{ ...column, levels, relevance: relevance[place], isInformative }]
  })
  members.sort(
    (a, b) =>
      Number(b.isChosen) - Number(a.isChosen) || b.relevance - a.relevance || byCodePoint(a.name, b.name),
  )
  return { members, classes }
}

/** How many levels a coded variable has; Infinity where that is not known before counting. */
export function mostLevelsOf({ coding }: Variable): number {
  return coding === null || coding.kind === 'values' ? Infinity : countLevels(coding)
}

/** How many tables may be counted. */
function tablesFor(rows: number, columns: number, evaluations: number): number {
  const ofRows = Math.floor(budget.rows / (rows + budget.overhead))
  const tables = Math.max(budget.perColumn * columns, budget.perScore * evaluations, ofRows)
  return Math.min(budget.most, tables)
}

/**
 * How many of the others, in their order, can be paired with each other and with all chosen columns by so
 * many tables.
 */
function countAffordable(tables: number, selected: readonly Member[], others: readonly Member[]): number {
  let gaps = selected.filter(({ hasGaps }) => hasGaps).length
  let count = 0
  for (const { hasGaps } of others) {
    gaps += hasGaps ? 1 : 0
    const columns = selected.length + count + 1
    // Over the rows of each column with gaps, every column is counted again.
    if (pairsAmong(0, columns) + columns * gaps > tables) break
    count++
  }
  return count
}

function pairsAmong(selected: number, others: number): number {
  return selected * others + (others * (others - 1)) / 2
}

function byNames(one: readonly string[], other: readonly string[]): number {
  return byCodePoint(one[0], other[0]) || byCodePoint(one[1], other[1])
}
