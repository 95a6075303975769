import { ridge } from '../measures/ridge.ts'
import type { Counts } from '../statistics/counts.ts'
import type { MomentsOfFamily } from '../statistics/moments.ts'
import type { Answer } from '../statistics/request.ts'
import { gramOf, gramRequests, indicatorsOf, layOut, refuseWide } from './gram.ts'
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

/** For each column the standard deviation over the rows of what it adds to the prediction: |w|·s of a number. */
export function linearImportances(
  answers: readonly Answer[],
  { features, all, target, options }: Problem,
): Importances {
  const layout = layOut(target, all)
  const moments = gramOf(layout, answers as readonly (MomentsOfFamily | readonly Counts[])[])
  const { n, comoment, mean } = moments
  const why = features.map((feature) => (layout.canSquare(feature, moments) ? undefined : cannotSquare))
  const usable = features.filter((_, i) => why[i] === undefined)
  const { places, levelOf } = indicatorsOf(layout, usable)
  const weights = ridge(moments, places, levelOf, options.ridge)
  const values = new Float64Array(features.length).fill(NaN)
  let at = 0
  features.forEach((feature, i) => {
    if (why[i] !== undefined) return
    const own = indicatorsOf(layout, [feature]).places
    let squares = 0
    own.forEach((a, j) => {
      own.forEach((b, k) => {
        squares += weights[at + j] * weights[at + k] * comoment[a * mean.length + b]
      })
    })
    values[i] = Math.sqrt(Math.max(0, squares) / n)
    at += own.length
  })
  return { n, values, why, residual: 0 }
}
