import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { PerceptronOptions } from '#core'
import type { TrainingRows } from '../threads/model-rows.ts'
import { DesignMatrix } from './design.ts'
import type { Model } from './model.ts'
import { scaled } from './scaled-column.ts'
import { importancesOf, weightedSums } from './weighted-sums.ts'

/**
 * The averaged perceptron: goes over the rows in random orders; where the sum of another class is not below
 * that of the row's own, adds the row to the weights of its class, and subtracts it from those of the other.
 * The weights are their mean over all rows that it met. Numbers are at standard deviation 1, an indicator for
 * each level.
 */
export const perceptron: Model<PerceptronOptions> = {
  fit: (training, { epochs, seed }, kernels) => {
    const { target, rows, weights: ofRows } = training
    if (!('codes' in target)) throw new RangeError('perceptron needs classes')
    const { classes } = target
    const design = new DesignMatrix(kernels, kernels.arena(), training)
    const each = design.width + 1
    const weights = new Float64Array(classes * each)
    // Each change, times how many rows were met before it.
    const early = new Float64Array(classes * each)
    const places = new PlacesOfRows(design, training)
    const sums = new Float64Array(classes)
    const order = Int32Array.from(rows, (_, i) => i)
    const random = xoroshiro128plus(seed)
    let met = 0
    for (let epoch = 0; epoch < epochs; epoch++) {
      shuffle(order, random)
      let mistakes = 0
      for (const i of order) {
        const own = target.codes[rows[i]]
        const weight = ofRows ? ofRows[rows[i]] : 1
        places.sums(i, weights, sums)
        const other = greatestBut(sums, own)
        if (other >= 0 && sums[other] >= sums[own]) {
          mistakes++
          for (const [one, sign] of [
            [own, weight],
            [other, -weight],
          ]) {
            places.add(i, sign, weights, one * each)
            places.add(i, sign * met, early, one * each)
          }
        }
        met++
      }
      if (mistakes === 0) break
    }
    const mean = weights.map((weight, i) => weight - early[i] / met)
    return {
      predict: (held) => weightedSums(design, mean, classes, held),
      importances: () => importancesOf(design, training, mean, classes),
    }
  },
  cost: (rows, places, classes) => 40 * rows * (places + 5) * classes,
}

/** The class with the greatest sum but for one; −1 where there is none. */
function greatestBut(sums: Float64Array, own: number): number {
  let best = -1
  for (let one = 0; one < sums.length; one++) {
    if (one !== own && (best < 0 || sums[one] > sums[best])) best = one
  }
  return best
}

/** Fisher and Yates. */
function shuffle(order: Int32Array, random: ReturnType<typeof xoroshiro128plus>): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    const place = order[last]
    order[last] = order[other]
    order[other] = place
  }
}

/** What training rows have in the places of a matrix, row by row. */
class PlacesOfRows {
  readonly #width: number
  readonly #numbers: Float64Array
  readonly #count: number
  readonly #numberStarts: readonly number[]
  readonly #levels: readonly { readonly codes: ArrayLike<number>; readonly start: number }[]
  readonly #rows: Int32Array

  constructor({ starts, scales, width }: DesignMatrix, { columns, rows }: TrainingRows) {
    this.#width = width
    this.#rows = rows
    this.#levels = columns.flatMap((column, i) =>
      'codes' in column ? [{ codes: column.codes, start: starts[i] }] : [],
    )
    const ofNumbers = columns.flatMap((column, i) => ('values' in column ? [{ column, i }] : []))
    this.#count = ofNumbers.length
    this.#numberStarts = ofNumbers.map(({ i }) => starts[i])
    this.#numbers = new Float64Array(rows.length * this.#count)
    ofNumbers.forEach(({ column, i }, place) => {
      for (let row = 0, at = place; row < rows.length; row++, at += this.#count) {
        this.#numbers[at] = scaled(column.values[rows[row]], scales[i]!)
      }
    })
  }

  /** Writes the weighted sum of a row for each list of weights. */
  sums(row: number, weights: Float64Array, to: Float64Array): void {
    for (let list = 0; list < to.length; list++) {
      const from = list * (this.#width + 1)
      let sum = weights[from]
      for (let i = 0; i < this.#count; i++) {
        sum += this.#numbers[row * this.#count + i] * weights[from + 1 + this.#numberStarts[i]]
      }
      for (const { codes, start } of this.#levels) sum += weights[from + 1 + start + codes[this.#rows[row]]]
      to[list] = sum
    }
  }

  /** Adds a row, and 1 for the intercept, so many times to weights. */
  add(row: number, times: number, weights: Float64Array, from: number): void {
    weights[from] += times
    for (let i = 0; i < this.#count; i++) {
      weights[from + 1 + this.#numberStarts[i]] += times * this.#numbers[row * this.#count + i]
    }
    for (const { codes, start } of this.#levels) weights[from + 1 + start + codes[this.#rows[row]]] += times
  }
}
