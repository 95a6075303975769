import { resolveOptions } from '#core'
import type { AnyText, OptionsOf, OptionTable, OptionValue, Shape } from '#core'
import type { Cut } from '../stops/cut.ts'
import type { Halt } from '../stops/halt.ts'
import type { Bookmark, Ending, Position, StepProblem, SubsetProblem } from './problem.ts'

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
  /** Called with the share done, where the strategy knows it. */
  readonly progress: (share: number) => void
}

interface SearchFacts<O extends OptionTable> {
  readonly id: string
  readonly title: string
  readonly options: O
  /** What it does, in one line. */
  readonly how: string
  /** It can begin with given columns: it adds columns to them, removes some, or does both. */
  readonly starts?: 'growing' | 'shrinking' | 'anywhere'
  /** It finds the Pareto front of two criteria. */
  readonly paretoFront?: true
  /** It compares sets of different sizes, so scores have to be merits of sets. */
  comparesSizes?(options: OptionsOf<O>): boolean
  /** It bounds subsets by the merit of the set, so it takes only criteria that no additional column makes worse. */
  readonly monotone?: true
  /** It scores fewer and fewer columns among themselves, so it takes only rankers. */
  readonly rescores?: true
  /** It tests candidates for independence from the target, so it takes only information of levels, and ends by itself. */
  readonly testsIndependence?: true
  /** The options of its tests of linear fits, which no other criterion takes. */
  readonly testsFits?: readonly string[]
  readonly reference: string
}

/** A strategy that adds candidates to the selected ones. */
export interface StepSearch<O extends OptionTable = OptionTable> extends SearchFacts<O> {
  readonly takes: 'step'
  run(problem: StepProblem, limits: SearchLimits, options: OptionsOf<O>): SearchGenerator
}

/** A strategy over sets. */
export interface SubsetSearch<O extends OptionTable = OptionTable> extends SearchFacts<O> {
  readonly takes: 'subset'
  run(problem: SubsetProblem, limits: SearchLimits, options: OptionsOf<O>): SearchGenerator
}

export type Search = StepSearch | SubsetSearch

/** Yields each position as it is reached; the last one is the selection, also if the search is interrupted. */
export type SearchGenerator = AsyncGenerator<Position, Ending, void>

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

/** Makes the public function of a search over candidates: it takes every criterion. */
export function defineStepSearch<const O extends OptionTable, const Id extends string>(
  record: Omit<StepSearch<O>, 'takes'> & { readonly id: Id },
): SearchMethod<Shape, O, Id> {
  return define<Shape, O, Id>({ ...record, takes: 'step' })
}

/** Makes the public function of a search over sets: it takes only criteria of sets. */
export function defineSubsetSearch<const O extends OptionTable, const Id extends string>(
  record: Omit<SubsetSearch<O>, 'takes'> & { readonly id: Id },
): SearchMethod<'subset', O, Id> {
  return define<'subset', O, Id>({ ...record, takes: 'subset' })
}

function define<A extends Shape, O extends OptionTable, Id extends string>(
  search: (StepSearch<O> | SubsetSearch<O>) & { readonly id: Id },
): SearchMethod<A, O, Id> {
  const method = (options: Partial<OptionsOf<O>> = {}): SearchSpec<A, Id, Partial<OptionsOf<O>>> => {
    resolveOptions(search.id, search.options, options as Readonly<Record<string, OptionValue>>)
    return { method: search.id, options }
  }
  return Object.assign(method, { search })
}
