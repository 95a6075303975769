import { timeOfType } from '#core'
import type { GivenType } from '#core'
import { haveOwnDays } from './calendar-days.ts'
import { earlier, is, mayBeTime, noOrder, notIn, onlyText, properties } from './cell-properties.ts'
import type { Property } from './cell-properties.ts'
import { DamagedCodes } from './damaged-codes.ts'
import { detectTimes, noMarks, ofTimes } from './detected-format.ts'
import type { ColumnMarks, DetectedFormat, DeviatingCells } from './detected-format.ts'
import type { NumberOptions, PlacedCell } from './detected-format.ts'
import { deviatingFrom, ifMost, OddTexts, readingsOf } from './deviating-cells.ts'
import { withUsualDigits } from './local-digits.ts'
import { missingWordsOf } from './missing-words.ts'
import { NotationFacts } from './notation-facts.ts'
import { NumberFormatDetector } from './number-format-detector.ts'
import type { Commas } from './number-format-detector.ts'
import { OtherTexts } from './other-texts.ts'
import { RangeFacts } from './range-facts.ts'
import { readRange } from './range-texts.ts'
import { PaddedNumbers } from './padded-numbers.ts'
import { mayBeValue } from './text-cells.ts'
import { TimeFormatDetector } from './time-format-detector.ts'
import { hintOf } from './time-names.ts'

/** Detects whether a text column contains numbers or times in one format, from its cells as they are read. */
export class TextFormatDetector {
  /** Cells that have a value, without words for a missing value. */
  #values = 0
  /** What it has that is no value. */
  readonly others: OtherTexts
  readonly #odd = new OddTexts()
  readonly #type: GivenType | undefined
  readonly #commas: Commas
  /** What the user says about numbers. */
  readonly options: NumberOptions
  /** What ranges its cells are. */
  readonly ranges: RangeFacts
  /** What a spreadsheet made of codes. */
  readonly codes = new DamagedCodes()
  /** What numbers it has that are written with more than digits. */
  readonly notations = new NotationFacts()
  readonly #padded: PaddedNumbers
  readonly #numberFormat: NumberFormatDetector
  readonly #timeFormat: TimeFormatDetector
  readonly #first: Partial<Record<Property, PlacedCell>> = {}
  /** The properties that a cell has which `addCell` added. */
  #found = 0

  /** `name`: that of the column, which may say that digits are a date. */
  constructor(
    type: GivenType | undefined,
    commas: Commas,
    name = '',
    options: NumberOptions = {},
    isMissingAmongNumbers = missingWordsOf().isMissingAmongNumbers,
  ) {
    this.#type = type
    this.others = new OtherTexts(isMissingAmongNumbers)
    this.#commas = commas
    this.options = options
    this.ranges = new RangeFacts(options.decimal)
    this.#padded = new PaddedNumbers(name)
    this.#numberFormat = new NumberFormatDetector(name, options.decimal)
    this.#timeFormat = new TimeFormatDetector(type, hintOf(name))
  }

