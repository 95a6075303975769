import { rowNumbers } from '#core'

/** Rows in groups of two or more; rows alone in their group are left out. */
export interface RowGroups {
  /** The rows, in order. */
  readonly rows: Int32Array
  /** The group of each of them, numbered in the order of their first rows. */
  readonly group: Int32Array
  readonly groups: number
}

/** All rows as one group. */
export function oneGroup(rows: number): RowGroups {
  return { rows: rowNumbers(rows), group: new Int32Array(rows), groups: 1 }
}

/** The groups divided by the values of one more column; missing values (NaN) are equal to each other. */
export function divideGroups({ rows, group }: RowGroups, values: Float64Array): RowGroups {
  const count = rows.length
  const own = new Float64Array(count)
  for (let place = 0; place < count; place++) own[place] = canonical(values[rows[place]])
  const { first, sizes } = placesOfFirst(group, own)
  const kept = new Int32Array(count)
  const groups = new Int32Array(count)
  const numbers = new Int32Array(count).fill(-1)
  let length = 0
  let number = 0
  for (let place = 0; place < count; place++) {
    const leader = first[place]
    if (sizes[leader] < 2) continue
    if (numbers[leader] < 0) numbers[leader] = number++
    kept[length] = rows[place]
    groups[length++] = numbers[leader]
  }
  return { rows: kept.slice(0, length), group: groups.slice(0, length), groups: number }
}

/** How many pairs of rows are in one group: Σ m(m − 1)/2. */
export function pairsOf({ group, groups }: RowGroups): number {
  const sizes = new Float64Array(groups)
  for (const one of group) sizes[one]++
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
}

/** 0 for −0, and one NaN for all: then equal numbers have equal bits. */
function canonical(value: number): number {
  return Number.isNaN(value) ? NaN : value + 0
}

/**
 * For each place the first place with an equal pair of a whole number and a number, and at that place how
 * many have it: a hash table with open addressing.
 */
function placesOfFirst(
  wholes: Int32Array,
  values: Float64Array,
): { readonly first: Int32Array; readonly sizes: Int32Array } {
  const count = wholes.length
  const mask = (1 << Math.max(4, 33 - Math.clz32(Math.max(1, count)))) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * count)
  const first = new Int32Array(count)
  const sizes = new Int32Array(count)
  for (let place = 0; place < count; place++) {
    const [whole, low, high] = [wholes[place], words[2 * place], words[2 * place + 1]]
    let slot = mixed(whole, low, high) & mask
    for (; slots[slot] >= 0; slot = (slot + 1) & mask) {
      const other = slots[slot]
      if (wholes[other] === whole && words[2 * other] === low && words[2 * other + 1] === high) break
    }
    if (slots[slot] < 0) slots[slot] = place
    first[place] = slots[slot]
    sizes[slots[slot]]++
  }
  return { first, sizes }
}

/** A hash of three words. */
function mixed(a: number, b: number, c: number): number {
  let state = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  state = Math.imul(state ^ b ^ (state >>> 15), 0xc2b2ae35)
  state = Math.imul(state ^ c ^ (state >>> 13), 0x27d4eb2f)
  return state ^ (state >>> 16)
}

/** Hashes of rows over columns that are added one by one; a column that is added twice is taken out. */
export class RowHashes {
  readonly #words: Int32Array
  readonly #numbers: Float64Array

  constructor(rows: number) {
    this.#words = new Int32Array(rows)
    this.#numbers = new Float64Array(rows)
  }

  /** Adds a column by its place, or takes it out. */
  toggle(place: number, values: Float64Array): void {
    const one = new Float64Array(1)
    const words = new Int32Array(one.buffer)
    const second = new Int32Array(this.#numbers.buffer)
    for (let row = 0; row < values.length; row++) {
      one[0] = canonical(values[row])
      this.#words[row] ^= mixed(place, words[0], words[1])
      second[2 * row] ^= mixed(~place, words[1], words[0])
    }
  }

  /** How many pairs of rows have equal hashes. */
  pairs(): number {
    const { sizes } = placesOfFirst(this.#words, this.#numbers)
    return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  }
}
