import { ofTimes } from './detected-format.ts'
import type { ColumnMarks, DetectedFormat } from './detected-format.ts'
import { isProper, noRange, rangeIn, rangeValue, readRange, serialRange, serialYear } from './range-texts.ts'
import type { RangeText } from './range-texts.ts'

type Mark = '.' | ','

/** A column of ranges has at most so many different ones, numbers among them, and other texts. */
const mostRanges = 200
const mostNumbers = 30
const mostOthers = 20
const anAmount = /^\d[\d.,]*\s?\p{L}+\.?$/u
const fewestRanges = 3
/** Measured ranges are at least so many, and some end beyond days and hours. */
const fewestMeasured = 8
const lastDay = 31
/** The number of 1 January 2000 in a spreadsheet. */
const leastSerial = 36_526

const marks = ['.', ','] as const
const otherMark = { '.': ',', ',': '.' } as const

/** Notes whether the cells of a column are ranges of numbers, such as the groups of a survey. */
export class RangeFacts {
  readonly #given: Mark | undefined
  readonly #ranges = new Map<string, RangeText>()
  readonly #others = new Set<string>()
  readonly #numbers = new Set<string>()
  #isOpen = true
  #cells = 0
  #damaged = 0
  #damagedExample: { readonly example: string; readonly range: string } | undefined
  /** The decimal marks that single numbers show, and those that may separate thousands as well. */
  readonly #shown = new Set<Mark>()
  readonly #doubtful = new Set<Mark>()
  /** Whether all cells are ranges with a decimal mark, and such as something measured has. */
  readonly #fits = { '.': true, ',': true }
  readonly #areMeasuredWith = { '.': true, ',': true }
  #isBeyondDays = false
  #isMoney = false
  /** Their units, of which more than one make them no ranges. */
  readonly #units = new Set<string>()
  /** The unknown words behind ranges, and numbers with such a word, which may be ranges too. */
  readonly #words = new Set<string>()
  readonly #ofWords = new Map<string, { readonly range: RangeText; readonly count: number }>()
  #decimal: Mark | 'either' | null | undefined
  /**
   * Dates, and numbers that may be some, which a spreadsheet may have made of ranges, and how many cells have
   * each.
   */
  readonly #serials = new Map<string, number>()
  #daysFrom: number | null | undefined

  /** `given`: the decimal mark that the user chose. */
  constructor(given?: Mark) {
    this.#given = given
  }

