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
  let size = 1
  while (size < 2 * n - 1) size *= 2
  const turns = Array.from({ length: size / 2 }, (_, i) => rotation((2 * i) / size))
  // j² modulo 4n keeps the angle exact.
  const chirp = Array.from({ length: n }, (_, j) => rotation(((j * j) % (4 * n)) / (2 * n)))
  const half = Array.from({ length: n }, (_, k) => rotation(k / (2 * n)))
  const kernel = emptyComplex(size)
  chirp.forEach(({ re, im }, j) => {
    for (const at of [j, (size - j) % size]) {
      kernel.re[at] = re
      kernel.im[at] = -im
    }
  })
  fourier(kernel, turns)
  /** Σ_j a_j e^{−iπjk/n} for each k below n. */
  const turned = (re: Float64Array, im: Float64Array) => {
    const padded = emptyComplex(size)
    for (let j = 0; j < n; j++) {
      padded.re[j] = re[j] * chirp[j].re - im[j] * chirp[j].im
      padded.im[j] = re[j] * chirp[j].im + im[j] * chirp[j].re
    }
    fourier(padded, turns)
    for (let i = 0; i < size; i++) {
      const [a, b, c, d] = [padded.re[i], padded.im[i], kernel.re[i], kernel.im[i]]
      // Conjugated, so that the same transform is the inverse one.
      padded.re[i] = (a * c - b * d) / size
      padded.im[i] = -(a * d + b * c) / size
    }
    fourier(padded, turns)
    const found = emptyComplex(n)
    for (let k = 0; k < n; k++) {
      const [a, b] = [padded.re[k], -padded.im[k]]
      found.re[k] = a * chirp[k].re - b * chirp[k].im
      found.im[k] = a * chirp[k].im + b * chirp[k].re
    }
    return found
  }
  return {
    forward: (numbers) => {
      const { re, im } = turned(numbers, new Float64Array(n))
      return re.map((value, k) => value * half[k].re - im[k] * half[k].im)
    },
    inverse: (coefficients) => {
      const weighted = coefficients.map((value, k) => ((k === 0 ? 1 : 2) * value) / n)
      const re = weighted.map((value, k) => value * half[k].re)
      return turned(
        re,
        weighted.map((value, k) => value * half[k].im),
      ).re
    },
  }
}

interface Complex {
  readonly re: Float64Array
  readonly im: Float64Array
}

function emptyComplex(length: number): Complex {
  return { re: new Float64Array(length), im: new Float64Array(length) }
}

/** e^{−iπ·share}. */
function rotation(share: number): { readonly re: number; readonly im: number } {
  return { re: cos(Math.PI * share), im: -sin(Math.PI * share) }
}

/** The Fourier transform of a power of two of numbers, in place (Cooley and Tukey 1965). */
function fourier({ re, im }: Complex, turns: readonly { readonly re: number; readonly im: number }[]): void {
  const size = re.length
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    ;[re[i], re[j]] = [re[j], re[i]]
    ;[im[i], im[j]] = [im[j], im[i]]
  }
  for (let width = 2; width <= size; width *= 2) {
    const [half, step] = [width / 2, size / width]
    for (let start = 0; start < size; start += width) {
      for (let k = 0; k < half; k++) {
        const { re: c, im: s } = turns[k * step]
        const [low, high] = [start + k, start + k + half]
        const a = re[high] * c - im[high] * s
        const b = re[high] * s + im[high] * c
        re[high] = re[low] - a
        im[high] = im[low] - b
        re[low] += a
        im[low] += b
      }
    }
  }
}
