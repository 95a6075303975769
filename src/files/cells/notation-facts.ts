import { notedValue, parseNotation } from './number-notations.ts'
import type { Notation, ReadNotation } from './number-notations.ts'
import { MeasureFacts, PairFacts } from './unread-notations.ts'
import type { MeasureKind, PairKind, PlainNumbers } from './unread-notations.ts'

/** How the numbers of a column are read that are written with more than digits. */
export interface NotationFormat {
  readonly kind: ReadNotation
  /** Whether O is the west (oeste, ouest, ovest), not the east (Ost). */
  readonly isWest: boolean
}

/** A column has at least so many different numbers of the notation. */
const fewest = 3
/** A column is of other texts if none of so many is such a number. */
const mostTried = 1000
/** More different texts are not kept. */
const mostTexts = 64
const read: ReadonlySet<Notation> = new Set<Notation>(['degrees', 'deviation', 'power', 'formula'])

/** Notes the numbers of a column that are written with more than digits, and in which notation. */
export class NotationFacts {
  /** Cells of each notation. */
  readonly #cells = new Map<Notation, number>()
  readonly #texts = new Set<string>()
  readonly #marks = new Set<'.' | ','>()
  readonly #sides = new Set<string>()
  #areMarksSure = false
  #tried = 0
  readonly #pairs = new PairFacts()
  /** Lengths of time, heights and the like. */
  readonly measures = new MeasureFacts()
  /** Degrees without their sign; cells that are numbers with a unit too, such as N and W. */
  #bare = 0
  #united = 0
  example = ''
  /** Whether the last cell was a measure. */
  isMeasure = false

  /** Adds a number with a unit that may be the letter of a compass. */
  addUnited(cell: string, count: number): void {
    const last = cell.at(-1)
    if ((last === 'N' || last === 'W') && this.add(cell, count)) this.#united += count
  }

