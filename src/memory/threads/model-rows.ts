/** A column that models read: numbers, or levels as codes 0, 1, 2, … Both are by row of the table. */
export type ModelColumn =
  | { readonly values: Float64Array; readonly missing: Uint8Array | null }
  | {
      readonly codes: Uint8Array | Uint16Array | Uint32Array
      /** How many levels; a missing value has this code. */
      readonly levels: number
    }

/**
 * What models predict, by row of the table: classes as codes, numbers, or times with whether they ended with
 * the event (1).
 */
export type ModelTarget =
  | { readonly codes: Uint8Array | Uint16Array | Uint32Array; readonly classes: number }
  | { readonly values: Float64Array }
  | { readonly values: Float64Array; readonly isEvent: Uint8Array }

/** What a model learns from: some columns of some rows. */
export interface TrainingRows {
  readonly columns: readonly ModelColumn[]
  readonly target: ModelTarget
  /** In the order of the table. */
  readonly rows: Int32Array
  /** By row of the table; null where each counts once. */
  readonly weights: Float64Array | null
  /** One object for all fits that may share work: what is kept for it is freed with it. */
  readonly shared: object
}
