import { createSpecFunction } from '#core'
import type { Answers, Level, OptionsOf, OptionTable, Request, SpecWithOptions, Variable, View } from '#core'
import type { CriterionFacts, Gaps, RankScores } from './criterion.ts'

/** A column at each of some points of time, in their order, as one candidate. */
export interface Series {
  /** The name of the group, or of the column where it is in none. */
  readonly name: string
  readonly points: readonly Variable[]
}

/** What a criterion remembers of each candidate from step to step, by name: one number for each candidate. */
export type Sums = Readonly<Record<string, Float64Array>>

/** What a step criterion is given: candidates to be scored beside the columns selected before. */
export interface CandidateStep<O = OptionsOf<OptionTable>> extends Gaps {
  readonly candidates: readonly Variable[]
  /** Names of the candidates, for messages. */
  readonly names: readonly string[]
  /** In the order in which they were selected: the last is new, `sums` know the others. */
  readonly selected: readonly Variable[]
  /**
   * What `fold` gave for these candidates one column earlier; null where nothing is selected. `needs` sees no
   * more of it.
   */
  readonly sums: Sums | null
  readonly target: Variable | null
  /** The name of the target, for messages; empty where there is none. */
  readonly targetName: string
  readonly options: O
  readonly view: View
  /** The target's levels, where it is read by levels. */
  readonly classes: readonly Level[]
  /**
   * All series of a run by their first points, which stand for them, where the criterion is one `ofSeries`.
   */
  readonly seriesOf?: ReadonlyMap<Variable, Series>
}

/** One score for each candidate, and what is to be remembered for the next step. */
export interface StepScores extends RankScores {
  readonly sums: Sums
  /**
   * Of a candidate left without a score by a selected column, which one by its place among those; −1
   * otherwise.
   */
  readonly because?: Int32Array
}

/**
 * A criterion of the step shape: each candidate, given those selected → scores. It asks only for what is new
 * since the last column was selected.
 */
export interface StepCriterion<
  O extends OptionTable = OptionTable,
  R extends readonly Request[] = readonly Request[],
> extends CriterionFacts<O> {
  readonly shape: 'step'
  /**
   * A score can only fall while columns join the selected, once so many are: old scores then bound new ones.
   * Infinity where that never begins.
   */
  readonly falling?: number | ((options: OptionsOf<O>) => number)
  /**
   * Groups of columns are candidates whole, ordered as points of time; otherwise a group scores the mean of
   * its columns.
   */
  readonly ofSeries?: true
  needs(step: CandidateStep<OptionsOf<O>>): R
  fold(answers: Answers<R>, step: CandidateStep<OptionsOf<O>>): StepScores
}

/** A method as the library offers it: called with options it yields a spec; its record is `criterion`. */
export interface StepMethod<O extends OptionTable = OptionTable, Id extends string = string> {
  (options?: Partial<OptionsOf<O>>): SpecWithOptions<'step', O, Id>
  readonly criterion: StepCriterion & { readonly id: Id }
}

/** Makes the public function of a step criterion from its record. */
export function defineStep<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(record: Omit<StepCriterion<O, R>, 'shape'> & { readonly id: Id }): StepMethod<O, Id> {
  const criterion = { ...record, shape: 'step' } as unknown as StepMethod<O, Id>['criterion']
  return Object.assign(createSpecFunction<'step', O, Id>(record), { criterion })
}
