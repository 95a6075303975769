/** A column that was not chosen, and can stand in for a chosen one. */
export interface StandIn {
  readonly feature: string
  /** It was set apart before the search as a copy of the chosen column. */
  readonly copy?: true
  /** What it tells of the target by itself, in bits. */
  readonly information: number
  /** What the chosen column tells of the target beside it, in bits: what the swap loses. */
  readonly lost: number
  /** The p-value of that: of the chosen column being independent of the target given the stand-in. */
  readonly pValue: number
  /**
   * The mean score on held-out rows of the selected columns with it in place of the chosen one, if that was
   * evaluated.
   */
  readonly score?: number
}

/** The stand-ins of one chosen column, the best first. */
export interface StandInsOfColumn {
  readonly feature: string
  /**
   * What the chosen column tells of the target by itself, in bits; null where it was compared with no other.
   */
  readonly information: number | null
  /** Why only copies of it are listed. */
  readonly why?: string
  readonly standIns: readonly StandIn[]
}

/** Another set that predicts held-out rows as well as the selected columns. */
export interface AlternativeSet {
  readonly features: readonly string[]
  /** Which chosen columns were replaced, and by which. */
  readonly swaps: readonly { readonly out: string; readonly in: string }[]
  readonly score: number
  /** The mean difference from the selected columns on the same folds, and its 95 % interval. */
  readonly difference: number
  readonly interval: readonly [low: number, high: number]
}

/**
 * Sets made by swapping stand-ins, scored on the folds of the evidence as they are, like the selected
 * columns.
 */
export interface AlternativeSets {
  /** The score of the selected columns as a fixed set. */
  readonly selected: number
  /** Its standard error: the standard deviation over the folds / √folds; null for a single split. */
  readonly error: number | null
  /** How many other sets were evaluated. */
  readonly evaluated: number
  /** Those within one standard error of the selected columns, the smallest first, then the best. */
  readonly asGood: readonly AlternativeSet[]
}

/** What else could have been selected. */
export interface Alternatives {
  /** For each chosen column, in their order. */
  readonly columns: readonly StandInsOfColumn[]
  /** Absent without evidence. */
  readonly sets?: AlternativeSets
  /** Columns with too few rows for a test beside some chosen column. */
  readonly untested: readonly string[]
}
