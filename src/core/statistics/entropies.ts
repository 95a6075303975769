import log2 from '@stdlib/math-base-special-log2'
import { allocateNumbers } from '../columns/allocate.ts'
import { addVariable, refuseEmptySets, variablesOf } from './family.ts'
import type { Family } from './family.ts'
import { completenessKey, familyKey, variableKey, viewKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/**
 * Exact entropies of sets of coded variables. Member i is counted over the rows complete in all variables of
 * member i of `within`; without `within` over the rows complete in the member itself.
 */
export interface EntropyRequest {
  readonly kind: 'entropy'
  readonly family: Family
  readonly within?: Family
  /**
   * Also requests the entropies of the sets together with this variable, which one pass may count. If the
   * variable is permuted but the sets are not, make two requests: the answer to one of them stays the same.
   */
  readonly also?: Variable
  readonly view: View
}

/** Entropies of the sets of a request, and of the sets together with its `also`. */
export interface EntropyAnswer extends Entropies {
  /** Present if the request says `also`. */
  readonly also?: Entropies
}

export const entropyKind: RequestKind<EntropyRequest> = {
  views: { view: 'one' },
  variables: ({ family, within, also }) => [
    ...variablesOf(family),
    ...(within ? variablesOf(within) : []),
    ...(also ? [also] : []),
  ],
  key: { family: familyKey, within: completenessKey, also: variableKey, view: viewKey },
  check: ({ kind, family }) => refuseEmptySets(family, kind),
}

/** The families that a request counts: its sets, then its sets together with `also`. */
export function countedFamilies({ family, also }: EntropyRequest): readonly Family[] {
  return also ? [family, addVariable(family, also)] : [family]
}

/**
 * Entropies of a family, read-only: several answers may share one array. Each is n·H in bits, in two parts
 * whose sum is the value. `high` is a multiple of one power of two, so coarse that sums and differences of
 * such parts are exact in any order; `low` holds the remainder in the same way.
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

/** The logarithms of counts below this are tabulated, those of greater counts computed each time. */
const maxTabulated = 1 << 16

/**
 * Sums count·log₂ count exactly. The grid of the high parts is 2^−f, f the largest that keeps every sum over
 * a source with total weight `n` below 2^53, four terms of an information included; the grid of the low parts
 * is as fine as then still fits. So equal tables give equal bits on any source, any thread and in any order
 * of rows.
 */
export class EntropySums {
  /** The high parts of count·log₂ count for counts below the length of the table, and the low parts. */
  readonly high: Float64Array
  readonly low: Float64Array
  readonly #coarse: number
  readonly #fine: number
  #n = 0
  #nLogN = 0
  #lastRepeated = new Float64Array(0)

  constructor(n: number) {
    const bound = 8 * Math.max(2, n) * Math.max(1, log2(Math.max(2, n)))
    this.#coarse = powerOfTwo(53 - Math.ceil(log2(bound)))
    // A low part is at most half a coarse step, and each cell has one, so there are at most n.
    const lowBound = (4 * Math.max(2, n)) / this.#coarse
    this.#fine = powerOfTwo(52 - Math.ceil(log2(lowBound)))
    const tabulated = Math.min(maxTabulated, Math.floor(n) + 1)
    this.high = allocateNumbers(tabulated)
    this.low = allocateNumbers(tabulated)
    for (let count = 1; count < tabulated; count++) {
      const value = count * log2(count)
      this.high[count] = this.#highPart(value)
      this.low[count] = this.#lowPart(value)
    }
  }

  /** Writes one member's entropy from counts of counts: `cells[i]` cells contain `counts[i]` rows each. */
  put(answer: Entropies, member: number, counts: ArrayLike<number>, cells?: ArrayLike<number>): void {
    const sums = new Float64Array(4)
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]
      if (count === 0) continue
      const times = cells ? cells[i] : 1
      const isTabulated = count < this.high.length && Number.isInteger(count)
      const value = isTabulated ? 0 : count * log2(count)
      sums[0] += times * count
      sums[1] += times * (isTabulated ? this.high[count] : this.#highPart(value))
      sums[2] += times * (isTabulated ? this.low[count] : this.#lowPart(value))
      sums[3] += times
    }
    this.putSums(answer, member, sums, 0, [])
  }

  /**
   * Writes one member's entropy from four sums over its cells, which begin at index `at`: rows, the high and
   * the low part of Σ count·log₂ count, occupied cells. It adds the terms of the counts in `rest`.
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
    this.#setTotal(n)
    answer.n[member] = n
    answer.high[member] = this.#highPart(this.#nLogN) - high
    answer.low[member] = this.#lowPart(this.#nLogN) - low
    answer.cells[member] = sums[at + 3]
  }

  /**
   * The entropies of members that are all over the same `n` rows, from lists of three sums for each member:
   * the high and the low part of Σ count·log₂ count, occupied cells. In a list the first member's sums begin
   * at index `from`, the next ones `step` later each. The numbers of cells, which few readers need, are
   * collected on first access.
   */
  entropiesOfSameRows(n: number, lists: readonly Float64Array[], from: number, step: number): Entropies {
    this.#setTotal(n)
    const [totalHigh, totalLow] = [this.#highPart(this.#nLogN), this.#lowPart(this.#nLogN)]
    const members = lists.reduce((sum, { length }) => sum + length / step, 0)
    let cells: Float64Array | null = null
    return {
      n: this.#repeated(n, members),
      high: gather(0, totalHigh, -1),
      low: gather(1, totalLow, -1),
      get cells() {
        return (cells ??= gather(2, 0, 1))
      },
    }

    /**
     * For each member `base` plus or minus one of its sums. One loop, as a function call for each member
     * would be slow.
     */
    function gather(place: number, base: number, sign: 1 | -1): Float64Array {
      const gathered = new Float64Array(members)
      let member = 0
      for (const sums of lists) {
        for (let at = from + place; at < sums.length; at += step) gathered[member++] = base + sign * sums[at]
      }
      return gathered
    }
  }

  /** An array with the same number for each member; the last one is reused where it fits. */
  #repeated(n: number, members: number): Float64Array {
    if (this.#lastRepeated.length !== members || this.#lastRepeated[0] !== n) {
      this.#lastRepeated = new Float64Array(members).fill(n)
    }
    return this.#lastRepeated
  }

  /** Adds a cell whose count is not tabulated to the three sums that begin at index `at`. */
  addCell(sums: Float64Array, at: number, count: number): void {
    const value = count * log2(count)
    sums[at] += this.#highPart(value)
    sums[at + 1] += this.#lowPart(value)
    sums[at + 2] += 1
  }

  /** Computes n·log₂ n where n has changed: most members are counted over the same rows. */
  #setTotal(n: number): void {
    if (n === this.#n) return
    this.#n = n
    this.#nLogN = n > 0 ? n * log2(n) : 0
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

/** One member of an answer, as an answer of its own. */
export function memberOf({ n, high, low, cells }: Entropies, i: number): Entropies {
  const one = (of: Float64Array) => of.subarray(i, i + 1)
  return { n: one(n), high: one(high), low: one(low), cells: one(cells) }
}

const table = new Float64Array(1 << 16)

/** count·log₂ count of a whole count. */
export function nLog2n(count: number): number {
  if (count < 2) return 0
  if (count >= table.length) return count * log2(count)
  return (table[count] ||= count * log2(count))
}

/** w·log₂ w of a weight that need not be whole. */
export function weightLog2Weight(weight: number): number {
  if (Number.isInteger(weight)) return nLog2n(weight)
  return weight > 0 ? weight * log2(weight) : 0
}
