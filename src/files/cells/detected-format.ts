import type { CensoredValue, GivenType } from '#core'
import type { AffixDoubt } from './affixed-numbers.ts'
import type { CellFormat } from './cell-format.ts'
import type { SwappedDates } from './date-orders.ts'
import type { TimeFormatDetector } from './time-format-detector.ts'
import type { MeasureKind } from './unread-notations.ts'

/** What the user says about numbers. */
export interface NumberOptions {
  readonly decimal?: '.' | ','
  readonly censored?: CensoredValue
}

/** A cell, and its row. */
export interface PlacedCell {
  readonly row: number
  readonly cell: string
}

/** The format of a text column, or why it has none. */
export interface DetectedFormat {
  /** The format of all cells, if they are numbers or times. */
  readonly format: CellFormat | null
  /**
   * Why there is none although the cells are numbers or dates: whole numbers that start with 0, marks that
   * may be decimal marks or thousands separators, both decimal marks, commas that may separate answers, units that differ or may
   * be codes, ranges, two numbers or more in each cell, lengths of time and the like, dates that may start
   * with the day or with the month, or have both swapped, days and months in digits, what looks like dates or
   * times and may be something else.
   */
  readonly why?:
    | 'padded'
    | 'unclear-marks'
    | 'comma-lists'
    | 'both-marks'
    | 'other-mark'
    | 'other-mark-units'
    | 'grouped-marks'
    | AffixDoubt
    | 'ranges'
    | 'unclear-ranges'
    | 'pairs'
    | 'bracketed-pairs'
    | 'shares'
    | 'fractions'
    | 'sides'
    | 'partly-sides'
    | 'undecided-dates'
    | 'unread-dates'
    | 'zoned-dates'
    | 'swapped-dates'
    | 'digit-days'
    | 'coordinates'
    | MeasureKind
  /** Dates of which a spreadsheet may have swapped day and month. */
  readonly swapped?: SwappedDates
  /** What unread dates look like, and the type that reads them so, if one does. */
  readonly looks?: string
  readonly type?: GivenType
  /** Whether a cell and the date that it was read as are worth showing. */
  readonly isWorthShowing?: boolean
  /** A cell that shows it. */
  readonly example: string
  /**
   * For numbers: whether they have a unit, whether they have thousands separators, how many are infinite or
   * rounded.
   */
  readonly hasUnit: boolean
  readonly isGrouped: boolean
  readonly infinite: number
  readonly rounded: number
  /** One of the few numbers that start with 0. */
  readonly padded?: string
  /** Words that are missing because all other cells have the format, and how many cells they are. */
  readonly missing?: ReadonlyMap<string, number>
}

/** What does not hold of dates and times. */
export const ofTimes = { hasUnit: false, isGrouped: false, infinite: 0, rounded: 0 } as const

/** What is found in words alone. */
export const ofWords: DetectedFormat = { ...ofTimes, format: null, example: '' }

/** The cells that deviate from the kind of most cells: how many of how many, and the first. */
export interface DeviatingCells {
  readonly kind: 'numbers' | 'dates or times'
  readonly present: number
  readonly count: number
  readonly first: PlacedCell
  /** Which texts they are and how many of each, if they are few texts without a digit. */
  readonly words: ReadonlyMap<string, number> | null
  /** The texts that deviate, if they are few. */
  readonly odd: ReadonlyMap<string, number> | null
  /** Whether the rest is read as numbers only if the user says that it is. */
  readonly needsType?: boolean
}

/** The decimal marks of a column's numbers. */
export interface ColumnMarks {
  /** Those that numbers show for certain. */
  readonly shown: readonly ('.' | ',')[]
  /** The only mark, if three digits follow it wherever it stands, so that it may separate thousands. */
  readonly doubtful: '.' | ',' | null
  /** Whether whole numbers beside it show that it separates thousands. */
  readonly areThousands: boolean
  /** A number with this mark; empty if there is none, or it is not known. */
  readonly example: string
}

export const noMarks: ColumnMarks = { shown: [], doubtful: null, areThousands: false, example: '' }

/**
 * The dates or times that all `present` cells are, or that they look like; `null` if they are none and nobody
 * said so (`isTyped`).
 */
export function detectTimes(
  times: TimeFormatDetector,
  present: number,
  isTyped: boolean,
): DetectedFormat | null {
  const time = times.detect(present)
  const { example, swapped, isWorthShowing } = times
  if (time && swapped) {
    const found = 'looks' in time ? ({ format: null, why: 'swapped-dates' } as const) : { format: time }
    return { ...ofTimes, ...found, swapped, example: swapped.date }
  }
  if (time && 'looks' in time) {
    const { isUndecided, looks, type } = time
    const why = isUndecided ? 'undecided-dates' : time.hasZone ? 'zoned-dates' : 'unread-dates'
    return { ...ofTimes, format: null, why, looks, ...(type && { type }), example }
  }
  return time !== null || isTyped ? { ...ofTimes, format: time, isWorthShowing, example } : null
}