  /**
   * Adds rows from `first` on: their distinct cells (`null`: missing), and for each row the index of its
   * cell.
   */
  add(cells: readonly (string | null)[], codes: Uint32Array, first: number): void {
    const counts = new Uint32Array(cells.length)
    for (const code of codes) counts[code]++
    const bits = new Uint16Array(cells.length)
    let found = 0
    cells.forEach((cell, code) => {
      if (cell !== null) bits[code] = this.#classify(cell, counts[code])
      found |= bits[code]
    })
    for (const property of properties) {
      const bit = is[property]
      if (this.#first[property] || (found & bit) === 0) continue
      const row = codes.findIndex((code) => (bits[code] & bit) !== 0)
      this.#first[property] = { row: first + row, cell: cells[codes[row]]! }
    }
  }

  /**
   * Adds a cell that occurs `count` times, first in `row`; rows that are given are not before those given
   * earlier.
   */
  addCell(cell: string, count: number, row: number): void {
    const bits = this.#classify(cell, count)
    if ((bits & ~this.#found) === 0) return
    this.#found |= bits
    for (const property of properties)
      if ((bits & is[property]) !== 0) this.#first[property] ??= { row, cell }
  }

  /** The format of all cells, if they have one. */
  detect(): DetectedFormat {
    const { missing } = this.others
    const found = this.#values === 0 && missing.size > 0 ? this.#typedFormat() : this.#detectFormat()
    return found.format && missing.size > 0 ? { ...found, missing } : found
  }

  /** The format of a column without a value, if the user chose a type. */
  #typedFormat(): DetectedFormat {
    const time = timeOfType(this.#type)
    const plain = this.#type === undefined ? null : ({ unit: '', decimal: '.' } as const)
    return { ...ofTimes, format: time ? { time } : plain, example: '' }
  }

  /** Whether words may be missing values: beside a single number they and the number are two levels. */
  get #mayBeMissing(): boolean {
    return this.#type !== undefined || this.others.areVaried
  }

  /** Cells that have a value, with the words that are none. */
  get #present(): number {
    return this.#values + (this.#mayBeMissing ? 0 : this.others.missingCells)
  }

  #detectFormat(): DetectedFormat {
    const times = detectTimes(this.#timeFormat, this.#present, timeOfType(this.#type) !== undefined)
    return times ?? this.#detectNumbers(this.#present)
  }

  #detectNumbers(present: number): DetectedFormat {
    const numbers = this.#numberFormat
    const none = { ...ofTimes, hasUnit: numbers.hasUnit, format: null }
    if (this.#type === 'range') return this.ranges.detect(this.firstNotRange === undefined)
    const padded = this.#padded.typoAmong(present)
    if (this.#first.padded && this.#type !== 'numeric' && padded === null) {
      const days = this.#timeFormat.digitDays?.found
      const areDays = numbers.plain === present && this.#type === undefined
      if (days && areDays) return { ...none, why: 'digit-days', looks: days.order, example: days.example }
      const why = numbers.plain * 2 > present && { why: 'padded' as const }
      return { ...none, ...why, example: this.#first.padded.cell }
    }
    const isTyped = this.#type === 'numeric'
    const noted = this.notations.detect(present, numbers.plainWith, isTyped, this.options.decimal)
    const { example } = this.notations
    if (noted) return { ...ofTimes, format: { unit: '', ...noted }, infinite: numbers.infinite, example }
    if (this.notations.areSidesPart(present, numbers.affixes.units.get('') ?? 0))
      return { ...none, why: 'partly-sides', example }
    const format = numbers.detect(present, this.#commas, isTyped, this.options)
    if (typeof format === 'string') {
      const why = format === 'unclear' ? 'unclear-marks' : format
      return { ...none, why, example: numbers.exampleOf(format) }
    }
    if (format !== null) return { ...numbers.described(format), ...(padded !== null && { padded }) }
    const ranges = this.#type === undefined && this.ranges.areRanges(present)
    if (ranges) return { ...none, why: ranges, example: this.ranges.example }
    const { plain, plainIn } = numbers
    const pairs = this.notations.pairs(present, { plain, plainIn, times: this.#timeFormat.clocks })
    return pairs
      ? { ...none, why: pairs, example: example || this.notations.measures.example }
      : { ...none, example: numbers.example() }
  }

  /** The decimal marks of its numbers; `isRead`: all cells are read as some, else most have to be. */
  marksIf(isRead: boolean): ColumnMarks {
    const areMost = isRead || this.#numberFormat.likelyNumbers(this.#commas) * 2 >= this.#values
    return areMost ? this.#numberFormat.marks : noMarks
  }

  /** What stands around the numbers. */
  get affixes(): NumberFormatDetector['affixes'] {
    return this.#numberFormat.affixes
  }

  /** The first cell that is not a range. */
  get firstNotRange(): PlacedCell | undefined {
    const { noRange, notPointRange, notCommaRange } = this.#first
    const { decimal } = this.ranges
    return noRange ?? (decimal === '.' ? notPointRange : decimal === ',' ? notCommaRange : undefined)
  }

  /**
   * The first cell that is not a number; without such a cell, and without units, one that is not a plain
   * number.
   */
  get firstNoNumber(): PlacedCell | undefined {
    const { noNumber, notPlain } = this.#first
    const first = this.affixes.cells + this.notations.cells > 0 ? (noNumber ?? notPlain) : notPlain
    return this.#mayBeMissing ? first : earlier(first, this.#first.word)
  }

  /** The first cell that is not of the date or time type the user chose. */
  get firstTimeMismatch(): PlacedCell | undefined {
    const { notDmy, notMdy, notYmd } = this.#first
    return { dmy: notDmy, mdy: notMdy, ymd: notYmd }[this.#timeFormat.likelyOrder]
  }

  /** The cells that are not numbers, or not times, if most cells are. */
  deviatingCells(): DeviatingCells | null {
    const present = this.#values + this.others.missingCells
    const numbers = this.#numberFormat
    const { certain, readable } = this.#timeFormat
    const likely = numbers.likelyNumbers(this.#commas) + this.notations.cells
    const words = this.others.wordsAbove(this.#values / 2)
    const doubtful = ifMost(numbers.readable(this.options), present - words)
    const readings = readingsOf(this.#first, {
      numbers: { plain: numbers.plain, likely, doubtful },
      times: { certain, doubtful: ifMost(readable, present - words) },
    })
    const rest = { present, words, word: this.#first.word, others: this.others, odd: this.#odd }
    const found = deviatingFrom(readings, rest)
    // A date that only another calendar has is said with the others.
    if (found?.kind === 'dates or times' && haveOwnDays(this.others.first)) return null
    if (found?.kind !== 'numbers' || doubtful <= likely) return found
    // Commas in doubt are decimal marks only if the user says so, and none beside lists of answers.
    if (!found.words && this.others.haveLists && likely * 2 <= present) return null
    if (found.words === null || !numbers.needsType(this.#commas, this.options)) return found
    return { ...found, needsType: true }
  }

  #classify(cell: string, count: number): number {
    const bits = this.#propertiesOf(withUsualDigits(cell), count)
    if ((bits & is.word) === 0) this.#odd.add(cell, count, bits)
    return bits
  }

  #propertiesOf(cell: string, count: number): number {
    if (this.others.addIfMissing(cell, count)) return is.word
    this.#values += count
    if (this.#type === 'range') return this.#classifyRange(cell, count)
    this.codes.add(cell, count)
    if (!mayBeValue(cell)) return this.#classifyNamed(cell, count)
    this.others.noteValue(cell)
    const { cells, plain } = this.#numberFormat
    const times = this.#timeFormat.cells
    this.#numberFormat.add(cell, count)
    this.ranges.add(cell, count, this.#numberFormat.plain > plain)
    const orders = this.#timeFormat.add(cell, count)
    const isTime = this.#timeFormat.cells !== times
    const isNumber = this.#numberFormat.cells !== cells
    if (isNumber) this.notations.addUnited(cell, count)
    if (isNumber) this.#timeFormat.digitDays?.add(Number(cell), cell.trim())
    const isNoted = !isNumber && !isTime && this.notations.add(cell, count)
    if (!isNumber && !isTime && !isNoted && !this.notations.isMeasure) this.others.noteText(cell, count)
    return (
      (this.#numberFormat.plain === plain ? is.notPlain : 0) |
      (isNumber || isNoted ? 0 : is.noNumber) |
      (isTime ? 0 : is.noTime) |
      notIn(orders) |
      (this.#padded.add(cell, count) ? is.padded : 0)
    )
  }

  #classifyRange(cell: string, count: number): number {
    this.others.noteValue(cell)
    const range = readRange(cell)
    if (!range) return onlyText | is.noRange
    this.ranges.addRange(cell.trim(), range, count)
    return (range['.'] ? 0 : is.notPointRange) | (range[','] ? 0 : is.notCommaRange)
  }

  /** A cell with letters: a date with the name of a month, a number with an affix, or another text. */
  #classifyNamed(cell: string, count: number): number {
    const times = this.#timeFormat.cells
    const orders = mayBeTime(cell) ? this.#timeFormat.add(cell, count) : noOrder
    if (this.#timeFormat.cells === times) return this.#classifyAffixed(cell, count)
    this.others.noteValue(cell)
    this.ranges.add(cell, count, false)
    return is.notPlain | is.noNumber | notIn(orders)
  }

  /** A cell that is neither a time nor a number of usual characters. */
  #classifyAffixed(cell: string, count: number): number {
    const [cells, wordCells] = [this.#numberFormat.cells, this.affixes.wordCells]
    this.others.noteFirst(cell)
    this.#numberFormat.addAffixed(cell, count)
    this.ranges.add(cell, count, false)
    if (this.#numberFormat.cells === cells && !this.notations.add(cell, count)) {
      // A number with a word, which all of them may have.
      if (this.affixes.wordCells !== wordCells) return onlyText & ~is.noNumber
      if (!this.notations.isMeasure) this.others.noteText(cell, count)
      return onlyText
    }
    if (this.#numberFormat.cells !== cells) this.notations.addUnited(cell, count)
    this.others.noteValue(cell)
    return onlyText & ~is.noNumber
  }
}
