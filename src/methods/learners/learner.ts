import { absorbsMissing, countLevels } from '#core'
import type {
  Answer,
  Answers,
  EventVariable,
  ModelSpec,
  OptionsOf,
  OptionTable,
  OptionValue,
  OwnModel,
  Request,
  Splits,
  Trial,
  Variable,
  View,
} from '#core'

/** What a learner predicts: classes, numbers, or the order of times until an event. */
export type LearnerTask = 'classification' | 'regression' | 'survival'

/** A score of predictions on held-out rows. */
export interface LearnerMetric {
  readonly id: string
  readonly task: LearnerTask
  readonly better: 'higher' | 'lower'
  readonly units: string
}

export type { Trial }

/** Columns to predict from, in some trials. */
export interface LearningSet {
  readonly columns: readonly Variable[]
  readonly trials: readonly number[]
}

/** The input of a learner for all sets of columns: the columns, the target and the splits of the rows. */
export interface LearningProblem<O = OptionsOf<OptionTable>> {
  /** The columns that sets are made of, as the learner reads them. */
  readonly features: readonly Variable[]
  readonly target: Variable
  /** What the target is the time until. */
  readonly event?: EventVariable
  /** Parts of the rows; the parts of one trial have no row in common. */
  readonly parts: readonly View[]
  readonly trials: readonly Trial[]
  /** The sets that will be asked for; a learner that does not learn from rows answers others too. */
  readonly sets: readonly LearningSet[]
  readonly options: O
  /**
   * A level absent from the training rows is ignored as if it were missing; otherwise it is an unlikely
   * level.
   */
  readonly unseenIsMissing?: true
}

/** A learner fitted to the answers. */
export interface FittedLearner {
  /** Total weight of the held-out rows of each trial; a trial with weight 0 has no score. */
  readonly heldOutWeights: Float64Array
  /** How far the worst fit of a model is from its optimum. */
  readonly residual?: number
  /** Why a column cannot be used; undefined where it can. */
  whyUnusable(feature: Variable): string | undefined
  /** For each trial the score of predictions from a set, which may be empty. */
  scores(set: readonly Variable[]): Float64Array
  /**
   * The scores of one trial from no columns, from those of the first step, from those of the first two steps,
   * …
   */
  path(steps: readonly (readonly Variable[])[], trial: number): Float64Array
  /**
   * Of an additive learner: for each trial the sums of more columns, added to those of others, or to none.
   */
  addUp?(set: readonly Variable[], sums: readonly Float64Array[] | null): readonly Float64Array[]
  /** Of an additive learner: for each trial the score of predictions from sums. */
  scoresOfSums?(sums: readonly Float64Array[]): Float64Array
}

/**
 * How evidence uses a learner, the same for every criterion, number of bins and policy for missing values.
 */
interface EvidenceReading {
  /** Its options that differ from the defaults. */
  readonly options: Readonly<Record<string, OptionValue>>
  /**
   * A missing number is replaced by the column's mean and marked by an indicator column; otherwise it is
   * ignored.
   */
  readonly fillsMissing?: true
  /** Numeric columns with at most this many distinct values are read by levels. */
  readonly levelsUpTo?: number
  /** A description in words. */
  readonly how: string
}

interface FeatureReading {
  readonly numeric: 'values' | 'levels'
  readonly categorical: 'levels'
}

/**
 * A learner: the requests it needs for the parts of the rows, and its predictions of held-out rows. Of a
 * learner of statistics every set is fitted from the answers for all columns, so that no set needs another
 * pass over the rows; one that learns from rows requests the fits of the sets of a problem.
 */
export interface Learner<
  O extends OptionTable = OptionTable,
  R extends readonly Request[] = readonly Request[],
> {
  readonly id: string
  readonly title: string
  /** What it predicts; the target decides between them. */
  readonly tasks: readonly LearnerTask[]
  /** How it reads a feature of either type. */
  readonly features: FeatureReading
  /** How it reads features under its options, where these decide. */
  reads?(options: OptionsOf<O>): FeatureReading
  /** Those of its tasks; the first of a task is its default. */
  readonly metrics: readonly LearnerMetric[]
  readonly options: O
  readonly evidence: EvidenceReading
  /** It learns from rows with missing values, so none is left out for it. */
  readonly readsGaps?: true
  /** Its predictions are sums over columns, so a few columns at a time are enough to score all. */
  readonly isAdditive?: true
  /** It fits a model to rows, of which this is the spec: each set of a problem is fitted anew. */
  learnsFromRows?(options: OptionsOf<O>): ModelSpec | OwnModel
  /** Absent where the fit has no weights of columns. */
  readonly importances?: ImportanceMaker<OptionsOf<O>>
  readonly reference: string
  needs(problem: LearningProblem<OptionsOf<O>>): R
  fit(answers: Answers<R>, problem: LearningProblem<OptionsOf<O>>, metric: LearnerMetric): FittedLearner
}

/** How a learner reads numbers, and levels as indicators. */
export const onIndicators = {
  features: { numeric: 'values', categorical: 'levels' },
  evidence: {
    options: {},
    fillsMissing: true,
    how: 'numbers as they are, levels as indicators; a missing number is replaced by the mean and marked by an indicator',
  },
} as const

/** The metrics of a learner for a task. */
export function metricsOf({ metrics }: Learner, task: LearnerTask): readonly LearnerMetric[] {
  return metrics.filter((metric) => metric.task === task)
}

/** The task of a target, and of what it is the time until. */
export function taskOf({ coding }: Variable, event: EventVariable | undefined): LearnerTask {
  if (event) return 'survival'
  return coding ? 'classification' : 'regression'
}

/** The trials of splits, over the parts of their divisions. */
export function trialsOf({ splits }: Splits): readonly Trial[] {
  return splits.map(({ trainParts, testPart }) => ({ train: trainParts, test: testPart }))
}

/** The input of importances: the columns of one fit to all rows. */
export interface ImportanceProblem<O = OptionsOf<OptionTable>> {
  readonly features: readonly Variable[]
  /** Every column that a fit of the run may hold: rows are complete in all of them. */
  readonly all: readonly Variable[]
  readonly target: Variable
  readonly event?: EventVariable
  readonly view: View
  readonly options: O
}

/**
 * How much each column matters to the predictions of a fit, 0 or more; NaN where it cannot be used, and `why`
 * says the reason.
 */
export interface Importances {
  readonly n: number
  readonly values: Float64Array
  readonly why: readonly (string | undefined)[]
  /** How far the fit is from its optimum. */
  readonly residual: number
}

/** What importances need, and how the answers become importances. */
export interface ImportanceMaker<O> {
  needs(problem: ImportanceProblem<O>): readonly Request[]
  fold(answers: readonly Answer[], problem: ImportanceProblem<O>): Importances
}

/** Checks the types of a learner's record while it is written. */
export function defineLearner<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(record: Learner<O, R> & { readonly id: Id }): Learner & { readonly id: Id } {
  return record
}

/** A categorical column of more levels is left out of a model: hardly a level would be in each fold. */
const maxLevels = 1000

/** Why no model reads a column; undefined where it does. */
export function whyTooManyLevels({ coding }: Variable): string | undefined {
  if (!coding || countLevels(coding) <= maxLevels) return undefined
  return `${countLevels(coding)} levels (at most ${maxLevels} of a column)`
}

/** The rows of a view that are complete in some columns. */
export function completeIn(view: View, read: readonly Variable[]): View {
  const columns = read.filter((one) => !absorbsMissing(one)).map(({ column }) => column)
  return { ...view, complete: [...new Set([...(view.complete ?? []), ...columns])] }
}
