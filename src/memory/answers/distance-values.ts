import { allocateNumbers, CribaError } from '#core'
import type { Scale } from '#core'

/** Numbers with at most this many decimals are treated as whole multiples of the last decimal, … */
const mostDecimals = 6
/** … up to this many, which a product of the number tells exactly. */
const mostWhole = (1 << 25) * (1 << 25)
/** If a range has at most this many multiples, differences are exact. */
const mostMultiples = 1 << 10
/** Squares of differences beyond these bounds overflow or underflow. */
const squarable = { least: 1e-140, most: 1e150 }

/** Numbers less a shift, divided by their spread; if the spread is 0, all numbers are 0. */
export interface Scaled {
  readonly values: Float64Array
  readonly shift: number
  readonly spread: number
}

/**
 * Scales numbers, with the smallest at 0. Numbers without a scale that lie around 0 stay as they are, since a
 * shift would round those near 0. `name` is for messages.
 */
export function scaleValues(name: string, values: Float64Array, scale: Scale): Scaled {
  const { min, max } = rangeOf(values)
  // Halving the ends keeps their difference finite.
  const half = Number.isFinite(max - min) ? 1 : 0.5
  const range = max * half - min * half
  const scaled = allocateNumbers(values.length)
  if (!(range > 0)) return { values: scaled, shift: min, spread: 0 }
  if (scale === 'none') {
    if (range > squarable.most) throw unsquarable(name, 'large')
    const shift = min < 0 && max > 0 ? 0 : min
    for (let row = 0; row < values.length; row++) scaled[row] = values[row] - shift
    return { values: scaled, shift, spread: 1 }
  }
  for (let row = 0; row < values.length; row++) scaled[row] = (values[row] * half - min * half) / range
  const spread = scale === 'minmax' ? 1 : deviation(scaled)
  if (spread !== 1) for (let row = 0; row < scaled.length; row++) scaled[row] /= spread
  return { values: scaled, shift: min, spread: (range / half) * spread }
}

/** Numbers scaled for distances, and where their 0 was: see `Origins`. */
export interface DistanceValues {
  readonly values: Float64Array
  readonly origin: number
}

/**
 * Scales numbers for distances. Short decimals are scaled as whole multiples of the last decimal, so what
 * they are off by as binary numbers does not matter. If their range has few multiples, the scale is rounded
 * to 42 bits or more, so that every product and difference is exact.
 */
export function distanceValues(name: string, values: Float64Array, scale: Scale): DistanceValues {
  const multiples = decimalsOf(values)
  const { min, max } = rangeOf(values)
  if (multiples === null || Math.max(-min, max) * multiples > mostWhole) {
    const { values: scaled, shift, spread } = scaleValues(name, values, scale)
    return { values: scaled, origin: spread === 0 ? NaN : shift / spread }
  }
  const whole = values.map((value) => Math.round(value * multiples))
  const first = Math.round(min * multiples)
  const most = Math.round(max * multiples) - first
  if (most === 0) return { values: allocateNumbers(values.length), origin: NaN }
  const exactStep = 1 / (scale === 'none' ? multiples : scaleValues(name, whole, scale).spread)
  const isExact = most <= mostMultiples
  const step = isExact ? upperBits(exactStep, most) : exactStep
  const scaled = allocateNumbers(values.length)
  for (let row = 0; row < values.length; row++) scaled[row] = (whole[row] - first) * step
  return { values: scaled, origin: isExact ? NaN : 0 }
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
  const mean = sumOf(values, 0, false) / values.length
  return Math.sqrt(sumOf(values, mean, true) / values.length)
}

/** The sum of differences from a number, or of their squares, to a rounding or two (Kahan 1965). */
function sumOf(values: Float64Array, from: number, isSquared: boolean): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const difference = value - from
    const term = (isSquared ? difference * difference : difference) - lost
    const next = sum + term
    lost = next - sum - term
    sum = next
  }
  return sum
}

/** Population standard deviation of scaled numbers. */
export function deviationOf(values: Float64Array): number {
  const { min, max } = rangeOf(values)
  const range = max - min
  return range > 0 ? range * deviation(values.map((value) => (value - min) / range)) : 0
}

/**
 * The smallest power of ten that makes all numbers whole when multiplied by it; `null` beyond six decimals.
 */
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

/**
 * A number rounded to few enough bits that its products with whole numbers up to `most` are exact (Veltkamp's
 * split).
 */
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
