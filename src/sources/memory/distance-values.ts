import { allocateNumbers } from '../../columns/allocate.ts'
import { CribaError } from '../../spec/error.ts'
import type { Scale } from '../../statistics/scale.ts'

/** Numbers with at most this many decimals are treated as whole multiples of the last decimal, … */
const mostDecimals = 6
/** … if the range has at most this many multiples. */
const mostMultiples = 1 << 22
/** Squares of differences beyond these bounds overflow or underflow. */
const squarable = { least: 1e-140, most: 1e150 }

/** Scaled numbers, and the spread they were divided by; if the spread is 0, all numbers are 0. */
export interface Scaled {
  readonly values: Float64Array
  readonly spread: number
}

/** Scales numbers, with the smallest at 0. `name` is for messages. */
export function scaleValues(name: string, values: Float64Array, scale: Scale): Scaled {
  const { min, max } = rangeOf(values)
  // Halving the ends keeps their difference finite.
  const half = Number.isFinite(max - min) ? 1 : 0.5
  const range = max * half - min * half
  const scaled = allocateNumbers(values.length)
  if (!(range > 0)) return { values: scaled, spread: 0 }
  if (scale === 'none') {
    if (range > squarable.most) throw unsquarable(name, 'large')
    for (let row = 0; row < values.length; row++) scaled[row] = values[row] - min
    return { values: scaled, spread: 1 }
  }
  for (let row = 0; row < values.length; row++) scaled[row] = (values[row] * half - min * half) / range
  const spread = scale === 'minmax' ? 1 : deviation(scaled)
  if (spread !== 1) for (let row = 0; row < scaled.length; row++) scaled[row] /= spread
  return { values: scaled, spread: (range / half) * spread }
}

/**
 * Scales numbers for distances. If all numbers are short decimals, the scale is rounded so that every product and difference
 * is exact: equal differences are then equal to the bit. The spread is accurate to nine digits or more, the more the shorter
 * the numbers.
 */
export function distanceValues(name: string, values: Float64Array, scale: Scale): Float64Array {
  const scaled = scaleValues(name, values, scale)
  const multiples = decimalsOf(values)
  if (multiples === null || scaled.spread === 0) return scaled.values
  const { min, max } = rangeOf(values)
  const first = Math.round(min * multiples)
  const most = Math.round(max * multiples) - first
  if (most > mostMultiples) return scaled.values
  const step = upperBits(1 / (scaled.spread * multiples), most)
  for (let row = 0; row < values.length; row++) {
    scaled.values[row] = (Math.round(values[row] * multiples) - first) * step
  }
  return scaled.values
}

function rangeOf(values: Float64Array): { readonly min: number; readonly max: number } {
  let min = Infinity
  let max = -Infinity
  // A loop by place: an iterator takes several times as long.
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value < min) min = value
    if (value > max) max = value
  }
  return { min, max }
}

/** Population standard deviation of numbers between 0 and 1. */
function deviation(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) * (value - mean)
  return Math.sqrt(squares / values.length)
}

/** Population standard deviation of numbers whose minimum is 0. */
export function deviationOf(values: Float64Array): number {
  const { max } = rangeOf(values)
  return max > 0 ? max * deviation(values.map((value) => value / max)) : 0
}

/** The smallest power of ten that makes all numbers whole when multiplied by it; `null` beyond six decimals. */
function decimalsOf(values: Float64Array): number | null {
  let decimals = 0
  let multiples = 1
  for (const value of values) {
    while (Math.round(value * multiples) / multiples !== value) {
      if (++decimals > mostDecimals) return null
      multiples *= 10
    }
  }
  return multiples
}

/** A number rounded to few enough bits that its products with whole numbers up to `most` are exact (Veltkamp's split). */
function upperBits(value: number, most: number): number {
  let splitter = 4
  while (splitter < 2 * most) splitter *= 2
  const product = value * (splitter + 1)
  const upper = product - (product - value)
  return Number.isFinite(upper) ? upper : value
}

/** Refuses numbers whose squared differences underflow to 0; all numbers equal is allowed. */
export function refuseSmall(name: string, values: Float64Array): void {
  const { min, max } = rangeOf(values)
  if (max > min && max - min < squarable.least) throw unsquarable(name, 'small')
}

function unsquarable(name: string, how: 'large' | 'small'): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable column ${name}: its differences are too ${how} to square (choose a scale, or rescale the column)`,
  )
}
