import { dayNumber } from './day-numbers.ts'

/** Fewer different days may be other numbers. */
const fewestDays = 5
/** 29 February is a day of it. */
const leapYear = 2000

/** How days without a year are written in digits: 2703 or 601 as DDMM, 327 as MMDD. */
export type DigitOrder = 'DDMM' | 'MMDD'

/** Notes whether all numbers of a column may be days and months in digits; only a day above 12 shows which comes first. */
export class DigitDays {
  readonly #fits = { DDMM: true, MMDD: true }
  readonly #days = new Set<number>()
  #example: string | undefined

  /** `shown`: the number as it is written. */
  add(value: number, shown = String(value)): void {
    if (!this.isOpen) return
    const [first, second] = [Math.floor(value / 100), value % 100]
    const isDay = (month: number, day: number) =>
      Number.isInteger(value) && dayNumber(leapYear, month, day) !== null
    this.#fits.DDMM &&= isDay(second, first)
    this.#fits.MMDD &&= isDay(first, second)
    if (this.#days.size < fewestDays) this.#days.add(value)
    if (first > 12 || second > 12) this.#example ??= shown
  }

  /** Whether all so far may be days. */
  get isOpen(): boolean {
    return this.#fits.DDMM || this.#fits.MMDD
  }

  /** The order, if one is left, and a number that shows it. */
  get found(): { readonly order: DigitOrder; readonly example: string } | null {
    const { DDMM, MMDD } = this.#fits
    if (DDMM === MMDD || this.#days.size < fewestDays || this.#example === undefined) return null
    return { order: DDMM ? 'DDMM' : 'MMDD', example: this.#example }
  }
}
