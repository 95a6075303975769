import type { Measure, NotedNumber } from './number-notations.ts'

/**
 * Two numbers in each cell; a number with another in brackets; a number out of another, such as 7/10;
 * fractions, such as 1 1/2; lengths of sides, such as 30x40; numbers between blanks or commas.
 */
export type PairKind = 'pairs' | 'bracketed-pairs' | 'shares' | 'fractions' | 'sides' | 'coordinates'

/** Numbers up to it may be days or months, or points in a game. */
const lastDay = 31
/** A share of so many pairs may be written the wrong way round. */
const oftenFalling = 0.95
/** Small numbers with a slash are up to it: larger ones may be days beside months. */
const largestOfPair = 12
/** Of shares and of pairs of small numbers there are at least so many different ones. */
const fewestShares = 4
/** Few second numbers behind many first ones may be years, as in 212/24 for a document. */
const [manyFirsts, fewestSeconds] = [8, 4]

/** Notes cells of several numbers, such as 120/80, 7/10, 12 (3.4) and 48.1 11.5. */
export class PairFacts {
  /** Pairs with a slash, with brackets, and with either a slash or a word such as `of`. */
  #slashes = 0
  #brackets = 0
  #percents = 0
  #shares = 0
  /** Those behind a whole number, and all those of a number below another. */
  #mixed = 0
  #proper = 0
  /** Cells of numbers with a cross between them, and whether some have more than a digit: 4x4 is a drive. */
  #crossed = 0
  #hasSides = false
  /** Cells of decimal numbers between blanks or commas, and the most numbers of one. */
  #listed = 0
  most = 2
  /** Whether commas stand between some of them. */
  hasCommas = false
  /**
   * Pairs with a slash of two or three digits each; those of which the first number is above the second, and
   * those that no date has.
   */
  #long = 0
  #falling = 0
  #large = 0
  #decimals = 0
  #rising = 0
  #largest = 0
  readonly #firsts = new Set<string>()
  readonly #seconds = new Set<string>()

