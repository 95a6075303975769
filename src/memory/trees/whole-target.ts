import type { TrainingRows } from '../threads/model-rows.ts'

/** Weighted sums of whole numbers stay exact up to this number. */
const mostExact = 4_503_599_627_370_496

/**
 * A target whose weighted sums are exact, whatever their order: classes by code, or numbers rounded to whole
 * multiples of a unit so small that the weighted sum of all rows stays below 2^52. What the rounding leaves
 * is kept, so that means are not rounded.
 */
export interface WholeTarget {
  /** By place among the rows: the code of the class, or the whole number. */
  readonly values: Float64Array
  /** How many classes; 0 of numbers. */
  readonly classes: number
  /** Of numbers: what the rounding left, in whole parts of a `whole`-th. */
  readonly rests: Float64Array | null
  /** A number is middle + power·(value + rest/whole)/whole. */
  readonly whole: number
  readonly middle: number
  readonly power: number
}

/** The target of training rows, which weigh `total` together. */
export function wholeTarget({ target, rows }: TrainingRows, total: number): WholeTarget {
  const values = new Float64Array(rows.length)
  if ('codes' in target) {
    for (let i = 0; i < rows.length; i++) values[i] = target.codes[rows[i]]
    return { values, classes: target.classes, rests: null, whole: 1, middle: 0, power: 1 }
  }
  const given = target.values
  let [least, most] = [Infinity, -Infinity]
  for (let i = 0; i < rows.length; i++) {
    least = Math.min(least, given[rows[i]])
    most = Math.max(most, given[rows[i]])
  }
  const middle = least === most ? least : least / 2 + most / 2
  const power = powerFrom(Math.max(most - middle, middle - least) || 1)
  const whole = mostExact / powerFrom(total)
  const rests = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    const scaled = ((given[rows[i]] - middle) / power) * whole
    values[i] = Math.round(scaled)
    rests[i] = Math.round((scaled - values[i]) * whole)
  }
  return { values, classes: 0, rests, whole, middle, power }
}

/**
 * The weights of training rows by place, in multiples of a power of two so small that their sums are exact;
 * and their total.
 */
export function wholeWeights({ rows, weights }: TrainingRows): {
  readonly of: Float64Array
  readonly total: number
} {
  const of = new Float64Array(rows.length).fill(1)
  if (!weights) return { of, total: rows.length }
  let sum = 0
  for (let i = 0; i < rows.length; i++) sum += weights[rows[i]]
  const parts = mostExact / powerFrom(sum)
  let total = 0
  for (let i = 0; i < rows.length; i++) {
    of[i] = Math.round(weights[rows[i]] * parts) / parts
    total += of[i]
  }
  return { of, total }
}

/** The least power of two that is at least `size`, or the greatest that is a number; 1 of no rows. */
function powerFrom(size: number): number {
  if (size === 0) return 1
  let power = 1
  while (power < size && power * 2 < Infinity) power *= 2
  while (power / 2 >= size) power /= 2
  return power
}
