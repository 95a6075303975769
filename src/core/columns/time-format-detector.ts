import { orderOfType, timeOfType } from '../spec/given-types.ts'
import type { DateOrder, GivenType } from '../spec/given-types.ts'
import type { TimeKind } from '../spec/rank-spec.ts'
import { parseTime, timeToNumber } from './time-texts.ts'
import type { ParsedTime } from './time-texts.ts'

/**
 * The format of all dates or times in a column; `order` is absent if the year comes first, and for times of
 * day.
 */
export interface TimeFormat {
  readonly time: TimeKind
  readonly order?: DateOrder
}

const orders = ['dmy', 'mdy'] as const

/** Detects the format of a column's dates or times from its distinct cells and how often each occurs. */
export class TimeFormatDetector {
  /** Cells that are dates or times. */
  cells = 0
  readonly #kind: TimeKind | undefined
  readonly #order: DateOrder | undefined
  readonly #kinds = { date: 0, datetime: 0, time: 0 }
  #doubtful = 0
  /**
   * Cells with the year last; how many of them are valid dates in each order, and how many the same date in
   * both.
   */
  #yearLast = 0
  readonly #fits = { dmy: 0, mdy: 0 }
  #sameInBoth = 0
  readonly #separators = new Set<string>()
  /** How many cells are of the kind the user chose, in each order. */
  readonly #ofKind = { dmy: 0, mdy: 0 }
  #example: string | undefined
  #deciding: string | undefined

  /** `type`: the type the user chose, if any. */
  constructor(type: GivenType | undefined) {
    this.#kind = timeOfType(type)
    this.#order = orderOfType(type)
  }

  /**
   * Adds a cell that occurs `count` times; returns for each order whether it is of the kind the user chose.
   */
  add(cell: string, count: number): Readonly<Record<DateOrder, boolean>> {
    const time = parseTime(cell)
    const isOfKind = {
      dmy: time !== null && this.#kind !== undefined && timeToNumber(time, this.#kind, 'dmy') !== null,
      mdy: time !== null && this.#kind !== undefined && timeToNumber(time, this.#kind, 'mdy') !== null,
    }
    for (const order of orders) if (isOfKind[order]) this.#ofKind[order] += count
    if (!time) return isOfKind
    this.cells += count
    this.#kinds[time.kind] += count
    if (time.isDoubtful) this.#doubtful += count
    if (time.separator !== '' && time.days === null) this.#addYearLast(time, cell, count)
    this.#example ??= cell.trim()
    return isOfKind
  }

  /** A cell that shows the format: one that determines the order of day and month, if there is one. */
  get example(): string {
    return this.#deciding ?? this.#example ?? ''
  }

  /**
   * The format of all `present` cells that have a value; `undecided` if day and month cannot be
   * distinguished, `null` if some are no times or kinds differ.
   */
  detect(present: number): TimeFormat | 'undecided' | null {
    if (this.#kind !== undefined) return this.#detectKind(this.#kind, present)
    if (this.#doubtful > 0 || (this.#yearLast > 0 && this.#yearLast < present)) return null
    const time = (['date', 'datetime', 'time'] as const).find((kind) => this.#kinds[kind] === present)
    if (time === undefined || present === 0) return null
    if (this.#yearLast === 0) return { time }
    return this.#separators.size > 1 ? null : this.#withOrder(time)
  }

  /**
   * The order in which most cells are of the kind the user chose; it decides which cells are reported as
   * mismatches.
   */
  get likelyOrder(): DateOrder {
    return this.#order ?? (this.#ofKind.mdy > this.#ofKind.dmy ? 'mdy' : 'dmy')
  }

  #detectKind(time: TimeKind, present: number): TimeFormat | 'undecided' | null {
    if (this.#ofKind[this.likelyOrder] < present) return null
    if (this.#yearLast === 0) return { time }
    return this.#order ? { time, order: this.#order } : this.#withOrder(time)
  }

  #withOrder(time: TimeKind): TimeFormat | 'undecided' | null {
    const possible = orders.filter((order) => this.#fits[order] === this.#yearLast)
    if (possible.length === 0) return null
    // Dates such as 01/01/2020 are the same in both orders.
    if (possible.length > 1 && this.#sameInBoth < this.#yearLast) return 'undecided'
    return { time, order: possible[0] }
  }

  #addYearLast({ dmy, mdy, separator }: ParsedTime, cell: string, count: number): void {
    this.#yearLast += count
    if (dmy !== null) this.#fits.dmy += count
    if (mdy !== null) this.#fits.mdy += count
    if (dmy === mdy) this.#sameInBoth += count
    if (dmy === null || mdy === null) this.#deciding ??= cell.trim()
    this.#separators.add(separator)
  }
}
