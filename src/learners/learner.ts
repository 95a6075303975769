import type { OptionsOf, OptionTable, OptionValue } from '../spec/options.ts'
import type { Answers, Request } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'

/** How held-out rows are scored. */
export interface LearnerMetric {
  readonly id: string
  readonly better: 'higher' | 'lower'
  readonly units: string
}

/** Which parts of the rows are learned from, and which is held out. */
export interface Trial {
  readonly train: readonly number[]
  readonly test: number
}

/** What a learner is given, whichever of the columns it will be asked about. */
export interface Lesson<O = OptionsOf<OptionTable>> {
  /** The columns that sets may be made of, as the learner reads them. */
  readonly features: readonly Variable[]
  readonly target: Variable
  /** Parts of the rows; those of one trial have no row in common. */
  readonly parts: readonly View[]
  readonly trials: readonly Trial[]
  readonly options: O
  /** A level that no row learned from holds tells nothing, as if it were missing; else it is an unlikely one. */
  readonly unseenIsMissing?: true
}

/** A learner that has seen the answers. */
export interface Judge {
  /** Total weight of the rows held out in each trial; of none there is no score. */
  readonly held: Float64Array
  /** Why a column cannot be learned from; undefined where it can. */
  whyNot(feature: Variable): string | undefined
  /** Of each trial how well held-out rows are predicted from a set, which may be empty. */
  scores(set: readonly Variable[]): Float64Array
  /** How well the rows of one trial are predicted from none, from what joins first, from that and what joins next, … */
  path(steps: readonly (readonly Variable[])[], trial: number): Float64Array
}

/** How evidence asks a learner, the same whatever the criterion, its bins and its policy for missing values. */
export interface ReadsForEvidence {
  /** Those of its options that are no default. */
  readonly options: Readonly<Record<string, OptionValue>>
  /** A missing number is the column's mean, beside a column that says it was missing; without it, it tells nothing. */
  readonly fillsMissing?: true
  /** Numbers of at most so many distinct values are read by levels. */
  readonly levelsUpTo?: number
  /** All of it in words. */
  readonly how: string
}

interface Reading {
  readonly numeric: 'values' | 'levels'
  readonly categorical: 'levels'
}

/**
 * A learner: what it needs to know of the parts of the rows, and how well it predicts what was held out. Sets are solved from
 * answers of all columns, so that no set is learned from its rows anew.
 */
export interface Learner<
  O extends OptionTable = OptionTable,
  R extends readonly Request[] = readonly Request[],
> {
  readonly id: string
  readonly title: string
  readonly task: 'classification' | 'regression'
  /** How it reads a feature of either type. */
  readonly features: Reading
  /** How it does under its options, where these decide. */
  reads?(options: OptionsOf<O>): Reading
  /** The first unless another is asked for. */
  readonly metrics: readonly LearnerMetric[]
  readonly options: O
  readonly evidence: ReadsForEvidence
  readonly reference: string
  needs(lesson: Lesson<OptionsOf<O>>): R
  judge(answers: Answers<R>, lesson: Lesson<OptionsOf<O>>, metric: LearnerMetric): Judge
}

/** Keeps the types of a record's options and requests while it is written. */
export function defineLearner<const O extends OptionTable, const R extends readonly Request[]>(
  record: Learner<O, R>,
): Learner {
  return record
}
