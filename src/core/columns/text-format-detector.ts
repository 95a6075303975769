import { timeOfType } from '../spec/given-types.ts'
import type { GivenType } from '../spec/given-types.ts'
import type { CellFormat } from './cell-format.ts'
import { NumberFormatDetector } from './number-format-detector.ts'
import type { Commas } from './number-format-detector.ts'
import { isPadded } from './text-cells.ts'
import { mayHaveNames } from './month-names.ts'
import { TimeFormatDetector } from './time-format-detector.ts'
import { hintOf } from './time-names.ts'
import { mayBeValue } from './value-characters.ts'

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
   * may be decimal marks or thousands separators, dates that may start with the day or with the month, what looks
   * like dates or times and may be something else.
   */
  readonly why?: 'padded' | 'unclear-marks' | 'undecided-dates' | 'unread-dates'
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
}

const ofTimes = { hasUnit: false, isGrouped: false, infinite: 0, rounded: 0 } as const

/** The cells that deviate from the kind of most cells: how many, and the first. */
export interface DeviatingCells {
  readonly kind: 'numbers' | 'dates or times'
  readonly count: number
  readonly first: PlacedCell
}

/** Properties of a cell, one bit each. */
const is = { notPlain: 1, noNumber: 2, noTime: 4, notDmy: 8, notMdy: 16, notYmd: 32, padded: 64 } as const
type Property = keyof typeof is
const properties = Object.keys(is) as readonly Property[]
const onlyText = is.notPlain | is.noNumber | is.noTime | is.notDmy | is.notMdy | is.notYmd

/** Detects whether a text column contains numbers or times in one format, from its cells as they are read. */
export class TextFormatDetector {
  /** Cells that have a value. */
  present = 0
  readonly #type: GivenType | undefined
  readonly #commas: Commas
  readonly #numberFormat = new NumberFormatDetector()
  readonly #timeFormat: TimeFormatDetector
  readonly #first: Partial<Record<Property, PlacedCell>> = {}

  /** `name`: that of the column, which may say that digits are a date. */
  constructor(type: GivenType | undefined, commas: Commas, name = '') {
    this.#type = type
    this.#commas = commas
    this.#timeFormat = new TimeFormatDetector(type, hintOf(name))
  }

  /**
   * Adds rows from `first` on: their distinct cells (`null`: missing), and for each row the index of its
   * cell.
   */
  add(cells: readonly (string | null)[], codes: Uint32Array, first: number): void {
    const counts = new Uint32Array(cells.length)
    for (const code of codes) counts[code]++
    const bits = new Uint8Array(cells.length)
    let found = 0
    cells.forEach((cell, code) => {
      if (cell !== null) bits[code] = this.#classify(cell, counts[code])
      found |= bits[code]
    })
    this.#noteFirst(bits, found, cells, codes, first)
  }

  /** The format of all cells, if they have one. */
  detect(): DetectedFormat {
    const requested = timeOfType(this.#type)
    const time = this.#timeFormat.detect(this.present)
    const { example } = this.#timeFormat
    if (time && 'looks' in time) {
      const { isUndecided, looks, type } = time
      const why = isUndecided ? 'undecided-dates' : 'unread-dates'
      return { ...ofTimes, format: null, why, looks, ...(type && { type }), example }
    }
    const { isWorthShowing } = this.#timeFormat
    if (time !== null || requested !== undefined) return { ...ofTimes, format: time, isWorthShowing, example }
    return this.#detectNumbers(this.present)
  }

  #detectNumbers(present: number): DetectedFormat {
    const numbers = this.#numberFormat
    const { hasUnit, infinite } = numbers
    const none = { ...ofTimes, hasUnit, format: null }
    if (this.#first.padded && this.#type !== 'numeric') {
      const why = numbers.plain * 2 > present && { why: 'padded' as const }
      return { ...none, ...why, example: this.#first.padded.cell }
    }
    const format = numbers.detect(present, this.#commas, this.#type === 'numeric')
    if (format === 'unclear') return { ...none, why: 'unclear-marks', example: numbers.example() }
    if (format === null) return { ...none, example: numbers.example() }
    const isGrouped = numbers.isGrouped(format)
    return {
      format,
      hasUnit,
      isGrouped,
      infinite,
      rounded: numbers.rounded(format),
      example: numbers.example(format),
    }
  }

  /** The first cell that is not a plain number. */
  get firstNotPlain(): PlacedCell | undefined {
    return this.#first.notPlain
  }

  /** The first cell that is not of the date or time type the user chose. */
  get firstTimeMismatch(): PlacedCell | undefined {
    const { notDmy, notMdy, notYmd } = this.#first
    return { dmy: notDmy, mdy: notMdy, ymd: notYmd }[this.#timeFormat.likelyOrder]
  }

  /** The cells that are not numbers, or not times, if most cells are. */
  deviatingCells(): DeviatingCells | null {
    const { present } = this
    const { noNumber, notPlain, noTime } = this.#first
    const { plain } = this.#numberFormat
    const likely = this.#commas === 'unlikely' ? this.#numberFormat.certainNumbers : this.#numberFormat.cells
    const kinds: readonly [DeviatingCells['kind'], number, PlacedCell | undefined][] = [
      ['numbers', plain, notPlain],
      ['numbers', likely, noNumber ?? notPlain],
      ['dates or times', this.#timeFormat.certain, noTime],
    ]
    for (const [kind, cells, first] of kinds) {
      const count = present - cells
      if (first && count > 0 && count * 2 < present) return { kind, count, first }
    }
    return null
  }

  #classify(cell: string, count: number): number {
    this.present += count
    const mayBeNumber = mayBeValue(cell)
    if (!mayBeNumber && !mayHaveNames(cell)) return onlyText
    const { cells, plain } = this.#numberFormat
    const times = this.#timeFormat.cells
    if (mayBeNumber) this.#numberFormat.add(cell, count)
    const { dmy, mdy, ymd } = this.#timeFormat.add(cell, count)
    return (
      (this.#numberFormat.plain === plain ? is.notPlain : 0) |
      (this.#numberFormat.cells === cells ? is.noNumber : 0) |
      (this.#timeFormat.cells === times ? is.noTime : 0) |
      (dmy ? 0 : is.notDmy) |
      (mdy ? 0 : is.notMdy) |
      (ymd ? 0 : is.notYmd) |
      (isPadded(cell) ? is.padded : 0)
    )
  }

  /** Notes the first cell with each property; `found` has the bits of all cells. */
  #noteFirst(
    bitsOf: Uint8Array,
    found: number,
    cells: readonly (string | null)[],
    codes: Uint32Array,
    first: number,
  ): void {
    for (const property of properties) {
      const bit = is[property]
      if (this.#first[property] || (found & bit) === 0) continue
      const row = codes.findIndex((code) => (bitsOf[code] & bit) !== 0)
      this.#first[property] = { row: first + row, cell: cells[codes[row]]! }
    }
  }
}
