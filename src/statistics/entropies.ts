import log2 from '@stdlib/math-base-special-log2'
import { allocateNumbers } from '../columns/allocate.ts'

/**
 * Entropies of a family, to be read only: several may have a list in common. As n·H in bits, in two parts whose sum is the value: `high` is a multiple of one power of two,
 * so coarse that every sum and difference of such parts is exact whatever its order; `low` carries the rest, likewise.
 */
export interface Entropies {
  readonly n: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  /** How many cells hold a row. */
  readonly cells: Float64Array
}

export function emptyEntropies(members: number): Entropies {
  return {
    n: new Float64Array(members),
    high: new Float64Array(members),
    low: new Float64Array(members),
    cells: new Float64Array(members),
  }
}

/** Logarithms of greater counts are taken as they come. */
const mostTabled = 1 << 16

/**
 * Sums count·log₂ count exactly. The grid of the high parts is 2^−f, f the largest that keeps every sum of a source
 * with total weight `n` below 2^53 (with room for the four terms of an information); the grid of the low parts is
 * finer by what then fits. So equal tables give equal bits from any source, thread or order of rows.
 */
export class EntropySums {
  /** The high parts of count·log₂ count for counts below the length of the table, and the low parts. */
  readonly high: Float64Array
  readonly low: Float64Array
  readonly #coarse: number
  readonly #fine: number
  #n = 0
  #whole = 0
  #same = new Float64Array(0)

  constructor(n: number) {
    const bound = 8 * Math.max(2, n) * Math.max(1, log2(Math.max(2, n)))
    this.#coarse = powerOfTwo(53 - Math.ceil(log2(bound)))
    // A low part is at most half a coarse step, and there is one for each cell, so at most n of them.
    const lowBound = (4 * Math.max(2, n)) / this.#coarse
    this.#fine = powerOfTwo(52 - Math.ceil(log2(lowBound)))
    const tabled = Math.min(mostTabled, Math.floor(n) + 1)
    this.high = allocateNumbers(tabled)
    this.low = allocateNumbers(tabled)
    for (let count = 1; count < tabled; count++) {
      const value = count * log2(count)
      this.high[count] = this.#highPart(value)
      this.low[count] = this.#lowPart(value)
    }
  }

  /** Writes one member's answer from how many cells hold each count: `cells[i]` cells of `counts[i]`. */
  put(answer: Entropies, member: number, counts: ArrayLike<number>, cells?: ArrayLike<number>): void {
    const sums = new Float64Array(4)
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]
      if (count === 0) continue
      const times = cells ? cells[i] : 1
      const isTabled = count < this.high.length && Number.isInteger(count)
      const value = isTabled ? 0 : count * log2(count)
      sums[0] += times * count
      sums[1] += times * (isTabled ? this.high[count] : this.#highPart(value))
      sums[2] += times * (isTabled ? this.low[count] : this.#lowPart(value))
      sums[3] += times
    }
    this.putSums(answer, member, sums, 0, [])
  }

  /**
   * Writes one member's answer from four sums over its cells, which begin at a place: rows, count·log₂ count in a high and
   * a low part, occupied cells. The logarithms of the counts in `rest` are still to be added.
   */
  putSums(answer: Entropies, member: number, sums: Float64Array, at: number, rest: ArrayLike<number>): void {
    const n = sums[at]
    let high = sums[at + 1]
    let low = sums[at + 2]
    for (let i = 0; i < rest.length; i++) {
      const value = rest[i] * log2(rest[i])
      high += this.#highPart(value)
      low += this.#lowPart(value)
    }
    this.#wholeOf(n)
    answer.n[member] = n
    answer.high[member] = this.#highPart(this.#whole) - high
    answer.low[member] = this.#lowPart(this.#whole) - low
    answer.cells[member] = sums[at + 3]
  }

  /**
   * The answers of members that are all over the same `n` rows, from lists of three sums each: count·log₂ count in a high
   * and a low part, occupied cells. The first begin at `from` in a list, others `step` further on each time. The cells, for
   * which few ask, are gathered when they do.
   */
  answerAlike(n: number, lists: readonly Float64Array[], from: number, step: number): Entropies {
    this.#wholeOf(n)
    const [wholeHigh, wholeLow] = [this.#highPart(this.#whole), this.#lowPart(this.#whole)]
    const members = lists.reduce((sum, { length }) => sum + length / step, 0)
    let cells: Float64Array | null = null
    return {
      n: this.#alike(n, members),
      high: gather(0, wholeHigh, -1),
      low: gather(1, wholeLow, -1),
      get cells() {
        return (cells ??= gather(2, 0, 1))
      },
    }

    /** Of each member a base, and to it or from it one of its sums. A function for each would be called too often. */
    function gather(place: number, base: number, sign: 1 | -1): Float64Array {
      const gathered = new Float64Array(members)
      let member = 0
      for (const sums of lists) {
        for (let at = from + place; at < sums.length; at += step) gathered[member++] = base + sign * sums[at]
      }
      return gathered
    }
  }

  /** So many times the same number; the very list of before, most often. */
  #alike(n: number, members: number): Float64Array {
    if (this.#same.length !== members || this.#same[0] !== n) this.#same = new Float64Array(members).fill(n)
    return this.#same
  }

  /** Adds a cell that is beyond the tables to three such sums, which begin at a place. */
  addCell(sums: Float64Array, at: number, count: number): void {
    const value = count * log2(count)
    sums[at] += this.#highPart(value)
    sums[at + 1] += this.#lowPart(value)
    sums[at + 2] += 1
  }

  /** n·log₂ n; most members are counted over the same rows. */
  #wholeOf(n: number): void {
    if (n === this.#n) return
    this.#n = n
    this.#whole = n > 0 ? n * log2(n) : 0
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

/** One member of an answer, alone. */
export function memberOf({ n, high, low, cells }: Entropies, i: number): Entropies {
  const one = (of: Float64Array) => of.subarray(i, i + 1)
  return { n: one(n), high: one(high), low: one(low), cells: one(cells) }
}
