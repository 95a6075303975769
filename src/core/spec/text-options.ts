import type { CensoredValue } from './censored.ts'
import type { RaggedPolicy } from './ragged.ts'

/** How a delimited text, or a sheet of a workbook, is read, if not by default. */
export interface TextOptions {
  /**
   * The sheet of a workbook that is read: its name, or its number among those that are not hidden, from 1. A text
   * of digits is a number if no sheet has that name. By default the first with values.
   */
  readonly sheet?: string | number
  /**
   * The encoding of a text that is not UTF-8, by its name in browsers (`windows-1250`, `shift_jis`), or `cp437`, `cp850`
   * or `cp852`; windows-1252 by default. `utf-8-twice` reads UTF-8 that was taken for windows-1252 and written again.
   */
  readonly encoding?: string
  /**
   * The character between cells, or `blanks` for runs of blanks; found from the first lines by default.
   */
  readonly separator?: string
  /** The character that starts a comment line. */
  readonly comment?: string
  /** How many lines before the header are left out. */
  readonly skip?: number
  /**
   * How many lines the header has; 1 by default. With 0 the columns are named by their position; the names of
   * several lines are joined.
   */
  readonly headerRows?: number
  /** How many lines between the header and the first row are left out, such as one with units. */
  readonly skipAfterHeader?: number
  /** How many lines at the end are left out, such as a total. Blank lines do not count. */
  readonly skipEnd?: number
  /** Whether each line is a column, its name in the first cell. */
  readonly transpose?: boolean
  /** Whether rows without any value are left out. */
  readonly skipEmpty?: boolean
  /** Whether rows that are copies of the header are left out, as in files that were joined. */
  readonly skipRepeatedHeader?: boolean
  /**
   * Cells that count as missing, besides empty ones, in place of the usual words; if the first starts with `+`,
   * they are added to these, without it. Numbers are compared by value. They apply to Parquet and JSON too.
   */
  readonly missingWords?: readonly string[]
  /** The decimal mark of all numbers, if their cells leave it open; the other mark separates thousands. */
  readonly decimal?: '.' | ','
  /** What a number below a limit, such as `<5`, is read as: half of the limit (the default), or the limit. */
  readonly censored?: CensoredValue
  /** How rows with fewer or more cells than the header are treated. */
  readonly ragged?: RaggedPolicy
  /** Columns of a text in which a missing cell has the value above it, such as the name of a group in its first row only. */
  readonly fillDown?: readonly string[]
  /**
   * Columns whose levels are merged if they differ only by case, blanks, accents, dashes or a dot at the end, in
   * any format; `*` and patterns as in names of files. Each becomes its most frequent spelling.
   */
  readonly foldLevels?: readonly string[]
  /**
   * Columns whose cells are lists, in any format, with the sign between their items: each item becomes an
   * indicator, such as `channels_mail`.
   */
  readonly split?: Readonly<Record<string, string>>
}
