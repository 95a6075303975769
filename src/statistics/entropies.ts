import log2 from '@stdlib/math-base-special-log2'

/**
 * Entropies of a family, as n·H in bits, in two parts whose sum is the value: `high` is a multiple of one power of two,
 * so coarse that every sum and difference of such parts is exact whatever its order; `low` carries the rest, likewise.
 */
export interface Entropies {
  readonly n: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  /** How many cells hold a row. */
  readonly cells: Float64Array
  /** Σ of the squared counts of the cells. */
  readonly squares: Float64Array
}

export function emptyEntropies(members: number): Entropies {
  return {
    n: new Float64Array(members),
    high: new Float64Array(members),
    low: new Float64Array(members),
    cells: new Float64Array(members),
    squares: new Float64Array(members),
  }
}

/**
 * Sums count·log₂ count exactly. The grid of the high parts is 2^−f, f the largest that keeps every sum of a source
 * with total weight `n` below 2^53 (with room for the four terms of an information); the grid of the low parts is
 * finer by what then fits. So equal tables give equal bits from any source, thread or order of rows.
 */
export class EntropySums {
  readonly #coarse: number
  readonly #fine: number
  readonly #high = new Float64Array(4096)
  readonly #low = new Float64Array(4096)

  constructor(n: number) {
    const bound = 8 * Math.max(2, n) * Math.max(1, log2(Math.max(2, n)))
    this.#coarse = powerOfTwo(53 - Math.ceil(log2(bound)))
    // A low part is at most half a coarse step, and there is one for each cell, so at most n of them.
    const lowBound = (4 * Math.max(2, n)) / this.#coarse
    this.#fine = powerOfTwo(52 - Math.ceil(log2(lowBound)))
    for (let count = 1; count < this.#high.length; count++) {
      const value = count * log2(count)
      this.#high[count] = this.#highPart(value)
      this.#low[count] = this.#lowPart(value)
    }
  }

  /** Writes one member's answer from how many cells hold each count: `cells[i]` cells of `counts[i]`. */
  put(answer: Entropies, member: number, counts: ArrayLike<number>, cells?: ArrayLike<number>): void {
    let n = 0
    let high = 0
    let low = 0
    let occupied = 0
    let squares = 0
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]
      if (count === 0) continue
      const times = cells ? cells[i] : 1
      n += times * count
      occupied += times
      squares += times * count * count
      if (count < this.#high.length && Number.isInteger(count)) {
        high += times * this.#high[count]
        low += times * this.#low[count]
      } else {
        const value = count * log2(count)
        high += times * this.#highPart(value)
        low += times * this.#lowPart(value)
      }
    }
    const whole = n > 0 ? n * log2(n) : 0
    answer.n[member] = n
    answer.high[member] = this.#highPart(whole) - high
    answer.low[member] = this.#lowPart(whole) - low
    answer.cells[member] = occupied
    answer.squares[member] = squares
  }

  #highPart(value: number): number {
    return Math.round(value * this.#coarse) / this.#coarse
  }

  #lowPart(value: number): number {
    return Math.round((value - this.#highPart(value)) * this.#fine) / this.#fine
  }
}

function powerOfTwo(exponent: number): number {
  let power = 1
  for (let i = 0; i < Math.abs(exponent); i++) power *= 2
  return exponent < 0 ? 1 / power : power
}
