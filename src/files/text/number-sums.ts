import type { TimeKind } from '#core'

/**
 * A sum of fewer numbers may be chance; one of a column alone is none of so many, if it is the largest of
 * them.
 */
const fewestNumbers = 3
const fewestAlone = 10
/** Days since 1970, or before it, of years that are rare. */
const farDays = 100_000
/** Rounding of a sum, as a share of the sum of magnitudes. */
const rounding = 1e-9

/**
 * The numbers of a column together: the largest magnitude, and whether the last is the sum of those before.
 */
export class NumberSums {
  /** The largest magnitude before the last number. */
  #largest = 0
  #last = 0
  #before = 0
  #magnitude = 0
  /** How many numbers before the last are not 0. */
  #count = 0

  add(values: Float64Array): void {
    let last = this.#last
    let before = this.#before
    let magnitude = this.#magnitude
    let count = this.#count
    let largest = this.#largest
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value !== value) continue
      before += last
      const size = Math.abs(last)
      magnitude += size
      if (size > largest) largest = size
      if (last !== 0) count++
      last = value
    }
    this.#largest = largest
    this.#last = last
    this.#before = before
    this.#magnitude = magnitude
    this.#count = count
  }

  /** Adds a number that so many rows have. */
  addTimes(value: number, times: number): void {
    if (value !== value || times <= 0) return
    this.add(Float64Array.of(value))
    this.#before += value * (times - 1)
    this.#magnitude += Math.abs(value) * (times - 1)
    if (value !== 0) this.#count += times - 1
    if (times > 1) this.#largest = Math.max(this.#largest, Math.abs(value))
  }

  /** The farthest of dates, in days since 1970, if it is far from our time. */
  farDay(time: TimeKind | undefined): number | null {
    if (!time || time === 'time') return null
    const days = (Math.sign(this.#before + this.#last) * this.largest) / (time === 'date' ? 1 : 86_400)
    return Math.abs(days) > farDays ? Math.floor(days) : null
  }

  get largest(): number {
    return Math.max(this.#largest, Math.abs(this.#last))
  }

  /** Whether the last number is the sum of those before, as in a row of totals. */
  get isLastTheSum(): boolean {
    const distance = Math.abs(this.#before - this.#last)
    return this.#count >= fewestNumbers && this.#last !== 0 && distance <= rounding * this.#magnitude
  }

  /** Whether the last number surely is the sum of those before: they are many, and none is as large. */
  get isLastSurelyTheSum(): boolean {
    return this.isLastTheSum && this.#count >= fewestAlone && Math.abs(this.#last) > this.#largest
  }
}
