import type { Moments } from '#core'
import { cholesky, invertTriangle, rankTolerance } from './cholesky.ts'

/** The share of variance that others leave of a place, below which taking it out would cost digits: then all is computed anew. */
const leastShare = 1e-6

/** The weights of a ridge regression, as `ridge`, while places are taken out one by one. */
export class ShrinkingFit {
  readonly #inverse: readonly Float64Array[]
  readonly #solution: Float64Array
  readonly #scale: Float64Array
  /** The remaining places, as indices of the given ones. */
  #remaining: Int32Array

  private constructor(inverse: readonly Float64Array[], solution: Float64Array, scale: Float64Array) {
    this.#inverse = inverse
    this.#solution = solution
    this.#scale = scale
    this.#remaining = Int32Array.from(scale, (_, i) => i)
  }

  /** Starts with all of some places; null where one depends on the others, or is constant. `penalties`: what the ridge adds to each. */
  static of(
    { comoment, mean }: Pick<Moments, 'comoment' | 'mean'>,
    places: readonly number[],
    penalties: Float64Array,
  ): ShrinkingFit | null {
    const width = mean.length
    const size = places.length
    const scale = Float64Array.from(places, (place) => Math.sqrt(comoment[place * width + place]))
    if (scale.includes(0)) return null
    const matrix = new Float64Array(size * size)
    places.forEach((a, i) => {
      places.forEach((b, j) => (matrix[i * size + j] = comoment[a * width + b] / scale[i] / scale[j]))
      matrix[i * size + i] = 1 + penalties[i] / scale[i] / scale[i]
    })
    const factor = cholesky(matrix, size, rankTolerance)
    if (!factor) return null
    const triangle = invertTriangle(factor)
    const inverse = Array.from({ length: size }, () => new Float64Array(size))
    for (let k = 0; k < size; k++) {
      for (let i = 0; i <= k; i++) {
        const value = triangle[k][i]
        const row = inverse[i]
        for (let j = 0; j <= i; j++) row[j] += value * triangle[k][j]
      }
    }
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) inverse[j][i] = inverse[i][j]
    const solution = inverse.map((row) =>
      places.reduce((sum, place, j) => sum + (row[j] * comoment[place * width]) / scale[j], 0),
    )
    return new ShrinkingFit(inverse, Float64Array.from(solution), scale)
  }

  /** Takes a place out; false where that would cost digits. */
  takeOut(out: number): boolean {
    const own = this.#inverse[out]
    const pivot = own[out]
    if (!(pivot * leastShare < 1)) return false
    this.#remaining = this.#remaining.filter((place) => place !== out)
    const step = this.#solution[out] / pivot
    const left = this.#remaining
    for (let a = 0; a < left.length; a++) {
      const row = this.#inverse[left[a]]
      const share = row[out] / pivot
      this.#solution[left[a]] -= row[out] * step
      for (let b = 0; b < left.length; b++) row[left[b]] -= share * own[left[b]]
    }
    return true
  }

  /** The weight of a remaining place. */
  weightOf(place: number): number {
    return this.#solution[place] / this.#scale[place]
  }
}
