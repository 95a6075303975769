/** The values of one column after another in some of the rows. */
export class ColumnValues {
  readonly rows: Int32Array
  /** The value in each of the rows; NaN where it is missing, and 0 for −0. */
  readonly values: Float64Array
  /** How many rows have a value, and the least and the largest of them. */
  present = 0
  min = Infinity
  max = -Infinity
  /** For each row the number of its value, in the order in which they come: once they were counted. */
  readonly levels: Int32Array
  readonly #words: Int32Array
  /** A hash table of the places of distinct values; those of columns before are below `#start`. */
  readonly #slots: Int32Array
  #start = 0

  constructor(rows: Int32Array) {
    const { length } = rows
    this.rows = rows
    this.values = new Float64Array(length)
    this.levels = new Int32Array(length)
    this.#words = new Int32Array(this.values.buffer)
    this.#slots = new Int32Array(1 << (33 - Math.clz32(length + 1))).fill(-1)
  }

  /** Reads the next column. */
  read(column: Float64Array): this {
    const { rows, values } = this
    let present = 0
    let min = Infinity
    let max = -Infinity
    for (let i = 0; i < values.length; i++) {
      // Then equal values have equal bits.
      const value = column[rows[i]] + 0
      values[i] = value
      if (Number.isNaN(value)) continue
      present++
      if (value < min) min = value
      if (value > max) max = value
    }
    this.present = present
    this.min = min
    this.max = max
    return this
  }

  /** How many values differ; `null` if more than `most` do. */
  distinctUpTo(most: number): number | null {
    const { values, levels } = this
    const { length } = values
    if (this.#start > 0x7fffffff - 2 * length) {
      this.#start = 0
      this.#slots.fill(-1)
    }
    const start = this.#start
    this.#start += length
    const [slots, words] = [this.#slots, this.#words]
    const mask = slots.length - 1
    let distinct = 0
    for (let i = 0; i < length; i++) {
      const value = values[i]
      if (Number.isNaN(value)) continue
      let slot = mixed(words[2 * i], words[2 * i + 1]) & mask
      while (slots[slot] >= start && values[slots[slot] - start] !== value) slot = (slot + 1) & mask
      if (slots[slot] >= start) {
        levels[i] = levels[slots[slot] - start]
        continue
      }
      if (distinct + 1 > most) return null
      slots[slot] = start + i
      levels[i] = distinct++
    }
    return distinct
  }

  /** The distinct values, ascending; `null` if there are more than `most`. */
  listUpTo(most: number): readonly number[] | null {
    const distinct = this.distinctUpTo(most)
    if (distinct === null) return null
    const list: number[] = []
    for (let i = 0; list.length < distinct; i++)
      if (this.levels[i] === list.length && !Number.isNaN(this.values[i])) list.push(this.values[i])
    return list.sort((a, b) => a - b)
  }

  /** Whether a value is above one number and at most another. */
  hasWithin(above: number, most: number): boolean {
    const { values } = this
    for (let i = 0; i < values.length; i++) if (values[i] > above && values[i] <= most) return true
    return false
  }
}

function mixed(low: number, high: number): number {
  let hash = Math.imul(high ^ (low >>> 15), 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15) ^ low, 0x85ebca6b)
  return hash ^ (hash >>> 16)
}
