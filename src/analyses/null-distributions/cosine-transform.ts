import cos from '@stdlib/math-base-special-cos'
import sin from '@stdlib/math-base-special-sin'

/** The cosine transform of n numbers and its inverse; both are linear, and the second undoes the first. */
interface CosineTransform {
  /** X_k = Σ_j x_j cos(πk(j + ½)/n). */
  forward(numbers: Float64Array): Float64Array
  /** x_j = (X_0 + 2 Σ_k≥1 X_k cos(πk(j + ½)/n)) / n. */
  inverse(coefficients: Float64Array): Float64Array
}

/** The transform of n numbers, for any n, by convolution with a chirp (Bluestein 1970). */
export function cosineTransform(n: number): CosineTransform {
  const size = powerOfTwo(2 * n - 1)
  const turns = turnsOf(size)
  // j² modulo 4n keeps the angle exact.
  const chirp = rotations(n, (j) => ((j * j) % (4 * n)) / (2 * n))
  const half = rotations(n, (k) => k / (2 * n))
  const kernel = emptyComplex(size)
  for (let j = 0; j < n; j++) {
    for (const at of [j, (size - j) % size]) {
      kernel.re[at] = chirp.re[j]
      kernel.im[at] = -chirp.im[j]
    }
  }
  fourier(kernel, turns)
  /** Σ_j a_j e^{−iπjk/n} for each k below n. */
  const turned = (re: Float64Array, im: Float64Array) => {
    const padded = emptyComplex(size)
    for (let j = 0; j < n; j++) {
      padded.re[j] = re[j] * chirp.re[j] - im[j] * chirp.im[j]
      padded.im[j] = re[j] * chirp.im[j] + im[j] * chirp.re[j]
    }
    fourier(padded, turns)
    for (let i = 0; i < size; i++) {
      const a = padded.re[i]
      const b = padded.im[i]
      const c = kernel.re[i]
      const d = kernel.im[i]
      // Conjugated, so that the same transform is the inverse one.
      padded.re[i] = (a * c - b * d) / size
      padded.im[i] = -(a * d + b * c) / size
    }
    fourier(padded, turns)
    const found = emptyComplex(n)
    for (let k = 0; k < n; k++) {
      const a = padded.re[k]
      const b = -padded.im[k]
      found.re[k] = a * chirp.re[k] - b * chirp.im[k]
      found.im[k] = a * chirp.im[k] + b * chirp.re[k]
    }
    return found
  }
  return {
    forward: (numbers) => {
      const { re, im } = turned(numbers, new Float64Array(n))
      return re.map((value, k) => value * half.re[k] - im[k] * half.im[k])
    },
    inverse: (coefficients) => {
      const weighted = coefficients.map((value, k) => ((k === 0 ? 1 : 2) * value) / n)
      return turned(
        weighted.map((value, k) => value * half.re[k]),
        weighted.map((value, k) => value * half.im[k]),
      ).re
    },
  }
}

/** Σ_i x_i x_{i+lag} for each lag, by the spectrum (Wiener and Khinchin), with the errors of rounding. */
export function autocorrelations(numbers: Float64Array): Float64Array {
  const size = powerOfTwo(2 * numbers.length)
  const turns = turnsOf(size)
  const spectrum = emptyComplex(size)
  spectrum.re.set(numbers)
  fourier(spectrum, turns)
  for (let i = 0; i < size; i++) {
    spectrum.re[i] = (spectrum.re[i] * spectrum.re[i] + spectrum.im[i] * spectrum.im[i]) / size
    spectrum.im[i] = 0
  }
  fourier(spectrum, turns)
  return spectrum.re.subarray(0, numbers.length)
}

interface Complex {
  readonly re: Float64Array
  readonly im: Float64Array
}

function emptyComplex(length: number): Complex {
  return { re: new Float64Array(length), im: new Float64Array(length) }
}