  /** Adds a cell that occurs `count` times; `isPlain`: it is a plain number. */
  add(cell: string, count: number, isPlain: boolean): void {
    if (!this.#isOpen) return
    if (isPlain && this.#numbers.add(cell).size > mostNumbers) this.#isOpen = false
    const range = readRange(cell)
    if (range?.isNumberOfWord) this.#addNumberOfWord(cell.trim(), range, count)
    else if (range) this.addRange(cell.trim(), range, count)
    else this.#addOther(cell.trim())
  }

  #addNumberOfWord(text: string, range: RangeText, count: number): void {
    const before = this.#ofWords.get(text)?.count ?? 0
    this.#ofWords.set(text, { range, count: before + count })
    if (this.#ofWords.size > mostNumbers) this.#isOpen = false
  }

  #addOther(text: string): void {
    if (this.#others.add(text).size > mostOthers) this.#isOpen = false
  }

  /** 0 days a week is a range beside 1-2 days a week; 5 reps beside 8-10 reps is an amount, as below. */
  #settleWords(): void {
    const settled = [...this.#ofWords]
    this.#ofWords.clear()
    for (const [text, { range, count }] of settled) {
      const { low, high } = range['.'] ?? noRange
      const isAmount = anAmount.test(text) && low > 0 && high < Infinity
      if (this.#words.has(range.word!) && !isAmount) this.addRange(text, range, count)
      else this.#addOther(text)
    }
  }

  /** Adds a range; there may be any number of them. */
  addRange(text: string, range: RangeText, count: number): void {
    this.#decimal = this.#daysFrom = undefined
    this.#cells += count
    const isSerial = (serialRange(text) ?? serialRange(text, Infinity)) !== null
    if (isSerial && this.#serials.size <= mostNumbers)
      this.#serials.set(text, (this.#serials.get(text) ?? 0) + count)
    const damaged = range['.']?.isDamaged && !isSerial ? range['.'] : null
    if (damaged) {
      this.#damaged += count
      this.#damagedExample ??= { example: text, range: `${damaged.low}-${damaged.high}` }
    }
    range.shown.forEach((mark) => this.#shown.add(mark))
    range.doubtful.forEach((mark) => this.#doubtful.add(mark))
    const areDecimal = (text.match(/\d[.,]\d/g)?.length ?? 0) > 1
    for (const mark of marks) {
      const { low, high } = range[mark] ?? noRange
      this.#fits[mark] &&= range[mark] !== null
      // 1-101 may be a room on a floor.
      this.#areMeasuredWith[mark] &&= low < high && (areDecimal || high <= 2 * low)
      this.#isBeyondDays ||= high > lastDay
    }
    this.#isMoney ||= range.isMoney
    // A week is no month.
    const isOther = range.word !== undefined && !range.isNumberOfWord && this.#words.add(range.word).size > 1
    if (isOther) this.#isOpen = false
    if (range.unit !== '' && this.#units.add(range.unit).size > 1) this.#isOpen = false
    if (this.#ranges.size <= mostRanges) this.#ranges.set(text, range)
    // What is measured may have any number.
    if (this.#areMany && !marks.some((mark) => this.#areMeasuredWith[mark])) this.#isOpen = false
  }

  /** Whether there are more different ranges than are kept. */
  get #areMany(): boolean {
    return this.#ranges.size > mostRanges
  }

  /** How many cells are dates that a spreadsheet made of ranges, one of them, and its range. */
  get damaged(): { readonly cells: number; readonly example: string; readonly range: string } | null {
    const { daysFrom } = this
    const serials = daysFrom === null ? [] : [...this.#serials]
    const cells = serials.reduce((sum, [, count]) => sum + count, this.#damaged)
    if (this.#damagedExample) return { cells, ...this.#damagedExample }
    if (daysFrom === null || serials.length === 0) return null
    const [[example]] = serials
    const { low, high } = serialRange(example, daysFrom) ?? serialRange(example, Infinity)!
    return { cells, example, range: `${low}-${high}` }
  }

  /**
   * How dates among ranges stand for some, as `serialRange` reads them: so that all fit between the others.
   * Numbers such as 44806 are dates only if the others are far below. `null` if there are none.
   */
  get daysFrom(): number | null {
    if (this.#daysFrom === undefined) this.#daysFrom = this.#serials.size > 0 ? this.#fitSerials() : null
    return this.#daysFrom
  }

  #fitSerials(): number | null {
    const decimal = this.decimal ?? 'either'
    const others = [...this.#ranges].filter(([text]) => !this.#serials.has(text))
    const ends = others.flatMap(([, range]) => {
      const { low, high } = rangeIn(range, decimal) ?? noRange
      return [low, high].filter(Number.isFinite)
    })
    const areDates = [...this.#serials.keys()].every((text) => text.includes('-'))
    const areFew = this.#serials.size * 2 <= others.length && ends.every((end) => end < leastSerial / 10)
    if (!areDates && !areFew) return null
    const latest = Math.max(...[...this.#serials.keys()].map((text) => serialYear(text)!))
    const fitting = [0, latest, latest + 1].find((from) => this.#areSideBySide(decimal, from))
    return fitting ?? (areDates ? 0 : null)
  }

  /** The texts that are no ranges. */
  get others(): readonly string[] {
    return [...this.#others]
  }

  /**
   * A range that shows what the column has: one whose mark may be a decimal mark or separate thousands, if
   * there is one.
   */
  get example(): string {
    const proper = [...this.#ranges].filter(([, range]) => {
      const { low, high, isDamaged } = rangeIn(range, this.decimal ?? 'either') ?? noRange
      return low < high && !isDamaged
    })
    const doubtful = proper.filter(([, range]) => range.doubtful.length > 0)
    const isBounded = ([, range]: readonly [string, RangeText]) => marks.some((mark) => isProper(range[mark]))
    return (doubtful.find(isBounded) ?? doubtful[0] ?? proper[0])?.[0] ?? ''
  }

  /** The ends of the example. */
  get exampleEnds(): readonly number[] {
    const range = rangeIn(this.#ranges.get(this.example) ?? null, this.decimal ?? 'either')
    return range ? [range.low, range.high] : []
  }

  /** A range without an end, such as <65, and the number that stands for it; one below a limit rather than above. */
  get openExample(): { readonly text: string; readonly value: number } | null {
    const open = [...this.#ranges].flatMap(([text, one]) => {
      const range = rangeIn(one, this.decimal ?? 'either') ?? noRange
      return Number.isFinite(range.high - range.low) ? [] : [{ text, range }]
    })
    const found = open.find(({ range }) => range.low === -Infinity) ?? open[0]
    return found ? { text: found.text, value: rangeValue(found.range) } : null
  }

  /**
   * Whether some numbers have a mark that only the column shows to be a decimal mark or to separate
   * thousands.
   */
  get areMarksDecided(): boolean {
    return this.#doubtful.size > 0
  }

  /** Whether numbers have thousands separators that are a point or a comma. */
  get isGrouped(): boolean {
    const { decimal } = this
    return decimal !== null && decimal !== 'either' && this.#doubtful.has(otherMark[decimal])
  }

  /** The marks of a column that does not show whether they separate thousands. */
  get marks(): ColumnMarks {
    const doubtful = this.#doubtful.size === 1 ? [...this.#doubtful][0] : null
    return { shown: [], doubtful, areThousands: false, example: this.example }
  }

  /**
   * The decimal mark of all ranges: that of single numbers, or else the only one by which each range begins
   * below its end, and all are side by side; in amounts of money three digits follow no decimal mark. `null`
   * if that leaves it open.
   */
  get decimal(): Mark | 'either' | null {
    return (this.#decimal ??= this.#given ?? this.#decide())
  }

  #decide(): Mark | 'either' | null {
    const shown = [...this.#shown]
    if (shown.length > 1) return this.#doubtful.size > 0 ? null : 'either'
    if (shown.length === 1) return shown[0]
    if (this.#doubtful.size === 0) return '.'
    if (this.#doubtful.size > 1) return null
    const [doubtful] = this.#doubtful
    const fitting = marks.filter((mark) => this.#fits[mark])
    if (fitting.length === 1) return fitting[0]
    if (this.#isMoney) return otherMark[doubtful]
    const ordered = fitting.filter((mark) => this.#areSideBySide(mark, null))
    return ordered.length === 1 ? ordered[0] : null
  }

  /**
   * Whether the cells, but for a few texts, are at least three ranges side by side, none inside another, or
   * of round numbers: results of games such as 2-1, days and codes are not. Unclear: whether a mark is a decimal mark or
   * separates thousands.
   */
  areRanges(present: number): 'ranges' | 'unclear-ranges' | null {
    this.#settleWords()
    if (!this.#isOpen || this.#cells * 4 < present * 3) return null
    // 5 reps beside 8-10 reps is an amount, and no word for a missing value.
    if (this.others.some((text) => anAmount.test(text))) return null
    const { decimal } = this
    if (decimal !== null)
      return this.#areSideBySide(decimal) || this.#areRound(decimal) || this.#areMeasured(decimal)
        ? 'ranges'
        : null
    return marks.some((mark) => this.#areSideBySide(mark)) ? 'unclear-ranges' : null
  }

  /** The format of ranges, if the user says that the cells are some; `areAll`: all of them are. */
  detect(areAll: boolean): DetectedFormat {
    const { decimal, example, isGrouped, daysFrom } = this
    if (decimal === null) return { ...ofTimes, format: null, why: 'unclear-ranges', example }
    const format = { unit: '', decimal, isRange: true, ...(daysFrom !== null && { daysFrom }) }
    return { ...ofTimes, format: areAll ? format : null, isGrouped, example }
  }

  /** Whether all are ranges, with ends that are multiples of 5, such as 0-10, 10-30 and 20-40. */
  #areRound(decimal: Mark | 'either'): boolean {
    // 10-5 is a result beside 5-10.
    if (this.others.some((text) => /\d/.test(text))) return false
    const ranges = [...this.#ranges.values()].map((range) => rangeIn(range, decimal) ?? noRange)
    // What is left of an infinity is no number.
    const isOdd = (end: number) => Math.abs(end % 5) > 0
    return (
      ranges.filter(isProper).length >= fewestRanges &&
      ranges.every(({ low, high, isDamaged }) => low < high && !isDamaged && !isOdd(low) && !isOdd(high))
    )
  }

  /**
   * Whether all are ranges such as something measured has, some of them beyond days and hours: with decimals, or
   * not wider than what they begin with.
   */
  #areMeasured(decimal: Mark | 'either'): boolean {
    const areMeasured = marks.every(
      (mark) => this.#areMeasuredWith[mark] || (decimal !== 'either' && decimal !== mark),
    )
    return areMeasured && this.#isBeyondDays && this.#ranges.size >= fewestMeasured
  }

  #areSideBySide(decimal: Mark | 'either', daysFrom = this.daysFrom): boolean {
    if (!this.#isOpen || this.#areMany) return false
    const ranges = [...this.#ranges].map(([text, range]) => {
      return (daysFrom === null ? null : serialRange(text, daysFrom)) ?? rangeIn(range, decimal)
    })
    const sorted = ranges.filter((range) => range !== null).sort((a, b) => a.low - b.low || a.high - b.high)
    const wide = sorted.filter(({ low, high }) => low < high)
    const hasProper = wide.some((range) => isProper(range) && !range.isDamaged)
    if (sorted.length < ranges.length || wide.length < fewestRanges || !hasProper) return false
    return sorted.every(({ low }, i) => i === 0 || (low >= sorted[i - 1].high && low > sorted[i - 1].low))
  }
}
