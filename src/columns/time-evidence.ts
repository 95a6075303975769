import type { DateOrder, GivenType } from '../spec/given-types.ts'
import { orderOfType, timeOfType } from '../spec/given-types.ts'
import type { TimeKind } from './column.ts'
import { numberOfTime, readTime } from './date-texts.ts'
import type { TimeText } from './date-texts.ts'

/** How all times of a column are written; without an order where the year comes first, and for times of day. */
export interface TimeForm {
  readonly time: TimeKind
  readonly order?: DateOrder
}

const orders = ['dmy', 'mdy'] as const

/** Finds how the dates or times of a column are written, from each distinct cell and how often it comes. */
export class TimeEvidence {
  /** Cells that are dates or times. */
  cells = 0
  readonly #asked: TimeKind | undefined
  readonly #order: DateOrder | undefined
  readonly #kinds = { date: 0, datetime: 0, time: 0 }
  #doubtful = 0
  /** Cells with the year last; those of them that are a day in each order, and the same day in both. */
  #yearLast = 0
  readonly #fits = { dmy: 0, mdy: 0 }
  #same = 0
  readonly #separators = new Set<string>()
  /** Cells that are times of the kind asked for, in each order. */
  readonly #asAsked = { dmy: 0, mdy: 0 }
  #example: string | undefined
  #deciding: string | undefined

  /** `asked`: the kind of time the user named, if any. */
  constructor(asked: GivenType | undefined) {
    this.#asked = timeOfType(asked)
    this.#order = orderOfType(asked)
  }

  /** Takes a cell that comes so many times; returns whether it is a time of the kind asked for, in each order. */
  take(cell: string, count: number): Readonly<Record<DateOrder, boolean>> {
    const time = readTime(cell)
    const isAsked = {
      dmy: time !== null && this.#asked !== undefined && numberOfTime(time, this.#asked, 'dmy') !== null,
      mdy: time !== null && this.#asked !== undefined && numberOfTime(time, this.#asked, 'mdy') !== null,
    }
    for (const order of orders) if (isAsked[order]) this.#asAsked[order] += count
    if (!time) return isAsked
    this.cells += count
    this.#kinds[time.kind] += count
    if (time.isDoubtful) this.#doubtful += count
    if (time.separator !== '' && time.days === null) this.#takeYearLast(time, cell, count)
    this.#example ??= cell.trim()
    return isAsked
  }

  /** A cell that shows how the times are written: one that tells the order, if there is one. */
  get example(): string {
    return this.#deciding ?? this.#example ?? ''
  }

  /**
   * How all cells that have a value are written; `undecided` where day and month cannot be told apart, `null` where some are
   * no times, or of another kind.
   */
  form(present: number): TimeForm | 'undecided' | null {
    if (this.#asked !== undefined) return this.#formAsked(this.#asked, present)
    if (this.#doubtful > 0 || (this.#yearLast > 0 && this.#yearLast < present)) return null
    const time = (['date', 'datetime', 'time'] as const).find((kind) => this.#kinds[kind] === present)
    if (time === undefined || present === 0) return null
    if (this.#yearLast === 0) return { time }
    return this.#separators.size > 1 ? null : this.#ordered(time)
  }

  /** The order under which most cells are of the kind asked for: misfits are told by it. */
  get likelyOrder(): DateOrder {
    return this.#order ?? (this.#asAsked.mdy > this.#asAsked.dmy ? 'mdy' : 'dmy')
  }

  #formAsked(time: TimeKind, present: number): TimeForm | 'undecided' | null {
    if (this.#asAsked[this.likelyOrder] < present) return null
    if (this.#yearLast === 0) return { time }
    return this.#order ? { time, order: this.#order } : this.#ordered(time)
  }

  #ordered(time: TimeKind): TimeForm | 'undecided' | null {
    const possible = orders.filter((order) => this.#fits[order] === this.#yearLast)
    if (possible.length === 0) return null
    // Days such as 01/01/2020 are the same in both orders.
    if (possible.length > 1 && this.#same < this.#yearLast) return 'undecided'
    return { time, order: possible[0] }
  }

  #takeYearLast({ dmy, mdy, separator }: TimeText, cell: string, count: number): void {
    this.#yearLast += count
    if (dmy !== null) this.#fits.dmy += count
    if (mdy !== null) this.#fits.mdy += count
    if (dmy === mdy) this.#same += count
    if (dmy === null || mdy === null) this.#deciding ??= cell.trim()
    this.#separators.add(separator)
  }
}
