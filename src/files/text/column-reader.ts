import { timeOfType } from '#core'
import { DigitTimes } from '../cells/digit-times.ts'
import { dropMissing } from '../cells/missing-words.ts'
import { hintOf } from '../cells/time-names.ts'
import { isPadded, parseNumber } from '../cells/text-cells.ts'
import { isSameFormat, timeOfFormat } from '../cells/cell-format.ts'
import { noMarks, ofWords } from '../cells/detected-format.ts'
import type { GivenType, TimeKind } from '#core'
import type { CellFormat } from '../cells/cell-format.ts'
import type { ColumnMarks, DetectedFormat } from '../cells/detected-format.ts'
import type { TextFormatDetector } from '../cells/text-format-detector.ts'
import { readAs } from '#memory'
import { ColumnTexts } from './column-texts.ts'
import type { CellRules, ColumnPlace, RereadMode } from './column-texts.ts'
import { FirstTimes } from './first-times.ts'
import { LostDigits } from './long-numbers.ts'
import type { NotedWords } from './noted-words.ts'
import { NumberCounts } from './number-counts.ts'
import { NumberSums } from './number-sums.ts'
import type { CodedTexts, NumberNotes } from './part-columns.ts'

/** The kinds of cells in a column, one bit each. */
const kindBits = { numbers: 1, date: 2, datetime: 4, time: 8, texts: 16 } as const
const kindsOfTimes: readonly TimeKind[] = ['date', 'datetime', 'time']

/**
 * Determines the type of a column while its cells are read. It is numeric if every cell that is not missing
 * is a number, or a date or time of one kind. Otherwise, after the last cell, it is numeric if all texts
 * share one format of numbers or of dates.
 */
export class ColumnReader {
  readonly name: string
  readonly index: number
  readonly #type: GivenType | undefined
  readonly #rules: CellRules
  /** The format in which this pass parses texts. */
  readonly #format: CellFormat | null
  #detectedFormat: DetectedFormat | undefined
  /** How the kernel reads the next cells. */
  #mode: number
  #kinds = 0
  readonly #counts = new NumberCounts()
  readonly #sums = new NumberSums()
  /** Whether its numbers lost digits in a spreadsheet. */
  readonly lostDigits: LostDigits
  readonly #texts: ColumnTexts
  readonly #before: ReadonlySet<string>
  /** Notes whether numbers may be dates. */
  readonly #digitTimes: DigitTimes | undefined
  readonly times = new FirstTimes()

  constructor(
    { name, index, before = new Set([name]) }: ColumnPlace,
    type: GivenType | undefined,
    rules: CellRules,
    { isText, format }: RereadMode = { isText: false, format: null },
  ) {
    this.name = name
    this.index = index
    this.#before = before
    this.#type = type
    this.#rules = rules
    this.#format = format
    this.lostDigits = new LostDigits(name)
    this.#texts = new ColumnTexts(name, type, rules)
    const areTexts = isText || type === 'categorical' || type === 'range' || timeOfType(type) !== undefined
    this.#mode = areTexts ? readAs.texts : this.#numberMode
    if (type === undefined) this.#digitTimes = new DigitTimes(hintOf(name))
  }

  get mode(): number {
    return this.#mode
  }

  /** The type the user chose, if any. */
  get type(): GivenType | undefined {
    return this.#type
  }

  /** Whether texts that were read may be more than words. */
  get needsTools(): boolean {
    return this.#texts.needsTools
  }

  /** Whether all cells were texts. */
  get isOfTexts(): boolean {
    return this.#kinds === kindBits.texts
  }

