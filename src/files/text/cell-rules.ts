import type { CellFormat, Commas, MissingWords, NumberOptions } from '#core'

/** Rules for cells that all columns share. */
export interface CellRules {
  readonly missing: MissingWords
  readonly commas: Commas
  /** What the user says about numbers. */
  readonly numbers?: NumberOptions
}

/** How a column is read in a later pass: as text, or as text in a format of numbers or times. */
export interface RereadMode {
  readonly isText: boolean
  readonly format: CellFormat | null
}
