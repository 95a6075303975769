import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { AodeOptions } from '#core'
import type { Model } from './model.ts'
import { PairCounts } from './pair-counts.ts'

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
