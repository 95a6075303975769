/** Something the user should know about a result that still stands. */
export interface Warning {
  /** A stable word a program can test for. */
  readonly code: WarningCode
  /** The column it is about, where it is about one. */
  readonly column?: string
  readonly message: string
}

export type WarningCode =
  | 'by-chance'
  | 'constant'
  | 'decimal-comma'
  | 'duplicate'
  | 'identifier'
  | 'missing-values'
  | 'missing-target'
  | 'missingness'
  | 'mixed-estimators'
  | 'mixed-types'
  | 'no-evidence'
  | 'no-p-values'
  | 'no-series'
  | 'non-finite'
  | 'not-convex'
  | 'rounded'
  | 'target-copy'
  | 'ties'
  | 'unsuitable'
  | 'weighted-folds'