  add({ notation, parts, side }: NotedNumber, cell: string, count: number): void {
    if (notation === 'times') {
      this.#crossed += count
      this.#hasSides ||= parts.some((part) => part.length > 1)
      this.most = Math.max(this.most, parts.length)
      return
    }
    if (notation === 'blanks' || notation === 'commas') {
      this.#listed += count
      this.hasCommas ||= notation === 'commas'
      this.most = Math.max(this.most, parts.length)
      return
    }
    const [a, b] = parts
    const [first, second] = [a, b].map((part) => Number(part.replace(',', '.')))
    if (notation === 'brackets') {
      this.#brackets += count
      if (cell.includes('%')) this.#percents += count
    } else {
      this.#shares += count
      if (first <= second) this.#rising += count
      if (this.#firsts.size < manyFirsts) this.#firsts.add(a)
      if (this.#seconds.size < fewestSeconds) this.#seconds.add(b)
    }
    if (notation === 'slash') this.#slashes += count
    if (notation === 'slash' && first < second) this.#proper += count
    if (side !== '') this.#mixed += count
    if (notation === 'slash' && a.length > 1 && b.length > 1) this.#long += count
    if (first > second) this.#falling += count
    if (first > lastDay) this.#large += count
    this.#largest = Math.max(this.#largest, first, second)
    if (/[.,%]/.test(cell)) this.#decimals += count
  }

  /** Whether most numbers in brackets are percentages. */
  get havePercent(): boolean {
    return this.#percents * 2 > this.#brackets
  }

  /** What numbers are a share of. */
  get whole(): string {
    return [...this.#seconds][0]
  }

  /** What three quarters or more of `present` cells are; whole numbers may stand beside fractions. */
  kindOf(present: number, plain: number): PairKind | null {
    const areMost = (cells: number) => cells * 4 >= present * 3
    const { size } = this.#seconds
    if (this.#mixed > 0)
      return areMost(this.#slashes + plain) && this.#proper === this.#slashes ? 'fractions' : null
    if (areMost(this.#crossed)) return this.#hasSides ? 'sides' : null
    if (areMost(this.#listed)) return 'coordinates'
    if (areMost(this.#brackets)) return this.#decimals * 2 > this.#brackets ? 'bracketed-pairs' : null
    const areLong = areMost(this.#slashes) && this.#long === this.#slashes && this.#large * 2 > this.#slashes
    const areOfYears = this.#firsts.size >= manyFirsts && size < fewestSeconds
    if (areLong && !areOfYears && this.#falling >= oftenFalling * this.#slashes) return 'pairs'
    // Neither dates nor scores have decimals.
    if (areMost(this.#shares) && this.#decimals === this.#shares && this.#firsts.size >= manyFirsts)
      return 'pairs'
    const areVaried = this.#firsts.size >= fewestShares
    if (areMost(this.#shares) && areVaried && size === 1 && this.#rising === this.#shares) return 'shares'
    // 7 of 10 beside 3 of 5; with a slash they may be days.
    const areOfWords = this.#slashes === 0 && this.#rising === this.#shares
    if (areMost(this.#shares) && areVaried && size > 1 && areOfWords) return 'pairs'
    // Fractions are below 1.
    const areSmall = this.#largest <= largestOfPair && this.#proper < this.#slashes && this.#decimals === 0
    return areMost(this.#slashes) && areVaried && size > 1 && areSmall ? 'pairs' : null
  }
}

/**
 * Lengths of time with a colon or of ISO 8601, weeks and days, minutes and seconds, feet and inches, stones
 * and pounds, numbers behind a sign or a word.
 */
export type MeasureKind =
  | 'clock-lengths'
  | 'periods'
  | 'weeks-and-days'
  | 'minutes-and-seconds'
  | 'feet-and-inches'
  | 'stones-and-pounds'
  | 'marked-numbers'

const kinds = {
  clock: 'clock-lengths',
  period: 'periods',
  weeks: 'weeks-and-days',
  feet: 'feet-and-inches',
  stones: 'stones-and-pounds',
  marked: 'marked-numbers',
} as const satisfies Record<Measure, MeasureKind>
/** A column has at least so many different ones. */
const fewest = 3
/** Fewer weeks than this beside days may be something else, such as the parts 3+4 of a score. */
const fewestWeeks = 10

/** The numbers of a column that are read. */
export interface PlainNumbers {
  /** Cells that are plain numbers. */
  readonly plain: number
  /** Cells that are numbers in one of these units; `null` if some are written otherwise. */
  readonly plainIn: (units: readonly string[]) => number | null
  /** Cells that are times of day. */
  readonly times?: number
}

/** Notes cells that are a length of time, a height or a weight in two units, or a number behind a mark. */
export class MeasureFacts {
  readonly #cells = new Map<string, number>()
  readonly #texts = new Set<string>()
  #example = ''
  /** Whether inches would be more than a foot: they are seconds. */
  #areSeconds = false
  /** Whether some weeks are as many as those of a pregnancy. */
  #areWeeks = false
  /** The units of numbers behind a sign or a word. */
  readonly #units = new Set<string>()
  /** How they are written. */
  readonly written = new Set<string>()
  /** Lengths with the unit of hours, with that of minutes, and without a unit. */
  readonly #clocks = { hours: 0, minutes: 0, bare: 0 }

  /** Adds a cell; says whether it is such a measure. */
  add(
    { notation, parts: [first, second], side, written }: NotedNumber,
    cell: string,
    count: number,
  ): boolean {
    if (!(notation in kinds)) return false
    this.#cells.set(notation, (this.#cells.get(notation) ?? 0) + count)
    this.#example ||= cell.trim()
    if (this.#texts.size < fewest) this.#texts.add(cell.trim())
    if (notation === 'feet')
      this.#areSeconds ||= Number(second.replace(',', '.')) >= 12 || Number(first) > 9 || /[+/]/.test(cell)
    if (notation === 'weeks') this.#areWeeks ||= Number(first) >= fewestWeeks
    if (notation === 'marked') this.#units.add(side)
    if (written) this.written.add(written)
    if (notation === 'clock')
      this.#clocks[side === '' ? 'bare' : /^(?:h|hrs?|std)$/i.test(side) ? 'hours' : 'minutes'] += count
    return true
  }

  get example(): string {
    return this.#example
  }

  /** Whether lengths of two parts without a unit are hours and minutes, as those beside them. */
  get areHours(): boolean {
    const { hours, minutes, bare } = this.#clocks
    return hours > minutes && hours >= bare
  }

  /** The units of numbers behind a sign or a word. */
  get units(): readonly string[] {
    return [...this.#units]
  }

  /**
   * What three quarters or more of `present` cells are; numbers without a mark, in the same unit, may stand
   * beside those with one.
   */
  kindOf(present: number, { plain, plainIn, times = 0 }: PlainNumbers): MeasureKind | null {
    if (this.#cells.size !== 1 || this.#texts.size < fewest || this.#units.size > 1) return null
    const [[notation, cells]] = this.#cells
    const ofMarked = this.units.includes('') ? plain : plainIn(this.units)
    // A length below a day is a time of day too.
    const beside = notation === 'marked' ? ofMarked : notation === 'clock' ? times : 0
    if (beside === null || (cells + beside) * 4 < present * 3) return null
    if (notation === 'weeks' && !this.#areWeeks) return null
    if (notation === 'feet' && this.#areSeconds) return 'minutes-and-seconds'
    return kinds[notation as keyof typeof kinds]
  }
}
