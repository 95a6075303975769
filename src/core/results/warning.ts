import type { Remedy } from '../spec/remedy.ts'

/** Something the user should know about a result. */
export interface Warning {
  /** A stable word that a program can test for. */
  readonly code: WarningCode
  /** The column it is about, if it is about one. */
  readonly column?: string
  /** The columns it is about, if it is about several. */
  readonly columns?: readonly string[]
  readonly message: string
  /** What mends it, if an option of reading does. */
  readonly remedy?: Remedy
}

/** What a warning is about, as a stable word. */
export type WarningCode =
  | 'agreement'
  | 'column-names'
  | 'constant-folds'
  | 'heavy-target'
  | 'by-chance'
  | 'collinear'
  | 'constant'
  | 'date-order'
  | 'date-texts'
  | 'dependent-rows'
  | 'decimal-comma'
  | 'disconnected'
  | 'duplicate'
  | 'edge-of-path'
  | 'few-rows'
  | 'identifier'
  | 'leak'
  | 'leading-zeros'
  | 'missing-target'
  | 'missing-value-code'
  | 'missing-values'
  | 'missingness'
  | 'mixed-estimators'
  | 'mixed-types'
  | 'no-alternatives'
  | 'no-discoveries'
  | 'no-evidence'
  | 'no-path'
  | 'no-p-values'
  | 'no-series'
  | 'no-training'
  | 'non-finite'
  | 'not-converged'
  | 'not-convex'
  | 'not-normal'
  | 'not-optimal'
  | 'ragged-rows'
  | 'repeated-rows'
  | 'ridge'
  | 'rounded'
  | 'row-numbers'
  | 'sample'
  | 'spread-order'
  | 'target-copy'
  | 'thousands-marks'
  | 'ties'
  | 'two-digit-years'
  | 'unclear-marks'
  | 'undecided'
  | 'undecided-dates'
  | 'unchecked-law'
  | 'units'
  | 'unreachable'
  | 'unread-dates'
  | 'unseen-levels'
  | 'unsuitable'
  | 'untested'
  | 'weights'
  | 'weighted-folds'
