import { cutsBelow } from '#core'
import { ColumnValues } from './column-values.ts'
import { errorsLeft } from './remaining-errors.ts'

/** Rows drawn at random, and the classes of these. */
export interface Sample {
  readonly rows: Int32Array
  readonly classes: Int32Array
  /** How many rows each class has. */
  readonly sizes: Float64Array
}

/** Ranges of equal width in which the values are counted by class. */
const ranges = 16

/**
 * One column after another in a sample of the rows: how many values differ, and what share of the errors of
 * one guess of the class they leave. Nothing is sorted where counts already prove that too many are left.
 */
export class SampledColumn {
  readonly #sample: Sample
  readonly #of: ColumnValues
  #distinct = 0
  readonly #cells: Float64Array
  /** The largest counts that cuts may add. */
  readonly #most: Float64Array
  /** How many rows without a value each class has. */
  readonly #missing: Float64Array

  constructor(sample: Sample) {
    const { rows, sizes } = sample
    this.#sample = sample
    this.#of = new ColumnValues(rows)
    // The largest value may come after the last range.
    this.#cells = new Float64Array((ranges + 1) * sizes.length)
    this.#most = new Float64Array(Math.max(0, sizes.length - 1))
    this.#missing = new Float64Array(sizes.length)
  }

  /** How many rows are in the sample. */
  get rows(): number {
    return this.#sample.rows.length
  }

  /** Reads the next column. */
  read(column: Float64Array): this {
    const { classes } = this.#sample
    const { values, present } = this.#of.read(column)
    this.#missing.fill(0)
    if (present < values.length)
      for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) this.#missing[classes[i]]++
    return this
  }

  /** How many values differ; `null` if more than `most` do. */
  distinctUpTo(most: number): number | null {
    const distinct = this.#of.distinctUpTo(most)
    this.#distinct = distinct ?? 0
    return distinct
  }

  /** The share of the errors that the values leave as levels; once `distinctUpTo` has counted them all. */
  leftByLevels(): number {
    const { classes, sizes } = this.#sample
    const { values, levels } = this.#of
    const width = this.#distinct + 1
    const cells = new Float64Array(sizes.length * width)
    for (let i = 0; i < classes.length; i++) {
      const level = Number.isNaN(values[i]) ? this.#distinct : levels[i]
      cells[classes[i] * width + level]++
    }
    return errorsLeft(cells, sizes.length)
  }

  /**
   * Whether more than a share of the errors is left where the column is cut at the places that would separate
   * the classes, in the order of their means or of their mean places among the values.
   */
  cutsLeaveMoreThan(share: number): boolean {
    return this.#rangesLeaveMoreThan(share) || this.#leftByCuts() > share
  }

  /**
   * Whether the counts of classes in ranges prove that any cuts leave more than a share: a cut that divides a
   * range has one more class guessed right there, at most. So each cut adds one of the largest counts of
   * classes that are not the first of their range.
   */
  #rangesLeaveMoreThan(share: number): boolean {
    const { classes, sizes } = this.#sample
    const { values, min, max } = this.#of
    const cells = this.#cells.fill(0)
    const scale = ranges / (max - min)
    for (let i = 0; i < classes.length; i++) {
      const value = values[i]
      if (!Number.isNaN(value)) cells[classes[i] + sizes.length * (((value - min) * scale) | 0)]++
    }
    const most = this.#most.fill(0)
    let right = maxOf(this.#missing, 0, sizes.length)
    for (let from = 0; from < cells.length; from += sizes.length) {
      const first = maxOf(cells, from, from + sizes.length)
      right += first
      let isFirst = true
      for (let at = from; at < from + sizes.length; at++) {
        if (isFirst && cells[at] === first) isFirst = false
        else keepLargest(most, cells[at])
      }
    }
    for (const count of most) right += count
    const errorsOfOne = classes.length - maxOf(sizes, 0, sizes.length)
    return classes.length - right > share * errorsOfOne
  }

  /** The share of the errors that is left by cuts in the better of the two orders. */
  #leftByCuts(): number {
    // NaN, a missing value, comes last.
    const { values, present } = this.#of
    const sorted = values.slice().sort().subarray(0, present)
    const eighths = Array.from({ length: 7 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / 8)])
    const places = values.map((value) => (Number.isNaN(value) ? NaN : cutsBelow(eighths, value)))
    const left = [values, places].map((by) => this.#leftBy(cutsFor(sorted, orderOfClasses(by, this.#sample))))
    return Math.min(...left)
  }

  #leftBy(cuts: readonly number[]): number {
    const { classes, sizes } = this.#sample
    const { values } = this.#of
    const levels = cuts.length + 2
    const cells = new Float64Array(sizes.length * levels)
    for (let i = 0; i < classes.length; i++) {
      const value = values[i]
      const level = Number.isNaN(value) ? levels - 1 : cutsBelow(cuts, value)
      cells[classes[i] * levels + level]++
    }
    return errorsLeft(cells, sizes.length)
  }
}

function maxOf(counts: Float64Array, from: number, to: number): number {
  let most = 0
  for (let at = from; at < to; at++) if (counts[at] > most) most = counts[at]
  return most
}

/** Puts a count among the largest ones, which descend, if it is one of them. */
function keepLargest(largest: Float64Array, count: number): void {
  let at = largest.length
  while (at > 0 && count > largest[at - 1]) at--
  if (at === largest.length) return
  for (let to = largest.length - 1; to > at; to--) largest[to] = largest[to - 1]
  largest[at] = count
}

/** The numbers of values of the classes in the order of their means. */
function orderOfClasses(values: Float64Array, { classes, sizes }: Sample): readonly number[] {
  const sums = new Float64Array(sizes.length)
  const counts = new Float64Array(sizes.length)
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue
    sums[classes[i]] += values[i]
    counts[classes[i]]++
  }
  const present = [...counts.keys()].filter((of) => counts[of] > 0)
  return present.sort((a, b) => sums[a] / counts[a] - sums[b] / counts[b]).map((of) => counts[of])
}

/** Cuts that give each class but the last its share of the sorted values. */
function cutsFor(sorted: Float64Array, counts: readonly number[]): readonly number[] {
  let below = 0
  return counts.slice(0, -1).map((count) => sorted[(below += count) - 1])
}
