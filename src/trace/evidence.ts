/** A score over the folds: its mean, and its standard deviation. */
export interface Spread {
  readonly mean: number
  readonly sd: number
}

/** One fold: what a learner scores on its rows from all columns, from those chosen without these rows, and from none. */
export interface EvidenceOfFold {
  readonly all: number
  readonly selected: number
  readonly none: number
  /** The columns that were chosen without the rows of the fold. */
  readonly features: readonly string[]
  /** The scores of the first so many columns of its path, at the sizes of the curve. */
  readonly path?: readonly number[]
}

/** The mean difference of two scores on the same folds, with its interval of 95 %. */
export interface Difference {
  readonly difference: number
  readonly interval: readonly [low: number, high: number]
}

/** What the columns selected are worth, beside all of them and none. */
export type Verdict =
  'better-than-all' | 'as-good-as-all' | 'worse-than-all' | 'not-told-apart' | 'no-better-than-none'

/** The score of the first so many columns along the path, by folds that each find their own. */
export interface SizeScore extends Spread {
  readonly columns: number
}

/** How many columns do it. */
export interface SizeCurve {
  readonly scores: readonly SizeScore[]
  /** The size with the best mean. */
  readonly best: number
  /** Its standard error: the deviation over the folds / √folds. */
  readonly error: number
  /** The least size within one standard error of the best. */
  readonly oneError: number
}

/** What a selection is worth on rows it has not seen. */
export interface Evidence {
  readonly learner: string
  readonly metric: string
  readonly better: 'higher' | 'lower'
  readonly units: string
  /** How the learner reads the columns, in words: the same whatever the criterion. */
  readonly reads: string
  /** How many columns there are to learn from. */
  readonly columns: number
  readonly all: Spread
  readonly selected: Spread
  readonly none: Spread
  /** Selected less all, and selected less none. */
  readonly besideAll: Difference
  readonly besideNone: Difference
  readonly verdict: Verdict
  /** Where columns joined one after the other. */
  readonly sizes?: SizeCurve
  /** Fold after fold, division after division. */
  readonly folds: readonly EvidenceOfFold[]
}
