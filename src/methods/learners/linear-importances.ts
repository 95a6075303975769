import type { Answer, Counts, Moments, MomentsOfFamily, Variable } from '#core'
import { cholesky, invertTriangle, rankTolerance } from '../measures/cholesky.ts'
import { ridge } from '../measures/ridge.ts'
import { gramOf, gramRequests, indicatorsOf, layOut, refuseWide } from './gram.ts'
import type { Layout } from './gram.ts'
import type { ImportanceProblem, Importances } from './learner.ts'

/** Why a column cannot be used. */
export const cannotSquare = 'values too large, or too close together, to square (rescale the column)'

type Problem = ImportanceProblem<{ readonly ridge: number }>

/** The statistics of all columns of a run, so that a fit to fewer of them needs no others. */
export function linearImportanceNeeds({ all, target, view }: Problem) {
  const layout = layOut(target, all)
  refuseWide(layout)
  return gramRequests(layout, view)
}

/**
 * For each column the standard deviation over the rows of what it adds to the prediction: |w|·s of a number.
 */
export function linearImportances(answers: readonly Answer[], problem: Problem): Importances {
  const { features } = problem
  const fit = fitOf(answers, problem)
  const { layout, moments } = fit
  const { n, comoment, mean } = moments
  const why = features.map((feature) => (layout.canSquare(feature, moments) ? undefined : cannotSquare))
  const weights = weightsOf(
    fit,
    features.filter((_, i) => why[i] === undefined),
    problem,
  )
  const values = Float64Array.from(features, (feature, i) => {
    if (why[i] !== undefined) return NaN
    const place = layout.placeOf.get(feature)!
    if (!feature.coding)
      return Math.abs(weights.get(place)!) * Math.sqrt(comoment[place * mean.length + place] / n)
    const { places } = indicatorsOf(layout, [feature])
    let squares = 0
    for (const a of places) {
      for (const b of places) squares += weights.get(a)! * weights.get(b)! * comoment[a * mean.length + b]
    }
    return Math.sqrt(Math.max(0, squares) / n)
  })
  return { n, values, why, residual: 0 }
}

/**
 * The share of variance that others leave of a place, below which taking it out would cost digits: then all
 * is computed anew.
 */
const leastShare = 1e-6

/** The weights of a ridge regression, as `ridge`, while places are taken out one by one. */
class ShrinkingFit {
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

  /**
   * Starts with all of some places; null where one depends on the others, or is constant. `penalties`: what
   * the ridge adds to each.
   */
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

/** What is kept between the fits of a run. */
interface LinearFit {
  readonly first: Answer | undefined
  readonly layout: Layout
  readonly moments: Moments
  /** The fit to the columns of the last call; null where it is made anew. */
  shrinking: {
    readonly fit: ShrinkingFit
    features: readonly Variable[]
    readonly indexOf: ReadonlyMap<number, number>
  } | null
}

/** By the list of all columns, which lives as long as the run. */
const fits = new WeakMap<readonly Variable[], LinearFit>()

function fitOf(answers: readonly Answer[], { all, target }: Problem): LinearFit {
  const [first] = answers
  const cached = fits.get(all)
  if (cached?.first === first) return cached
  const layout = layOut(target, all)
  const moments = gramOf(layout, answers as readonly (MomentsOfFamily | readonly Counts[])[])
  const made: LinearFit = { first, layout, moments, shrinking: null }
  fits.set(all, made)
  return made
}

/**
 * The weight of each place of some columns. Where they are some of those of the last call, the others are
 * taken out of its fit.
 */
function weightsOf(
  fit: LinearFit,
  features: readonly Variable[],
  { options }: Problem,
): ReadonlyMap<number, number> {
  const { layout, moments } = fit
  const { places, levelOf } = indicatorsOf(layout, features)
  if (!shrinkTo(fit, features)) {
    const penalties = Float64Array.from(places, (place, i) =>
      levelOf[i] === null
        ? (options.ridge / moments.n) * moments.comoment[place * moments.mean.length + place]
        : options.ridge,
    )
    const made = ShrinkingFit.of(moments, places, penalties)
    const indexOf = new Map(places.map((place, i) => [place, i]))
    fit.shrinking = made && { fit: made, features, indexOf }
  }
  const { shrinking } = fit
  if (shrinking)
    return new Map(places.map((place) => [place, shrinking.fit.weightOf(shrinking.indexOf.get(place)!)]))
  const weights = ridge(moments, places, levelOf, options.ridge)
  return new Map(places.map((place, i) => [place, weights[i]]))
}

/**
 * Takes the other columns out of the last fit; false where there is none that holds these, or that would cost
 * digits.
 */
function shrinkTo({ shrinking, layout }: LinearFit, features: readonly Variable[]): boolean {
  if (!shrinking) return false
  const kept = new Set(features)
  const dropped = shrinking.features.filter((feature) => !kept.has(feature))
  if (shrinking.features.length - dropped.length !== features.length) return false
  // Of fewer than half a new fit is as fast.
  if (2 * dropped.length > shrinking.features.length) return false
  for (const place of indicatorsOf(layout, dropped).places) {
    if (!shrinking.fit.takeOut(shrinking.indexOf.get(place)!)) return false
  }
  shrinking.features = features
  return true
}
