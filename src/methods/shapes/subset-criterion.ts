import { createSpecFunction, singles } from '#core'
import type {
  Answers,
  EventVariable,
  Family,
  Level,
  OptionsOf,
  OptionTable,
  Request,
  SpecWithOptions,
  SplitColumns,
  Variable,
  View,
} from '#core'
import type { CriterionFacts, Gaps, RankCriterion, RankScores } from './criterion.ts'

/** What a subset criterion is given: the sets whose merits are asked for. */
export interface SubsetStep<O = OptionsOf<OptionTable>> extends Gaps {
  readonly sets: Family
  /** Every column that a set of the run may hold, where there are other sets to come. */
  readonly all?: readonly Variable[]
  /** What every merit is conditioned on. */
  readonly given: readonly Variable[]
  readonly target: Variable | null
  /** What the target is the time until. */
  readonly event?: EventVariable
  /** The name of the target, for messages; empty where there is none. */
  readonly targetName: string
  /** The target's levels, where it is read by levels. */
  readonly classes: readonly Level[]
  readonly options: O
  readonly view: View
  /** The columns that divisions of the rows respect. */
  readonly splitBy?: SplitColumns
  /** How variables are read that were cut by the target, through each view that is learned from. */
  readonly recuts?: Recuts
}

/** For each view that is learned from how a variable is read there. */
export type Recuts = ReadonlyMap<View, (variable: Variable) => Variable>

/** A criterion of the subset shape: sets of columns → a merit for each, in the order of the family. */
export interface SubsetCriterion<
  O extends OptionTable = OptionTable,
  R extends readonly Request[] = readonly Request[],
> extends CriterionFacts<O> {
  readonly shape: 'subset'
  /** It can be conditioned on other columns. */
  readonly conditional?: true
  /**
   * From numbers as they stand, columns that coincide raise it without bound: `score` looks for them, and
   * warns.
   */
  readonly raisedByCopies?: (options: OptionsOf<O>) => boolean
  /**
   * A set's merit is no worse than that of any set within it: searches can bound what a set holds by the set
   * itself.
   */
  readonly monotone?: true | ((options: OptionsOf<O>) => boolean)
  /**
   * It is of a least-squares fit, whose `inUnits` and `coefficients` are among its parts: a column has a
   * partial F.
   */
  readonly ofLeastSquares?: true
  /** It is information from neighbours of the columns as they are. */
  readonly byNeighbours?: (options: OptionsOf<O>) => boolean
  /** No columns have a merit too. */
  readonly scoresNone?: (options: OptionsOf<O>) => boolean
  /**
   * The views from which it learns, where that is not all rows: cuts that looked at the target are made anew
   * through each.
   */
  readonly learnsFrom?: (step: SubsetStep<OptionsOf<O>>) => readonly View[]
  needs(step: SubsetStep<OptionsOf<O>>): R
  fold(answers: Answers<R>, step: SubsetStep<OptionsOf<O>>): RankScores
}

/** A method as the library offers it: called with options it yields a spec; its record is `criterion`. */
export interface SubsetMethod<O extends OptionTable = OptionTable, Id extends string = string> {
  (options?: Partial<OptionsOf<O>>): SpecWithOptions<'subset', O, Id>
  readonly criterion: SubsetCriterion & { readonly id: Id }
}

/** Makes the public function of a subset criterion from its record. */
export function defineSubset<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(record: Omit<SubsetCriterion<O, R>, 'shape'> & { readonly id: Id }): SubsetMethod<O, Id> {
  const criterion = { ...record, shape: 'subset' } as unknown as SubsetMethod<O, Id>['criterion']
  return Object.assign(createSpecFunction<'subset', O, Id>(record), { criterion })
}

/** A criterion as a ranker: one of sets ranks by the merit of each column alone. */
export function asRank(criterion: RankCriterion | SubsetCriterion): RankCriterion {
  if (criterion.shape === 'rank') return criterion
  return {
    ...criterion,
    shape: 'rank',
    needs: ({ features, ...step }) => criterion.needs({ ...step, given: [], sets: singles(features) }),
    fold: (answers, { features, ...step }) =>
      criterion.fold(answers, { ...step, given: [], sets: singles(features) }),
  }
}
