import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { AodeOptions } from '#core'
import type { ModelColumn, TrainingRows } from '../threads/model-rows.ts'
import type { Model } from './model.ts'

/**
 * Averaged one-dependence estimators: p(c, x) is the mean over columns i of p(c, x_i)·Π_j p(x_j|c, x_i), of
 * those whose level is in the training rows; p(c, x_i) = (n_ci + s)/(n + s·classes·levels_i), p(x_j|c, x_i) =
 * (n_cij + s)/(Σ_j n_cij + s·levels_j). Missing values are left out. Where no level is in the training rows
 * it is naive Bayes.
 */
export const aode: Model<AodeOptions> = {
  isProbabilistic: true,
  readsGaps: true,
  fit: (training, { smoothing }) => {
    const { target } = training
    if (!('codes' in target)) throw new RangeError('aode needs classes')
    const { classes } = target
    const counts = new PairCounts(training, classes)
    const { width } = counts
    const priors = counts.priors(smoothing)
    const alone = counts.alone(smoothing)
    const joint = counts.joint(smoothing)
    const given = counts.given(smoothing)
    return {
      predict: (rows) => {
        const scores = new Float64Array(rows.length * classes)
        const places = new Int32Array(training.columns.length)
        const sums = new Float64Array(places.length)
        rows.forEach((row, at) => {
          const known = counts.placesOf(row, places)
          const seen = places.subarray(0, known).filter((place) => counts.isSeen(place))
          for (let one = 0; one < classes; one++) {
            let count = 0
            for (const i of seen) {
              const from = (one * width + i) * width
              let sum = joint[one * width + i]
              for (let j = 0; j < known; j++) sum += given[from + places[j]]
              sums[count++] = sum
            }
            scores[at * classes + one] = count > 0 ? logOfSum(sums, count) : ofNaiveBayes(one, places, known)
          }
        })
        return scores
      },
    }

    function ofNaiveBayes(one: number, places: Int32Array, known: number): number {
      let sum = priors[one]
      for (let j = 0; j < known; j++) sum += alone[one * width + places[j]]
      return sum
    }
  },
  cost: (rows, places) => 4 * rows * places * 8,
}

/** log Σ exp of the first numbers of a list. */
function logOfSum(values: Float64Array, count: number): number {
  let most = values[0]
  for (let i = 1; i < count; i++) most = Math.max(most, values[i])
  let sum = 0
  for (let i = 0; i < count; i++) sum += exp(values[i] - most)
  return most + ln(sum)
}

type Levels = Extract<ModelColumn, { readonly levels: number }>

/**
 * How often levels come together in each class, and log-probabilities made of that. Levels of all columns are
 * places, one after the other.
 */
class PairCounts {
  readonly width: number
  readonly #columns: readonly Levels[]
  readonly #starts: Int32Array
  readonly #classes: number
  readonly #ofClass: Float64Array
  /** By class, then by two places; the same place twice is the count of the level. */
  readonly #pairs: Float64Array

  constructor({ columns, target, rows, weights }: TrainingRows, classes: number) {
    this.#columns = columns.map((column) => {
      if ('values' in column) throw new RangeError('pairs of levels are counted, not of numbers')
      return column
    })
    this.#starts = new Int32Array(columns.length + 1)
    this.#columns.forEach(({ levels }, i) => (this.#starts[i + 1] = this.#starts[i] + levels))
    const width = this.#starts[columns.length]
    this.width = width
    this.#classes = classes
    this.#ofClass = new Float64Array(classes)
    this.#pairs = new Float64Array(classes * width * width)
    const { codes } = target as { readonly codes: Uint8Array }
    const places = new Int32Array(columns.length)
    for (const row of rows) {
      const weight = weights ? weights[row] : 1
      this.#ofClass[codes[row]] += weight
      const known = this.placesOf(row, places)
      for (let i = 0; i < known; i++) {
        const from = (codes[row] * width + places[i]) * width
        for (let j = 0; j < known; j++) this.#pairs[from + places[j]] += weight
      }
    }
  }

  /** Writes the places of the levels that a row has, and returns how many they are. */
  placesOf(row: number, to: Int32Array): number {
    let known = 0
    this.#columns.forEach(({ codes, levels }, i) => {
      if (codes[row] < levels) to[known++] = this.#starts[i] + codes[row]
    })
    return known
  }

  /** Whether a level is in the training rows. */
  isSeen(place: number): boolean {
    for (let one = 0; one < this.#classes; one++) if (this.#countOf(one, place) > 0) return true
    return false
  }

  /** log p(c). */
  priors(smoothing: number): Float64Array {
    const all = this.#ofClass.reduce((sum, count) => sum + count, 0)
    return this.#ofClass.map((count) => ln((count + smoothing) / (all + smoothing * this.#classes)))
  }

  /** log p(x_j|c), by class and place. */
  alone(smoothing: number): Float64Array {
    return this.#byLevel((one, place, column) => {
      const all = this.#sumOver(column, (other) => this.#countOf(one, other))
      return (this.#countOf(one, place) + smoothing) / (all + smoothing * this.#columns[column].levels)
    })
  }

  /** log p(c, x_i), by class and place. */
  joint(smoothing: number): Float64Array {
    return this.#byLevel((one, place, column) => {
      const all = this.#sumOver(column, (other) => {
        let sum = 0
        for (let of = 0; of < this.#classes; of++) sum += this.#countOf(of, other)
        return sum
      })
      const { levels } = this.#columns[column]
      return (this.#countOf(one, place) + smoothing) / (all + smoothing * this.#classes * levels)
    })
  }

  /** log p(x_j|c, x_i), by class, place i and place j; 0 within a column. */
  given(smoothing: number): Float64Array {
    const { width } = this
    const logs = new Float64Array(this.#pairs.length)
    this.#columns.forEach(({ levels }, column) => {
      const start = this.#starts[column]
      for (let row = 0; row < this.#classes * width; row++) {
        const place = row % width
        if (place >= start && place < start + levels) continue
        const from = row * width + start
        let all = 0
        for (let j = 0; j < levels; j++) all += this.#pairs[from + j]
        for (let j = 0; j < levels; j++) {
          logs[from + j] = ln((this.#pairs[from + j] + smoothing) / (all + smoothing * levels))
        }
      }
    })
    return logs
  }

  #countOf(one: number, place: number): number {
    return this.#pairs[(one * this.width + place) * this.width + place]
  }

  #sumOver(column: number, of: (place: number) => number): number {
    let sum = 0
    for (let place = this.#starts[column]; place < this.#starts[column + 1]; place++) sum += of(place)
    return sum
  }

  #byLevel(of: (one: number, place: number, column: number) => number): Float64Array {
    const logs = new Float64Array(this.#classes * this.width)
    for (let one = 0; one < this.#classes; one++) {
      this.#columns.forEach((_, column) => {
        for (let place = this.#starts[column]; place < this.#starts[column + 1]; place++) {
          logs[one * this.width + place] = ln(of(one, place, column))
        }
      })
    }
    return logs
  }
}
