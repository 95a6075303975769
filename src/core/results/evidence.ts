/** The mean and the standard deviation of a score over the folds; null where there is only one. */
export interface Spread {
  readonly mean: number
  readonly sd: number | null
}

/**
 * One fold: the learner's score on its rows with all columns, with those selected without these rows, and
 * with none.
 */
export interface EvidenceOfFold {
  readonly all: number
  readonly selected: number
  readonly none: number
  /** The columns selected without the rows of the fold. */
  readonly features: readonly string[]
  /** The scores of the first columns of the fold's path, at each size of the curve. */
  readonly path?: readonly number[]
}

/** The mean difference of two scores on the same folds, with its 95 % interval. */
export interface Difference {
  readonly difference: number
  readonly interval: readonly [low: number, high: number]
}

/** How the selected columns compare with all columns and with none. */
export type Verdict =
  'better-than-all' | 'as-good-as-all' | 'worse-than-all' | 'not-told-apart' | 'no-better-than-none'

/** The score of the first columns of the path; each fold has its own path. */
export interface SizeScore extends Spread {
  readonly columns: number
}

/** The score as a function of the number of columns. */
export interface SizeCurve {
  readonly scores: readonly SizeScore[]
  /** The size with the best mean. */
  readonly best: number
  /** Its standard error: the standard deviation over the folds / √folds. */
  readonly error: number
  /** The smallest size within one standard error of the best. */
  readonly oneError: number
  /** Where the curve bends: the size that stands furthest above the line from the first size to the best. */
  readonly knee: number
}

/** How well a learner predicts held-out rows from the selected columns. */
export interface Evidence {
  readonly learner: string
  readonly metric: string
  readonly better: 'higher' | 'lower'
  readonly units: string
  /** How the learner reads the columns, in words; it does not depend on the criterion. */
  readonly reads: string
  /** How many columns "all" means. */
  readonly columns: number
  /** The columns that the learner reads in any case: all, selected and none are beside these. */
  readonly given?: readonly string[]
  readonly all: Spread
  readonly selected: Spread
  readonly none: Spread
  /** Selected minus all, and selected minus none. */
  readonly besideAll: Difference
  readonly besideNone: Difference
  readonly verdict: Verdict
  /** Present if the search added columns one by one. */
  readonly sizes?: SizeCurve
  /** All folds of the first repeat, then of the next. */
  readonly folds: readonly EvidenceOfFold[]
}

/**
 * Which size of the curve is kept: the best, the smallest within one standard error of it, or where the curve
 * bends.
 */
export type SizeRuleOfCurve = 'best' | 'one-error' | 'knee'

/** One split of a curve: the scores of the first columns of its own path, selected without its rows. */
export interface SplitOfSizes {
  /** The score from all columns, and from none. */
  readonly all: number
  readonly none: number
  /** At each size of the curve. */
  readonly path: readonly number[]
  /** The columns of the size that was chosen. */
  readonly features: readonly string[]
}

/**
 * The size that scored best on held-out rows, and the scores that chose it. As these chose it, that of the
 * size is optimistic: evidence repeats the choice without the rows that it scores.
 */
export interface SizeChoice extends Pick<Evidence, 'learner' | 'metric' | 'better' | 'units' | 'reads'> {
  /** How many columns "all" means. */
  readonly columns: number
  readonly all: Spread
  readonly none: Spread
  /** A group, and a group or a column that is kept, count as one column. */
  readonly sizes: SizeCurve
  readonly choose: SizeRuleOfCurve
  readonly size: number
  readonly splits: readonly SplitOfSizes[]
}
