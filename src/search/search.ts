import { resolveOptions } from '../spec/options.ts'
import type { OptionsOf, OptionTable, OptionValue } from '../spec/options.ts'
import type { AnyText, Shape } from '../spec/method-text.ts'
import type { Cut } from '../stop/cut.ts'
import type { Halt } from '../stop/halt.ts'
import type { Bookmark, Ending, Position, StepProblem, SubsetProblem } from './problem.ts'

/** What bounds a search, whatever its strategy. */
export interface SearchLimits {
  /** So many columns; null: as the strategy and the halt say. */
  readonly k: number | null
  readonly halt: Halt
  /** Where a ranking is cut. */
  readonly cut: Cut | null
  /** Where the search begins, instead of with nothing or with every column. */
  readonly start: readonly number[]
  /** So many of the best sets are kept, where the search looks at sets. */
  readonly keep: number
  /** Where it was left another time. */
  readonly bookmark: Bookmark | null
  /** Whether candidates can be selected together; always, unless said. */
  readonly affords?: (candidates: readonly number[]) => boolean
  /** Of all that is random. */
  readonly seed: number
  /** Told the share done, where the strategy knows it. */
  readonly progress: (share: number) => void
}

interface SearchFacts<O extends OptionTable> {
  readonly id: string
  readonly title: string
  readonly options: O
  /** What it does, in one line. */
  readonly how: string
  /** It can begin with columns that are given, and grows from there to k, shrinks, or goes either way. */
  readonly starts?: 'growing' | 'shrinking' | 'anywhere'
  /** It finds the Pareto front of two criteria. */
  readonly paretoFront?: true
  readonly reference: string
}

/** A strategy over candidates beside those selected. */
export interface StepSearch<O extends OptionTable = OptionTable> extends SearchFacts<O> {
  readonly takes: 'step'
  /** It compares what one column would make of the selected with what several would: scores have to be merits of sets. */
  comparesSizes?(options: OptionsOf<O>): boolean
  run(problem: StepProblem, limits: SearchLimits, options: OptionsOf<O>): Walk
}

/** A strategy over sets. */
export interface SubsetSearch<O extends OptionTable = OptionTable> extends SearchFacts<O> {
  readonly takes: 'subset'
  /** It bounds what a set holds by the set itself: only criteria that no column makes worse. */
  readonly monotone?: true
  run(problem: SubsetProblem, limits: SearchLimits, options: OptionsOf<O>): Walk
}

export type Search = StepSearch | SubsetSearch

/** Yields each position as it is reached; the last one yielded is the selection, also where the walk is cut short. */
export type Walk = AsyncGenerator<Position, Ending, void>

/** A search by its name, with the options that differ from its defaults. */
export interface SearchSpec<
  A extends Shape = never,
  Id extends string = AnyText,
  Options = Readonly<Record<string, OptionValue>>,
> {
  readonly method: Id
  readonly options?: Options
  /** For the compiler alone, which matches searches with the criteria they take: it is never set. */
  readonly forCompiler?: (shape: A) => void
}

/** A search as the library offers it: called with options it yields a spec; its record is `search`. */
export interface SearchMethod<
  A extends Shape,
  O extends OptionTable = OptionTable,
  Id extends string = string,
> {
  (options?: Partial<OptionsOf<O>>): SearchSpec<A, Id, Partial<OptionsOf<O>>>
  readonly search: Search & { readonly id: Id }
}

/** Makes the public function of a search that eats steps: it takes every criterion. */
export function defineStepSearch<const O extends OptionTable, const Id extends string>(
  record: Omit<StepSearch<O>, 'takes'> & { readonly id: Id },
): SearchMethod<Shape, O, Id> {
  return define<Shape, O, Id>({ ...record, takes: 'step' })
}

/** Makes the public function of a search that eats sets: it takes criteria of sets alone. */
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
