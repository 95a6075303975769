import { allocateNumbers } from '../../columns/allocate.ts'
import { CribaError } from '../../spec/error.ts'
import type { Scale } from '../../statistics/scale.ts'

/** Numbers with at most so many decimals are taken as whole multiples of the last one, … */
const mostDecimals = 6
/** … if the range holds at most so many multiples. */
const mostMultiples = 1 << 22
/** Differences beyond these have no square that a number can hold. */
const squarable = { least: 1e-140, most: 1e150 }

/** Numbers on a scale, and what they were divided by; a spread of 0 makes all of them 0. */
export interface Scaled {
  readonly values: Float64Array
  readonly spread: number
}

/** The numbers of some rows on a scale, from the smallest. The column's name is for messages. */
export function scaleValues(name: string, values: Float64Array, scale: Scale): Scaled {
  const { min, max } = rangeOf(values)
  // Halves of the ends keep their difference below infinity.
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
 * The same as distances see them. Where all numbers are decimals of few digits, every product is exact, hence every
 * difference, and equal differences are equal to the bit; the spread then holds to nine digits or more, the more the
 * shorter the numbers.
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
  for (const value of values) {
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

/** Population standard deviation of numbers whose least is 0. */
export function deviationOf(values: Float64Array): number {
  const { max } = rangeOf(values)
  return max > 0 ? max * deviation(values.map((value) => value / max)) : 0
}

/** The smallest power of ten of which all numbers are multiples when divided by it, or null beyond six decimals. */
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

/** A number cut down to so many bits that its products with whole numbers up to `most` are exact (Veltkamp's split). */
function upperBits(value: number, most: number): number {
  let splitter = 4
  while (splitter < 2 * most) splitter *= 2
  const product = value * (splitter + 1)
  const upper = product - (product - value)
  return Number.isFinite(upper) ? upper : value
}

/** Refuses numbers whose differences would be lost as they are squared; only those that are all equal are none. */
export function refuseSmall(name: string, values: Float64Array): void {
  const { min, max } = rangeOf(values)
  if (max > min && max - min < squarable.least) throw unsquarable(name, 'small')
}

function unsquarable(name: string, how: 'large' | 'small'): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable column ${name}: its differences are too ${how} to square (scale it, or rescale it yourself)`,
  )
}
