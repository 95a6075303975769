import { isSameForm, numbersInForm, timeOfForm } from '../../columns/cell-form.ts'
import type { CellForm } from '../../columns/cell-form.ts'
import type { TimeKind } from '../../columns/column.ts'
import {
  decimalCommaWarning,
  mixedWarning,
  nonFiniteWarning,
  notANumber,
  notATime,
  roundedWarning,
  thousandsMarks,
  undecidedDates,
} from '../../columns/notices.ts'
import type { Commas } from '../../columns/number-evidence.ts'
import { mayBeGroups } from '../../columns/marked-numbers.ts'
import { isPadded, numberOfText } from '../../columns/text-cells.ts'
import type { MissingTest } from '../../columns/text-cells.ts'
import { TextEvidence } from '../../columns/text-evidence.ts'
import type { FoundForm } from '../../columns/text-evidence.ts'
import type { NumberNotes } from './part-columns.ts'
import { readAs } from '../../kernel/text-read-job.ts'
import { timeOfType } from '../../spec/given-types.ts'
import type { GivenType } from '../../spec/given-types.ts'
import type { Warning } from '../../trace/warning.ts'

/** What cells of a column were found to be, a bit each. */
const found = { numbers: 1, date: 2, datetime: 4, time: 8, texts: 16 } as const
const kindsOfTimes: readonly TimeKind[] = ['date', 'datetime', 'time']

/** What columns have in common. */
export interface ReadingRules {
  readonly isMissing: MissingTest
  readonly commas: Commas
}

/** How a column is read in a later pass: as texts, or as texts that are numbers in a form. */
export interface ReadAgain {
  readonly isText: boolean
  readonly form: CellForm | null
}

/** Names a row in messages. */
type Place = (row: number) => string

/**
 * Finds the type of a column as its cells come: numeric if every cell that is not missing reads as a number, or every one as
 * a date or time of one kind; else, after the last cell, whether all texts are written in one form of numbers or of dates.
 */
export class ColumnReading {
  readonly name: string
  /** Its number in the file. */
  readonly index: number
  readonly #type: GivenType | undefined
  readonly #rules: ReadingRules
  /** The form in which texts are read as they come. */
  readonly #form: CellForm | null
  #textEvidence: TextEvidence | undefined
  #ending: FoundForm | undefined
  /** How the next cells are read. */
  #mode: number
  #found = 0
  #infinite = 0
  #rounded = 0
  #commas = 0
  #groups = 0
  #points = 0

  constructor(
    { name, index }: { readonly name: string; readonly index: number },
    type: GivenType | undefined,
    rules: ReadingRules,
    { isText, form }: ReadAgain = { isText: false, form: null },
  ) {
    this.name = name
    this.index = index
    this.#type = type
    this.#rules = rules
    this.#form = form
    const areTexts = isText || type === 'categorical' || timeOfType(type) !== undefined
    this.#mode = areTexts ? readAs.texts : this.#numberMode
  }

  get mode(): number {
    return this.#mode
  }

  /** The type the user gave it, if any. */
  get type(): GivenType | undefined {
    return this.#type
  }

  /** Whether all its cells were read as texts. */
  get isOfTexts(): boolean {
    return this.#found === found.texts
  }

