import type { CellFormat, Commas, MissingWords, NumberOptions, parseCells, TextFormatDetector } from '#core'

/** What reads texts that are more than words. */
export interface TextTools {
  readonly TextFormatDetector: typeof TextFormatDetector
  readonly parseCells: typeof parseCells
}

/** Rules for cells that all columns share. */
export interface CellRules {
  readonly missing: MissingWords
  readonly commas: Commas
  /** What the user says about numbers. */
  readonly numbers?: NumberOptions
  /** Loaded once a text needs them, before it is looked at. */
  tools: TextTools | null
}

/** Which column it is, and what stands in it before the first row: its name, if no more is known. */
export interface ColumnPlace {
  readonly name: string
  readonly index: number
  readonly before?: ReadonlySet<string>
}

/** How a column is read in a later pass: as text, or as text in a format of numbers or times. */
export interface RereadMode {
  readonly isText: boolean
  readonly format: CellFormat | null
}
