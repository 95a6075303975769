/** A sum of fewer numbers may be chance. */
const fewestNumbers = 3
/** Rounding of a sum, as a share of the sum of magnitudes. */
const rounding = 1e-9

/** The numbers of a column together: the largest magnitude, and whether the last is the sum of those before. */
export class NumberSums {
  largest = 0
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
    let largest = this.largest
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value !== value) continue
      before += last
      magnitude += Math.abs(last)
      if (last !== 0) count++
      last = value
      if (value > largest) largest = value
      else if (-value > largest) largest = -value
    }
    this.largest = largest
    this.#last = last
    this.#before = before
    this.#magnitude = magnitude
    this.#count = count
  }

  /** Whether the last number is the sum of those before, as in a row of totals. */
  get isLastTheSum(): boolean {
    const distance = Math.abs(this.#before - this.#last)
    return this.#count >= fewestNumbers && this.#last !== 0 && distance <= rounding * this.#magnitude
  }
}
