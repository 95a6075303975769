import type { Answer, Counts, Moments, MomentsOfFamily, Variable } from '#core'
import { cholesky, invertTriangle, rankTolerance } from '../measures/cholesky.ts'
import { ridge } from '../measures/ridge.ts'
import { gramOf, gramRequests, indicatorsOf, layOut, refuseWide } from './gram.ts'
import type { Layout } from './gram.ts'
import type { ImportanceProblem, Importances } from './learner.ts'

/** Why a column cannot be used. */
export const cannotSquare = 'values too large, or too close together, to square (rescale the column)'

type Problem = ImportanceProblem<{ readonly ridge: number }>

/** The requests of a run, by the list of all its columns, which lives as long. */
const requests = new WeakMap<
  readonly Variable[],
  Pick<Problem, 'target' | 'view'> & { readonly needs: ReturnType<typeof gramRequests> }
>()

/** The statistics of all columns of a run, so that a fit to fewer of them needs no others. */
export function linearImportanceNeeds({ all, target, view }: Problem) {
  const asked = requests.get(all)
  if (asked?.target === target && asked.view === view) return asked.needs
  const layout = layOut(target, all)
  refuseWide(layout)
  const needs = gramRequests(layout, view)
  requests.set(all, { target, view, needs })
  return needs
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
  const weightOf = weightsOf(
    fit,
    features.filter((_, i) => why[i] === undefined),
    problem,
  )
  const values = Float64Array.from(features, (feature, i) => {
    if (why[i] !== undefined) return NaN
    const place = layout.placeOf.get(feature)!
    if (!feature.coding)
      return Math.abs(weightOf(place)) * Math.sqrt(comoment[place * mean.length + place] / n)
    const { places } = indicatorsOf(layout, [feature])
    let squares = 0
    for (const a of places) {
      for (const b of places) squares += weightOf(a) * weightOf(b) * comoment[a * mean.length + b]
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
  /** A row and a column for each place that remains, in the order of `#places`. */
  readonly #inverse: Float64Array[]
  readonly #solution: Float64Array
  readonly #scale: Float64Array
  readonly #places: number[]
  /** Where each of the given places is among those that remain. */
  readonly #at: Int32Array

  private constructor(inverse: Float64Array[], solution: Float64Array, scale: Float64Array) {
    this.#inverse = inverse
    this.#solution = solution
    this.#scale = scale
    this.#at = Int32Array.from(scale, (_, i) => i)
    this.#places = [...this.#at]
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
      for (let j = 0; j < size; j++) {
        matrix[i * size + j] = comoment[a * width + places[j]] / scale[i] / scale[j]
      }
      matrix[i * size + i] = 1 + penalties[i] / scale[i] / scale[i]
    })
    const factor = cholesky(matrix, size, rankTolerance)
    if (!factor) return null
    const triangle = invertTriangle(factor)
    const inverse = Array.from({ length: size }, () => new Float64Array(size))
    inverse.forEach((row, i) => {
      for (let k = i; k < size; k++) {
        const own = triangle[k]
        const value = own[i]
        for (let j = 0; j <= i; j++) row[j] += value * own[j]
      }
      for (let j = 0; j < i; j++) inverse[j][i] = row[j]
    })
    const solution = Float64Array.from(inverse, (row) => {
      let sum = 0
      for (let j = 0; j < size; j++) sum += (row[j] * comoment[places[j] * width]) / scale[j]
      return sum
    })
    return new ShrinkingFit(inverse, solution, scale)
  }

  /** Takes a place out; false where that would cost digits. */
  takeOut(place: number): boolean {
    const out = this.#at[place]
    const inverse = this.#inverse
    const own = inverse[out]
    const pivot = own[out]
    if (!(pivot * leastShare < 1)) return false
    const solution = this.#solution
    const step = solution[out] / pivot
    // The last one takes the place of the one that goes.
    const last = inverse.length - 1
    for (let a = 0; a <= last; a++) {
      if (a === out) continue
      const row = inverse[a]
      const value = row[out]
      const share = value / pivot
      solution[a] -= value * step
      for (let b = 0; b <= last; b++) row[b] -= share * own[b]
      row[out] = row[last]
    }
    inverse[out] = inverse[last]
    solution[out] = solution[last]
    this.#places[out] = this.#places[last]
    this.#at[this.#places[out]] = out
    inverse.pop()
    this.#places.pop()
    return true
  }

  /** The weight of a remaining place. */
  weightOf(place: number): number {
    return this.#solution[this.#at[place]] / this.#scale[place]
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
 * What gives the weight of each place of some columns. Where they are some of those of the last call, the others are
 * taken out of its fit.
 */
function weightsOf(
  fit: LinearFit,
  features: readonly Variable[],
  { options }: Problem,
): (place: number) => number {
  const { layout, moments } = fit
  if (!shrinkTo(fit, features)) {
    const { places, levelOf } = indicatorsOf(layout, features)
    const penalties = Float64Array.from(places, (place, i) =>
      levelOf[i] === null
        ? (options.ridge / moments.n) * moments.comoment[place * moments.mean.length + place]
        : options.ridge,
    )
    const made = ShrinkingFit.of(moments, places, penalties)
    const indexOf = new Map(places.map((place, i) => [place, i]))
    fit.shrinking = made && { fit: made, features, indexOf }
    if (!made) {
      const weights = ridge(moments, places, levelOf, options.ridge)
      return (place) => weights[indexOf.get(place)!]
    }
  }
  const { fit: own, indexOf } = fit.shrinking!
  return (place) => own.weightOf(indexOf.get(place)!)
}

/**
 * Takes the other columns out of the last fit; false where there is none that holds these, or that would cost
 * digits.
 */
function shrinkTo({ shrinking, layout }: LinearFit, features: readonly Variable[]): boolean {
  if (!shrinking) return false
  const dropped: Variable[] = []
  let kept = 0
  for (const feature of shrinking.features) {
    // Columns keep their order.
    if (feature === features[kept]) kept++
    else dropped.push(feature)
  }
  if (kept < features.length) return false
  // Of fewer than half a new fit is as fast.
  if (2 * dropped.length > shrinking.features.length) return false
  for (const place of indicatorsOf(layout, dropped).places) {
    if (!shrinking.fit.takeOut(shrinking.indexOf.get(place)!)) return false
  }
  shrinking.features = features
  return true
}
