import { CribaError, Definitions, resolveOptions, shownValue, withoutPromises } from '#core'
import type { AnyText, OptionsOf, OptionTable, OptionValue, Shape } from '#core'
import type { Cut } from '../stops/cut.ts'
import type { Halt } from '../stops/halt.ts'
import type { Path } from './path.ts'
import type { Bookmark, Candidates, Ending, Move, Position, SetAsideCandidate } from './problem.ts'
import type { Visited } from './visited.ts'

/** The limits and inputs of a search, common to all strategies. */
export interface SearchLimits {
  /** The number of columns to select; null: the strategy and the stop decide. */
  readonly k: number | null
  readonly halt: Halt
  /** The cut of a ranking. */
  readonly cut: Cut | null
  /** The candidates to begin with, instead of none or all. */
  readonly start: readonly number[]
  /** How many of the best sets are kept, in a search over sets. */
  readonly keep: number
  /** The point at which an earlier run was interrupted. */
  readonly bookmark: Bookmark | null
  /** Whether candidates together fit the cost budget; always, by default. */
  readonly fitsBudget?: (candidates: readonly number[]) => boolean
  /** How many sets the budget still allows; any number, by default. */
  readonly evaluationsLeft?: () => number
  /** How many sets are scored side by side, so that a request for fewer would leave some idle. */
  readonly setsAtOnce?: number
  /** The seed of everything random. */
  readonly seed: number
  /** Called with the share done, where it is known. */
  readonly progress: (share: number) => void
  /** Ends a search that was interrupted, also one that scores nothing. */
  readonly pause?: () => Promise<void>
}

/** What a search over candidates may know of the selection that `driver.ts` keeps for it. */
export interface StepState extends Pick<SearchLimits, 'k' | 'cut'> {
  /** The path that it begins with. */
  readonly start: Path
  /** The candidates that the stop set aside so far. */
  readonly excluded: ReadonlySet<number>
  /** How many candidates may be selected: k, or all. */
  readonly most: number
  /** A uniform number from 0 (included) to 1 (excluded), the same in every run of a seed. */
  readonly random: () => number
}

/**
 * What a search over candidates proposes. The driver asks the stop, keeps to k and the budget of cost, and
 * answers with the path after it; with null, if nothing joined.
 */
export type StepProposal =
  | {
      /** Paths one move longer, or a pair of moves; the first that the stop accepts is taken. */
      readonly add: readonly Path[]
      /** The candidate is tested by itself, not beside those selected. */
      readonly isAlone?: boolean
      /** Whether the path becomes the selection; else it is a stage on the way to others. True by default. */
      readonly selects?: boolean
    }
  /** A candidate that leaves, and the merit without it. */
  | { readonly remove: Move; readonly merit: number }
  /** A candidate that a test of the search itself excludes. */
  | { readonly setAside: SetAsideCandidate }
  /** The candidates still considered, for a search that ends before it selects any, and the share done. */
  | { readonly left: readonly number[]; readonly merit: number; readonly done: number }

/** The limits that a search over sets needs to know; the driver keeps the others. */
export type SetLimits = Omit<SearchLimits, 'halt' | 'cut' | 'fitsBudget' | 'pause'> &
  Pick<StepState, 'random'>

/** What a search over sets reports; the driver adds the best set so far. */
export interface SetReport {
  readonly move?: Move
  /** Where the search is, if that is what it selects. */
  readonly at?: Pick<Position, 'selected' | 'merit' | 'best' | 'bookmark'>
  /** The share done. */
  readonly done?: number
}

/** Why a search ended, or nothing: no candidate was left, or k were selected. */
type Ended = string | (Partial<Ending> & Pick<Ending, 'stopped'>) | undefined | void

interface SearchFacts<O extends OptionTable> {
  readonly id: string
  readonly title: string
  readonly options: O
  /** What it does, in one line. */
  readonly how: string
  /** It can begin with given columns: it adds columns to them, removes some, or does both. */
  readonly starts?: 'growing' | 'shrinking' | 'anywhere'
  /** It turns to other paths, so its steps are known at the end, and k columns do not end it. */
  readonly revises?: true
  /** It selects the set that it ends at, not the best of those that it scored. */
  readonly walks?: true
  /** It finds the Pareto front of two criteria. */
  readonly paretoFront?: true
  /** It compares sets of different sizes, so scores have to be merits of sets. */
  comparesSizes?(options: OptionsOf<O>): boolean
  /**
   * It bounds subsets by the merit of the set, so it takes only criteria that no additional column makes
   * worse.
   */
  readonly monotone?: true
  /** It scores fewer and fewer columns among themselves, so it takes only rankers. */
  readonly rescores?: true
  /**
   * It tests candidates for independence from the target, so it takes only information of levels, and ends by
   * itself.
   */
  readonly testsIndependence?: true
  /** The options of its tests of linear fits, which no other criterion takes. */
  readonly testsFits?: readonly string[]
  readonly reference: string
}