/** The least power of two that is as large. */
function powerOfTwo(least: number): number {
  let size = 1
  while (size < least) size *= 2
  return size
}

/**
 * What a transform of `size` numbers turns by: w rotations from place w on, side by side, for each width w
 * that is joined.
 */
function turnsOf(size: number): Complex {
  const all = rotations(size / 2, (i) => (2 * i) / size)
  const turns = emptyComplex(size)
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      turns.re[half + k] = all.re[(k * size) / (2 * half)]
      turns.im[half + k] = all.im[(k * size) / (2 * half)]
    }
  }
  return turns
}

/** e^{−iπ·share} for the share of each number. */
function rotations(count: number, shareOf: (i: number) => number): Complex {
  const found = emptyComplex(count)
  for (let i = 0; i < count; i++) {
    const angle = Math.PI * shareOf(i)
    found.re[i] = cos(angle)
    found.im[i] = -sin(angle)
  }
  return found
}

/**
 * The Fourier transform of a power of two of numbers, in place (Cooley and Tukey 1965). Two widths at a time,
 * so that the numbers are read half as often.
 */
function fourier(numbers: Complex, turns: Complex): void {
  reverseBits(numbers)
  const size = numbers.re.length
  let width = 1
  for (; 4 * width <= size; width *= 4) joinFours(numbers, turns, width)
  if (2 * width <= size) joinPairs(numbers, turns, width)
}

/** Joins each two transforms of so many numbers. */
function joinPairs({ re, im }: Complex, turns: Complex, width: number): void {
  for (let start = 0; start < re.length; start += 2 * width) {
    for (let low = start, k = width; k < 2 * width; low++, k++) {
      const high = low + width
      const a = re[high] * turns.re[k] - im[high] * turns.im[k]
      const b = re[high] * turns.im[k] + im[high] * turns.re[k]
      re[high] = re[low] - a
      im[high] = im[low] - b
      re[low] += a
      im[low] += b
    }
  }
}

/** Joins each four transforms of so many numbers: the first and second, the third and fourth, then both. */
function joinFours({ re, im }: Complex, turns: Complex, width: number): void {
  for (let start = 0; start < re.length; start += 4 * width) {
    for (let k = 0; k < width; k++) {
      const i = start + k
      const j = i + width
      const l = j + width
      const m = l + width
      const c1 = turns.re[width + k]
      const s1 = turns.im[width + k]
      const a1 = re[j] * c1 - im[j] * s1
      const b1 = re[j] * s1 + im[j] * c1
      const a2 = re[m] * c1 - im[m] * s1
      const b2 = re[m] * s1 + im[m] * c1
      const re0 = re[i] + a1
      const im0 = im[i] + b1
      const re1 = re[i] - a1
      const im1 = im[i] - b1
      const re2 = re[l] + a2
      const im2 = im[l] + b2
      const re3 = re[l] - a2
      const im3 = im[l] - b2
      const c2 = turns.re[2 * width + k]
      const s2 = turns.im[2 * width + k]
      const a3 = re2 * c2 - im2 * s2
      const b3 = re2 * s2 + im2 * c2
      re[i] = re0 + a3
      im[i] = im0 + b3
      re[l] = re0 - a3
      im[l] = im0 - b3
      const c3 = turns.re[3 * width + k]
      const s3 = turns.im[3 * width + k]
      const a4 = re3 * c3 - im3 * s3
      const b4 = re3 * s3 + im3 * c3
      re[j] = re1 + a4
      im[j] = im1 + b4
      re[m] = re1 - a4
      im[m] = im1 - b4
    }
  }
}

/** Puts each number at the place whose bits are those of its own in reverse order. */
function reverseBits({ re, im }: Complex): void {
  const size = re.length
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    const [a, b] = [re[i], im[i]]
    re[i] = re[j]
    im[i] = im[j]
    re[j] = a
    im[j] = b
  }
}