  /**
   * Whether this pass read the cells correctly: of one kind, large whole numbers as texts, decimal marks not
   * ambiguous.
   */
  get isClear(): boolean {
    const { commas, numbers } = this.#rules
    const isOfOneKind = (this.#kinds & (this.#kinds - 1)) === 0
    if (!isOfOneKind || (this.#counts.rounded > 0 && this.#type === undefined)) return false
    return this.#counts.isMarkClear(numbers?.decimal, commas === 'usual')
  }

  /** The format of its texts, if they are numbers or times; known only after the last cell. */
  get format(): CellFormat | null {
    const isRead = this.#type !== 'categorical' && !this.#texts.areMerged && this.#kinds === kindBits.texts
    return isRead ? this.detected.format : null
  }

  /** Whether its texts have a format in which this pass did not parse them. */
  get isUnparsed(): boolean {
    return !isSameFormat(this.format, this.#format)
  }

  /** How another pass has to read the column. */
  get rereadMode(): RereadMode {
    return { isText: this.#mode === readAs.texts || !this.isClear, format: this.isClear ? this.format : null }
  }

  get isNumeric(): boolean {
    if (this.#type === 'categorical') return false
    return this.#kinds === kindBits.texts ? this.format !== null : this.isClear
  }

  get time(): TimeKind | undefined {
    if (this.isEmpty) return timeOfType(this.#type)
    return timeOfFormat(this.format) ?? kindsOfTimes.find((kind) => this.#kinds === kindBits[kind])
  }

  /**
   * Adds cells that the kernel read as numbers or times; `unsettled` cells, which it could not read, are
   * parsed here. Returns how many are missing or infinite.
   */
  takeNumbers(
    values: Float64Array,
    notes: NumberNotes,
    unsettled: readonly { readonly row: number; readonly cell: string }[],
  ): number {
    this.#counts.add(notes, values)
    this.#texts.words.addBits(notes.words, notes.noted)
    const { isMissing } = this.#rules.missing
    let { missing } = notes
    let gaps = missing + notes.infinite
    for (const { row, cell } of unsettled) {
      const isGap = isMissing(cell)
      values[row] = isGap ? NaN : this.#numberOf(cell)
      if (isGap) this.#texts.words.add(cell, 1)
      missing += Number(isGap)
      if (Number.isNaN(values[row])) gaps++
    }
    const time = kindsOfTimes.find((_, i) => notes.kinds === 1 << i)
    const dropped = notes.kinds === 0 || time ? dropMissing(values, this.#rules.missing, time) : 0
    missing += dropped
    gaps += dropped
    this.#sums.add(this.times.keep(values, time))
    this.lostDigits.add(values, notes.points + notes.commas)
    if (notes.kinds === 0) this.#digitTimes?.add(values)
    if (missing < values.length) this.#noteKind(notes.kinds === 0 ? kindBits.numbers : notes.kinds << 1)
    return gaps
  }

  /**
   * Adds cells read as texts, of so many rows that are expected; their codes become numbers of `knownTexts`.
   */
  takeTexts(chunk: CodedTexts, first: number, expected: number): void {
    if (this.#texts.add(chunk, first, expected)) this.#noteKind(kindBits.texts)
  }

  /** The texts that were read, by their numbers; `null` where they are missing. */
  get knownTexts(): readonly (string | null)[] {
    return this.#texts.all
  }

  /** Texts that were read since `noteTexts`. */
  get openTexts(): number {
    return this.#texts.open
  }

  /** Looks at the texts that were read; forgets them unless they are kept. */
  noteTexts(areKept: boolean): void {
    this.#texts.noteMany(areKept)
  }

  /**
   * The numbers of rows of texts in the format of this pass, NaN where there is none; `null` without a
   * format.
   */
  valuesOf(codes: Uint32Array): Float64Array | null {
    const format = this.#format
    return format && this.#texts.valuesOf(codes, (texts) => this.parse(texts, format))
  }

  /** The numbers of texts in a format, NaN where they are missing. */
  parse(levels: readonly (string | null)[], format: CellFormat): Float64Array {
    const values = this.#rules.tools!.parseTexts(levels, format)
    dropMissing(values, this.#rules.missing, timeOfFormat(format))
    return this.times.keep(values, timeOfFormat(format))
  }

  /** How many missing cells have a word that may be a code, as all its levels are. */
  get missingCodes(): number {
    return this.isOfTexts && !this.isNumeric ? this.#texts.missingCodes : 0
  }

  /** The words of missing cells that are reported, and how many cells they are; `null` if there are none. */
  get missingCells(): ReturnType<NotedWords['together']> {
    this.#texts.note()
    return this.#texts.words.together(this.format ? this.detected.missing : undefined)
  }

  /** Whether no cell has a value. */
  get isEmpty(): boolean {
    return this.#kinds === 0
  }

  /** Whether whole numbers beyond 2^53 become equal to others. */
  get areMerged(): boolean {
    return this.#texts.areMerged
  }

  /** How many cells are infinite, and how many whole numbers beyond 2^53. */
  get inexact(): { readonly infinite: number; readonly rounded: number } {
    const { infinite, rounded } = this.format ? this.detected : this.#counts
    return { infinite, rounded }
  }

  /**
   * Whether all texts among its numbers stand before the first row too, in its name or in lines around that,
   * so that these lines may stand in the rows again; one of a letter may be a level.
   */
  get repeatsName(): boolean {
    if (this.isNumeric || !this.isOfTexts || this.#type !== undefined) return false
    const deviating = this.texts?.deviatingCells()
    const texts = [...((deviating?.odd ?? deviating?.words)?.keys() ?? [])]
    if (texts.length === 0 || !texts.every((text) => this.#before.has(text))) return false
    return texts.length > 1 || texts[0].length > 1
  }

  /** Its numbers together, the last of which is that of a cell; `null` if they are none. */
  sumsTo(cell: string): NumberSums | null {
    const { format } = this
    if (!this.isNumeric || this.time) return null
    return format ? this.#texts.sumsTo(cell, (texts) => this.parse(texts, format)) : this.#sums
  }

  /** What its numbers may be, if its name says that they are dates. */
  get digitTimes(): DigitTimes | undefined {
    return this.#kinds === kindBits.numbers && this.isNumeric ? this.#digitTimes : undefined
  }

  /** The format detected in its texts, after the last of them. */
  get detected(): DetectedFormat {
    return (this.#detectedFormat ??= this.texts?.detect() ?? ofWords)
  }

  /** Whether its numbers were read with decimal commas and no other warning shows that. */
  get hasDecimalCommas(): boolean {
    const { format } = this
    if (!format || !('unit' in format) || format.notation) return !format && this.#counts.commas > 0
    const { shown, doubtful } = this.marks
    const hasCommas = shown.includes(',') || doubtful === ','
    const isPlain = format.unit === '' && format.decimal !== '.' && !format.isRange
    return hasCommas && isPlain && !this.detected.isGrouped
  }

  /** The decimal marks that its numbers show, or may have. */
  get marks(): ColumnMarks {
    if (this.#type === 'categorical') return noMarks
    if (this.#kinds === kindBits.numbers) return this.#counts.marksBelow(this.#sums.largest)
    if (!this.isOfTexts) return noMarks
    // Commas that may separate answers show no mark, unless points stand beside them.
    const ofLists = this.detected.why === 'comma-lists' ? this.texts?.marksIf(true) : undefined
    return (ofLists?.shown.length === 2 ? ofLists : this.texts?.marksIf(this.format !== null)) ?? noMarks
  }

  /** What its texts are; `null` if they are only words. */
  get texts(): TextFormatDetector | null {
    return this.#texts.format
  }

  get #numberMode(): number {
    return this.#type === 'numeric' ? readAs.paddedNumbers : readAs.numbers
  }

  #noteKind(kind: number): void {
    this.#kinds |= kind
    if ((this.#kinds & (this.#kinds - 1)) !== 0 || kind === kindBits.texts) this.#mode = readAs.texts
    else if (this.#mode !== readAs.texts)
      this.#mode = kind === kindBits.numbers ? this.#numberMode : readAs.times
  }

  #numberOf(cell: string): number {
    const isCode = this.#type !== 'numeric' && isPadded(cell)
    const mayHaveCommas = this.#rules.commas !== 'unlikely'
    const point = isCode ? null : parseNumber(cell, '.')
    const value = point ?? (mayHaveCommas && !isCode ? parseNumber(cell, ',') : null)
    this.#noteKind(value === null ? kindBits.texts : kindBits.numbers)
    if (value === null) return NaN
    this.#counts.addCell(cell, value, point === null ? ',' : '.')
    const number = Number(value)
    return Number.isFinite(number) ? number : NaN
  }
}