/** A strategy that adds candidates to the selected ones. */
export interface StepSearch<O extends OptionTable = OptionTable> extends SearchFacts<O> {
  readonly takes: 'step'
  run(
    problem: Candidates,
    state: StepState,
    options: OptionsOf<O>,
  ): AsyncGenerator<StepProposal, Ended, Path | null>
}

/** A strategy over sets. */
export interface SubsetSearch<O extends OptionTable = OptionTable> extends SearchFacts<O> {
  readonly takes: 'subset'
  run(visited: Visited, limits: SetLimits, options: OptionsOf<O>): AsyncGenerator<SetReport, Ended, void>
}

export type Search = StepSearch | SubsetSearch

/** Searches of one's own. */
export const ownSearches = new Definitions<Search>('search', ['run'])

/** A search by its name, with the options that differ from its defaults. */
export interface SearchSpec<
  A extends Shape = never,
  Id extends string = AnyText,
  Options = Readonly<Record<string, OptionValue>>,
> {
  readonly method: Id
  readonly options?: Options
  /** Never set; only for the compiler, which matches searches with the criteria they take. */
  readonly forCompiler?: (shape: A) => void
}

/** The public function of a search: called with options it returns a spec; its record is `search`. */
export interface SearchMethod<
  A extends Shape,
  O extends OptionTable = OptionTable,
  Id extends string = string,
> {
  (options?: Partial<OptionsOf<O>>): SearchSpec<A, Id, Partial<OptionsOf<O>>>
  readonly search: Search & { readonly id: Id }
}

/**
 * Makes a search of your own. One over candidates (`takes: 'step'`) takes every criterion and proposes what
 * joins; the driver keeps to its stop, k, budgets and columns to keep. One over sets (`takes: 'subset'`)
 * takes criteria of sets; the best of all sets that it scored is selected, of k columns if k is given.
 *
 * @example
 * const greedy = defineSearch({
 *   takes: 'step', id: 'greedy', title: 'Greedy', options: {}, how: 'adds the best candidate', reference: 'by definition',
 *   async *run(problem, { start }) {
 *     for (let path = start; ;) {
 *       const next = pathWith(path, await problem.evaluate(path.selected))
 *       if (!next) return
 *       path = (yield { add: [next] }) ?? path
 *     }
 *   },
 * })
 */
export function defineSearch<const O extends OptionTable, const Id extends string>(
  record: StepSearch<O> & { readonly id: Id },
): SearchMethod<Shape, O, Id>
export function defineSearch<const O extends OptionTable, const Id extends string>(
  record: SubsetSearch<O> & { readonly id: Id },
): SearchMethod<'subset', O, Id>
export function defineSearch<O extends OptionTable, Id extends string>(
  search: (StepSearch<O> | SubsetSearch<O>) & { readonly id: Id },
): SearchMethod<Shape, O, Id> {
  const method = (options: Partial<OptionsOf<O>> = {}): SearchSpec<Shape, Id, Partial<OptionsOf<O>>> => {
    resolveOptions(search.id, search.options, options as Readonly<Record<string, OptionValue>>)
    return { method: search.id, options }
  }
  return Object.assign(method, { search })
}

/* What a search of one's own may get wrong: such proposals would make a wrong selection, or a search without
   an end. */

/** Where a search is when it makes a proposal. */
interface State {
  readonly path: Path
  /** How many candidates there are. */
  readonly size: number
  /** The candidates that may not be proposed again. */
  readonly excluded: ReadonlySet<number>
}

