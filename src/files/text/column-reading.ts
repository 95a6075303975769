import type { TimeKind } from '../../columns/column.ts'
import {
  decimalCommaWarning,
  isNearlyNumeric,
  mixedWarning,
  nonFiniteWarning,
  notANumber,
  roundedWarning,
  thousandsMarks,
} from '../../columns/notices.ts'
import { hasThousandsMarks, numberOfText } from '../../columns/text-cells.ts'
import type { MissingTest } from '../../columns/text-cells.ts'
import { readAs } from '../../kernel/text-read-job.ts'
import type { ColumnType } from '../../spec/rank-spec.ts'
import type { Warning } from '../../trace/warning.ts'

/** What cells of a column were found to be, a bit each. */
const found = { numbers: 1, date: 2, datetime: 4, time: 8, texts: 16 } as const
const kindsOfTimes: readonly TimeKind[] = ['date', 'datetime', 'time']

/** What is noted of the numbers of a chunk, see `TextReadPart`. */
export interface NumberNotes {
  readonly missing: number
  readonly infinite: number
  readonly rounded: number
  readonly commas: number
  /** Kinds of times, a bit each in the order of `kindsOfTimes`; 0 for numbers. */
  readonly kinds: number
}

/** Names a row in messages. */
type Place = (row: number) => string

/**
 * Finds the type of a column as its cells come: numeric if every cell that is not missing reads as a number, with decimal
 * points or with decimal commas, or every one as a date or time of one kind; else categorical.
 */
export class ColumnReading {
  readonly name: string
  /** Its number in the file. */
  readonly index: number
  readonly #type: ColumnType | undefined
  readonly #isMissing: MissingTest
  readonly #mayHaveCommas: boolean
  /** How the next cells are read. */
  #mode: number
  #found = 0
  #infinite = 0
  #rounded = 0
  #commas = 0
  #present = 0
  /** Cells that are no numbers. */
  #odd = 0
  /** How many of the odd cells have marks between thousands. */
  #grouped = 0
  #firstOdd: { readonly row: number; readonly cell: string } | null = null

  constructor(
    { name, index }: { readonly name: string; readonly index: number },
    type: ColumnType | undefined,
    { isMissing, mayHaveCommas }: { readonly isMissing: MissingTest; readonly mayHaveCommas: boolean },
    isText = false,
  ) {
    this.name = name
    this.index = index
    this.#type = type
    this.#isMissing = isMissing
    this.#mayHaveCommas = mayHaveCommas
    this.#mode = type === 'categorical' || isText ? readAs.texts : readAs.numbers
  }

  get mode(): number {
    return this.#mode
  }

  /** Whether all cells so far are of one kind. */
  get isOfOneKind(): boolean {
    return (this.#found & (this.#found - 1)) === 0
  }

  get isNumeric(): boolean {
    return this.#type !== 'categorical' && this.isOfOneKind && this.#found !== found.texts
  }

  get time(): TimeKind | undefined {
    return kindsOfTimes.find((kind) => this.#found === found[kind])
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
    let missing = notes.missing
    for (const { row, cell } of unsettled) {
      const isMissing = this.#isMissing(cell)
      values[row] = isMissing ? NaN : this.#numberOf(cell)
      if (isMissing) missing++
    }
    if (missing < values.length) this.#see(notes.kinds === 0 ? found.numbers : notes.kinds << 1)
  }

  /** Takes cells read as texts, each distinct one once; returns them with null for missing values. */
  takeTexts(texts: readonly string[], codes: Uint32Array, first: number): (string | null)[] {
    const levels = texts.map((text) => (this.#isMissing(text) ? null : text))
    if (levels.some((level) => level !== null)) this.#see(found.texts)
    if (this.#type !== 'categorical') this.#count(levels, codes, first)
    return levels
  }

  /** The warnings of the column, after its last cell; throws where it cannot have the type the user named. */
  finish(place: Place): readonly Warning[] {
    const { name } = this
    if (this.isNumeric) {
      return [
        ...(this.#infinite > 0 ? [nonFiniteWarning(name, this.#infinite)] : []),
        ...(this.#rounded > 0 ? [roundedWarning(name, this.#rounded)] : []),
        ...(this.#commas > 0 ? [decimalCommaWarning(name)] : []),
      ]
    }
    if (!this.#firstOdd) return []
    const { row, cell } = this.#firstOdd
    if (this.#grouped > 0 && this.#grouped === this.#odd) throw thousandsMarks(name, place(row), cell)
    if (this.#type === 'numeric') throw notANumber(name, place(row), cell)
    const mixture = { present: this.#present, odd: this.#odd }
    return isNearlyNumeric(mixture) ? [mixedWarning(name, mixture, place(row), cell)] : []
  }

  #see(kind: number): void {
    this.#found |= kind
    if (!this.isOfOneKind || kind === found.texts) this.#mode = readAs.texts
    else this.#mode = kind === found.numbers ? readAs.numbers : readAs.times
  }

  #numberOf(cell: string): number {
    let value = numberOfText(cell, '.')
    if (value === null && this.#mayHaveCommas) {
      value = numberOfText(cell, ',')
      if (value !== null) this.#commas++
    }
    this.#see(value === null ? found.texts : found.numbers)
    if (value === null) return NaN
    if (typeof value === 'bigint') this.#rounded++
    const number = Number(value)
    if (Number.isFinite(number)) return number
    this.#infinite++
    return NaN
  }

  /** Counts the cells that are no numbers. */
  #count(levels: readonly (string | null)[], codes: Uint32Array, first: number): void {
    const counts = new Uint32Array(levels.length)
    for (const code of codes) counts[code]++
    const isOdd = levels.map((level) => level !== null && numberOfText(level, '.') === null)
    levels.forEach((level, code) => {
      if (level === null) return
      this.#present += counts[code]
      if (!isOdd[code]) return
      this.#odd += counts[code]
      if (hasThousandsMarks(level)) this.#grouped += counts[code]
    })
    if (this.#firstOdd || !isOdd.includes(true)) return
    const row = codes.findIndex((code) => isOdd[code])
    this.#firstOdd = { row: first + row, cell: levels[codes[row]]! }
  }
}