  /** Whether the cells could be read as they came: they are of one kind, and their decimal marks are clear. */
  get isClear(): boolean {
    if ((this.#found & (this.#found - 1)) !== 0) return false
    const areDoubtful = this.#groups === this.#commas && this.#rules.commas !== 'usual'
    return this.#commas === 0 || (this.#points === 0 && !areDoubtful)
  }

  /** How its texts are written, where they are numbers or times; only after the last cell. */
  get form(): CellForm | null {
    return this.#type === 'categorical' || this.#found !== found.texts ? null : this.ending.form
  }

  /** Whether it holds texts that are numbers, and these were not read in their form. */
  get isUnread(): boolean {
    return !isSameForm(this.form, this.#form)
  }

  /** How another pass has to read it. */
  get again(): ReadAgain {
    return { isText: this.#mode === readAs.texts || !this.isClear, form: this.isClear ? this.form : null }
  }

  get isNumeric(): boolean {
    if (this.#type === 'categorical') return false
    return this.#found === found.texts ? this.form !== null : this.isClear
  }

  get time(): TimeKind | undefined {
    return timeOfForm(this.form) ?? kindsOfTimes.find((kind) => this.#found === found[kind])
  }

  /** Takes cells read as numbers or times; those the kernel could not read, `unsettled`, are read here. */
  takeNumbers(
    values: Float64Array,
    notes: NumberNotes,
    unsettled: readonly { readonly row: number; readonly cell: string }[],
  ): void {
    this.#infinite += notes.infinite
    this.#rounded += notes.rounded
    this.#commas += notes.commas
    this.#groups += notes.groups
    this.#points += notes.points
    let missing = notes.missing
    for (const { row, cell } of unsettled) {
      const isMissing = this.#rules.isMissing(cell)
      values[row] = isMissing ? NaN : this.#numberOf(cell)
      if (isMissing) missing++
    }
    if (missing < values.length) this.#see(notes.kinds === 0 ? found.numbers : notes.kinds << 1)
  }

  /** Takes cells read as texts, each distinct one once; returns them with null for missing values. */
  takeTexts(texts: readonly string[], codes: Uint32Array, first: number): (string | null)[] {
    const levels = texts.map((text) => (this.#rules.isMissing(text) ? null : text))
    if (levels.some((level) => level !== null)) this.#see(found.texts)
    if (this.#type !== 'categorical') this.#evidence.take(levels, codes, first)
    return levels
  }

  /** The numbers of texts in the form they are written in; NaN where there is none. */
  valuesOf(levels: readonly (string | null)[], codes: Uint32Array): Float64Array | null {
    if (!this.#form) return null
    const values = numbersInForm(levels, this.#form)
    return Float64Array.from(codes, (code) => values[code])
  }

  /** The warnings of the column, after its last cell; throws where it cannot have the type the user named. */
  finish(place: Place): readonly Warning[] {
    const { name } = this
    if (this.isNumeric) {
      const { infinite, rounded } = this.form
        ? this.ending
        : { infinite: this.#infinite, rounded: this.#rounded }
      return [
        ...(infinite > 0 ? [nonFiniteWarning(name, infinite)] : []),
        ...(rounded > 0 ? [roundedWarning(name, rounded)] : []),
        ...(this.hasDecimalCommas ? [decimalCommaWarning(name)] : []),
      ]
    }
    if (this.#type === 'categorical' || this.#found === 0) return []
    this.#refuse(place)
    if (this.ending.why) return []
    const odd = this.#evidence.odd()
    if (!odd) return []
    const { present } = this.#evidence
    const { row, cell } = odd.first
    return [mixedWarning(name, { present, odd: odd.odd }, place(row), cell, odd.kind)]
  }

  /** What its texts were found to be, after the last of them. */
  get ending(): FoundForm {
    return (this.#ending ??= this.#evidence.found())
  }

  /** Whether its numbers were read with decimal commas that its note does not tell of. */
  get hasDecimalCommas(): boolean {
    const { form } = this
    if (!form) return this.#commas > 0
    return 'unit' in form && form.unit === '' && form.decimal !== '.' && !this.ending.isGrouped
  }

  get #evidence(): TextEvidence {
    return (this.#textEvidence ??= new TextEvidence(this.#type, this.#rules.commas))
  }

  #refuse(place: Place): void {
    const { name } = this
    const { why, example, isOfUnit } = this.ending
    const isAsked = this.#type !== undefined
    if (why === 'undecided-dates' && isAsked) throw undecidedDates(name, example)
    const time = timeOfType(this.#type)
    const odd = time ? this.#evidence.firstMisfit : this.#evidence.firstOdd
    if (!odd) return
    if (time) throw notATime(name, time, place(odd.row), odd.cell)
    if (why === 'unclear-marks' && (isAsked || !isOfUnit))
      throw thousandsMarks(name, place(odd.row), odd.cell)
    if (this.#type === 'numeric') throw notANumber(name, place(odd.row), odd.cell)
  }

  get #numberMode(): number {
    return this.#type === 'numeric' ? readAs.paddedNumbers : readAs.numbers
  }

  #see(kind: number): void {
    this.#found |= kind
    if ((this.#found & (this.#found - 1)) !== 0 || kind === found.texts) this.#mode = readAs.texts
    else if (this.#mode !== readAs.texts)
      this.#mode = kind === found.numbers ? this.#numberMode : readAs.times
  }

  #numberOf(cell: string): number {
    const isCode = this.#type !== 'numeric' && isPadded(cell)
    const mayHaveCommas = this.#rules.commas !== 'unlikely'
    const point = isCode ? null : numberOfText(cell, '.')
    const value = point ?? (mayHaveCommas && !isCode ? numberOfText(cell, ',') : null)
    this.#see(value === null ? found.texts : found.numbers)
    if (value === null) return NaN
    if (point === null) {
      this.#commas++
      if (mayBeGroups(cell)) this.#groups++
    } else if (mayHaveCommas && cell.includes('.')) this.#points++
    if (typeof value === 'bigint') this.#rounded++
    const number = Number(value)
    if (Number.isFinite(number)) return number
    this.#infinite++
    return NaN
  }
}