  /** Adds a cell that occurs `count` times; says whether it is a number that may be read. */
  add(cell: string, count: number): boolean {
    this.isMeasure = false
    if (this.#tried >= mostTried && this.#cells.size === 0 && this.measures.example === '') return false
    this.#tried++
    const noted = parseNotation(cell)
    if (!noted) return false
    this.isMeasure = this.measures.add(noted, cell, count)
    if (this.isMeasure) return false
    const { notation, parts, side } = noted
    this.#cells.set(notation, (this.#cells.get(notation) ?? 0) + count)
    if (this.#texts.size < mostTexts) this.#texts.add(cell.trim())
    this.#sides.add(side)
    if (noted.isBare) this.#bare += count
    this.example ||= cell.trim()
    parts.forEach((part) => this.#addMark(part))
    if (!read.has(notation)) this.#pairs.add(noted, cell, count)
    return read.has(notation)
  }

  /** Cells that are numbers of one of the notations that are read, and no numbers with a unit. */
  get cells(): number {
    return Math.max(0, this.#all - this.#united)
  }

  get #all(): number {
    const { kind } = this
    return kind !== null && read.has(kind) ? this.#cells.get(kind)! : 0
  }

  /** The only notation. */
  get kind(): Notation | null {
    return this.#cells.size === 1 ? [...this.#cells.keys()][0] : null
  }

  /**
   * How all `present` cells are read; `others`: how many plain numbers there are with a decimal mark. `null`
   * if some are something else, if they are few and nobody typed them, or if their decimal mark or their side
   * is not clear.
   */
  detect(
    present: number,
    others: (decimal: '.' | ',') => number,
    isTyped: boolean,
    given: '.' | ',' | undefined,
  ): { readonly notation: NotationFormat; readonly decimal: '.' | ',' } | null {
    const { kind } = this
    if (kind === null || this.cells === 0 || (!isTyped && this.#texts.size < fewest)) return null
    const decimal = this.#decimal(given)
    const all = this.#all
    if (decimal === null || all + (all < present ? others(decimal) : 0) !== present) return null
    if (kind !== 'degrees') return { notation: { kind: kind as ReadNotation, isWest: false }, decimal }
    const isWest = this.#isWest
    if (isWest === null || all < present || (this.#bare > 0 && !this.#haveBothSides)) return null
    return { notation: { kind, isWest }, decimal }
  }

  /**
   * Whether some numbers of a column have the letter of a compass that makes them negative, or may, and
   * `others` have none.
   */
  areSidesPart(present: number, others: number): boolean {
    const isPart = this.kind === 'degrees' && this.#bare > 0 && this.#bare === this.#all
    const sides = [...this.#sides].join('')
    return isPart && /^(?:[NS]+|[EWO]+)$/.test(sides) && /[SE]/.test(sides) && this.#bare + others === present
  }

  /** The letters of the compass that its numbers may have, as `NS`. */
  get sides(): string {
    const has = (side: string) => this.#sides.has(side)
    return has('N') || has('S') ? 'NS' : has('O') ? 'EWO' : 'EW'
  }

  /** The letters that make numbers negative, as `SW`. */
  get negativeSides(): string {
    return this.#sides.has('E') && this.#sides.has('O') ? 'SWO' : 'SW'
  }

  /** Whether numbers lie on both sides: letters alone on one side may be a unit. */
  get #haveBothSides(): boolean {
    const has = (side: string) => this.#sides.has(side)
    return (has('N') && has('S')) || [has('E'), has('W'), has('O')].filter(Boolean).length > 1
  }

  /** The most numbers of a cell, between blanks, commas or crosses. */
  get mostParts(): number {
    return this.#pairs.most
  }

  /** Whether most numbers in brackets are percentages. */
  get bracketsHavePercent(): boolean {
    return this.#pairs.havePercent
  }

  /** What numbers are a share of. */
  get whole(): string {
    return this.#pairs.whole
  }

  /** The decimal mark of its numbers; `null` if there are both, or if all commas may separate thousands. */
  get decimalMark(): '.' | ',' | null {
    return this.#decimal(undefined)
  }

  /** The only mark of its numbers, if one of them shows that it separates no thousands. */
  get sureMark(): '.' | ',' | null {
    return this.#areMarksSure && this.#marks.size === 1 ? [...this.#marks][0] : null
  }

  /** Whether commas stand between the numbers of a cell. */
  get partsHaveCommas(): boolean {
    return this.#pairs.hasCommas
  }

  /** What most cells look like, if they are several numbers each, or have marks. */
  pairs(present: number, numbers: PlainNumbers): PairKind | MeasureKind | null {
    return this.measures.kindOf(present, numbers) ?? this.#pairsOf(present, numbers)
  }

  #pairsOf(present: number, { plain, plainIn }: PlainNumbers): PairKind | null {
    // Numbers of inches may stand beside fractions.
    const all = plainIn(['', 'in']) ?? plain
    const kind = this.#pairs.kindOf(present, all)
    return this.#texts.size < fewest && !(kind === 'fractions' && all > 0) ? null : kind
  }

  #decimal(given: '.' | ',' | undefined): '.' | ',' | null {
    if (this.#marks.size > 1) return null
    const [mark] = this.#marks
    if (given !== undefined) return mark === undefined || mark === given ? given : null
    return mark === ',' && !this.#areMarksSure ? null : (mark ?? '.')
  }

  /** Whether O is the west: beside E it is, beside W it is the east; alone it is not clear (`null`). */
  get #isWest(): boolean | null {
    const sides = [...this.#sides].join('')
    const isLatitude = /^[NS]+$/.test(sides)
    if (sides === '' || isLatitude) return this.#sides.size > 1 && this.#sides.has('') ? null : false
    if (this.#sides.has('') || /[NS]/.test(sides)) return null
    if (!sides.includes('O')) return false
    return sides.includes('E') === sides.includes('W') ? null : sides.includes('E')
  }

  #addMark(part: string): void {
    const mark = /[.,]/.exec(part)?.[0]
    if (mark !== '.' && mark !== ',') return
    this.#marks.add(mark)
    if (!/^[-+−–\s]*[1-9]\d{0,2}[.,]\d{3}$/.test(part)) this.#areMarksSure = true
  }
}

/** The number in a cell of such a notation; `null` if it is none. */
export function notationValue(
  cell: string,
  { kind, isWest }: NotationFormat,
  decimal: '.' | ',',
): number | null {
  const noted = parseNotation(cell)
  return noted?.notation === kind ? notedValue(noted, decimal, isWest) : null
}
