/** Something the user should know about a result that still stands. */
export interface Warning {
  /** A stable word a program can test for. */
  readonly code: WarningCode
  /** The column it is about, where it is about one. */
  readonly column?: string
  readonly message: string
}

export type WarningCode =
  | 'constant'
  | 'decimal-comma'
  | 'duplicate'
  | 'few-rows'
  | 'identifier'
  | 'missing-values'
  | 'missing-target'
  | 'missingness'
  | 'mixed-estimators'
  | 'mixed-types'
  | 'no-evidence'
  | 'no-series'
  | 'non-finite'
  | 'not-convex'
  | 'rounded'
  | 'set-apart'
  | 'target-copy'
  | 'ties'
  | 'unsuitable'