/** Refuses a proposal that does not go on from where the search is. */
export function checkProposal(
  { id, revises }: StepSearch,
  proposal: StepProposal,
  { path, size, excluded }: State,
): void {
  const refuse = (what: string): never => refuseSearch(`${id} ${what}`)
  const check = (candidate: number) => {
    if (!isCandidate(candidate, size))
      refuse(`names candidate ${shownValue(candidate)} (needs 0 to ${size - 1})`)
  }
  if (typeof proposal !== 'object' || proposal === null) refuse(`yields ${shownValue(proposal)}`)
  else if ('setAside' in proposal) {
    const { candidate, pValue = NaN, lacking } = Object(proposal.setAside) as typeof proposal.setAside
    check(candidate)
    if (!(pValue >= 0 && pValue <= 1) && typeof lacking !== 'string') {
      refuse(`sets candidate ${candidate} aside without a pValue from 0 to 1, or what is lacking for it`)
    }
  } else if ('left' in proposal) {
    if (!Array.isArray(proposal.left)) refuse(`leaves ${shownValue(proposal.left)} (needs a list)`)
    proposal.left.forEach(check)
  } else if ('remove' in proposal) {
    const { candidate } = Object(proposal.remove) as typeof proposal.remove
    if (!path.selected.includes(candidate)) refuse(`removes candidate ${candidate}, which is not selected`)
  } else {
    if (!Array.isArray(proposal.add) || proposal.add.length === 0) refuse('adds no path')
    for (const next of proposal.add) {
      // `pathWith` gives null where no candidate is left.
      const { selected = [], move, before, isPair = false } = Object(next) as Partial<Path>
      if (!move || (isPair && !before?.move)) refuse('adds a path without a move')
      checkedList(selected)
      const joining = selected.slice(isPair ? -2 : -1)
      const known = selected.length - joining.length
      // What joined before was checked then: a long ranking is not checked again at each of its columns.
      const unchecked = revises ? selected : joining
      unchecked.forEach(check)
      if (!joining.includes(move!.candidate)) refuse('adds a path whose move is of another candidate')
      if (!Array.isArray((Object(before) as Partial<Path>).selected) || typeof next.gain !== 'number')
        refuse('adds a path without the one before, or without a gain')
      const isTwice = (candidate: number, place: number) => unchecked.indexOf(candidate) < place
      const isKnown = (candidate: number) => selected.indexOf(candidate) < known
      if (unchecked.some(isTwice) || (!revises && joining.some(isKnown))) refuse('adds a candidate twice')
      if (revises) continue
      const goesOn = path.selected.every((candidate, place) => candidate === selected[place])
      if (!goesOn || known !== path.selected.length) refuse('adds a path that is not one move longer')
      const again = joining.find((candidate) => excluded.has(candidate))
      if (again !== undefined) refuse(`adds candidate ${again} again, which could not join`)
    }
  }
}

/** What a search runs as, which answers each proposal. */
export function checkedWalk<W extends AsyncGenerator<unknown, unknown, never>>(
  { id }: Pick<StepSearch, 'id'>,
  walk: W,
): W {
  if (typeof (Object(walk) as Partial<W>).next === 'function') return walk
  return refuseSearch(`${id} does not run as a generator (needs async *run)`)
}

/** What a search names, if it is a list. */
export function checkedList<T>(given: readonly T[]): readonly T[] {
  if (Array.isArray(given)) return given as readonly T[]
  withoutPromises('search: it', given)
  return refuseSearch(`it names ${shownValue(given)} (needs a list)`)
}

/** A copy of a set in ascending order. */
export function checkedSet(members: readonly number[], size: number): readonly number[] {
  checkedList(members)
  const isAscending = (set: readonly number[]) =>
    set.every((one, place) => isCandidate(one, size) && (place === 0 || one > set[place - 1]))
  if (isAscending(members)) return members.slice()
  const areNumbers = members.every((one) => typeof one === 'number')
  const sorted = areNumbers ? members.toSorted((a, b) => a - b) : members
  if (isAscending(sorted)) return sorted
  withoutPromises('search: it', members)
  return refuseSearch(
    `it names the set ${sorted.map(shownValue).join(', ')} (needs candidates from 0 to ${size - 1}, each once)`,
  )
}

/** Why a search ended, in its own words or in others. */
export function endingOf({ id }: Pick<StepSearch, 'id'>, ended: Ended | null, others: string): Ending {
  const ending = ended ?? others
  if (typeof ending === 'string') return { stopped: ending }
  if (typeof ending.stopped === 'string') return ending
  return refuseSearch(`${id} returns ${shownValue(ending)} (needs why it ended, or nothing)`)
}

function isCandidate(candidate: number, size: number): boolean {
  return Number.isInteger(candidate) && candidate >= 0 && candidate < size
}

function refuseSearch(why: string): never {
  throw new CribaError('invalid', `invalid search: ${why}`)
}
