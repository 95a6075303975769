import { heldOutSquares, ridge, ridgePath } from '../measures/ridge.ts'
import { CribaError } from '../spec/error.ts'
import type { Counts } from '../statistics/counts.ts'
import { mergeMoments } from '../statistics/moments.ts'
import type { Moments, MomentsOfFamily } from '../statistics/moments.ts'
import type { Variable } from '../statistics/variable.ts'
import { defineLearner } from './learner.ts'
import type { Judge, Lesson } from './learner.ts'
import { gramOf, gramRequests, indicatorsOf, layOut } from './gram.ts'
import type { Layout } from './gram.ts'

/** More columns and levels together would take a matrix too large to solve again and again. */
const widest = 1024

/** As weak as scikit-learn's after its scaler; the more rows there are, the less it tells. */
export const ridgeOption = {
  type: 'number',
  min: 0,
  default: 1,
  help: 'of linear: what a squared weight of a standardised column costs; 0: ordinary least squares',
} as const

/**
 * Least squares with a ridge: w minimises Σ (y − b − x·w)² + ridge·(Σ s_j² w_j² + Σ w_l²), s_j the standard deviation of
 * column j in the rows learned from, w_l the weights of levels, one for each level of a categorical column; b is free. So
 * columns are standardised and levels are not, and the unit of a column changes nothing. A ridge of 0 is ordinary least
 * squares, where a column that those before it determine gets no weight. Constant columns and levels that the rows learned
 * from do not hold get none either.
 *
 * Held-out rows are scored from their moments alone: SSE = C_yy − 2 w·C_xy + w·C_xx·w + n e², e the error of the means.
 * R² is about the mean of the held-out rows, so 0 is what that mean would do, and worse is below; of held-out rows that are
 * all alike it is 1 where they are met exactly, else 0.
 */
export const linear = defineLearner({
  id: 'linear',
  title: 'Linear regression with a ridge',
  task: 'regression',
  features: { numeric: 'values', categorical: 'levels' },
  metrics: [
    { id: 'r2', better: 'higher', units: 'R²' },
    { id: 'mse', better: 'lower', units: 'y²' },
  ],
  options: { ridge: ridgeOption },
  evidence: {
    options: {},
    fillsMissing: true,
    how: 'numbers as they are, levels as indicators; a missing number is the mean, and an indicator',
  },
  reference: 'Hoerl & Kennard 1970',
  needs: ({ features, target, parts }) => {
    const layout = layOut(target, features)
    if (layout.width > widest + 1) {
      throw new CribaError(
        'too-large',
        `too many columns for linear: ${layout.width - 1}, levels counted (at most ${widest}; drop some, or rank first)`,
      )
    }
    return parts.flatMap((view) => gramRequests(layout, view))
  },
  judge: (answers, lesson, metric) => {
    const layout = layOut(lesson.target, lesson.features)
    const each = answers.length / lesson.parts.length
    const grams = lesson.parts.map((_, part) =>
      gramOf(
        layout,
        answers.slice(part * each, (part + 1) * each) as readonly (MomentsOfFamily | readonly Counts[])[],
      ),
    )
    return judgeOf(layout, grams, lesson, metric.id === 'r2')
  },
})

function judgeOf(
  layout: Layout,
  grams: readonly Moments[],
  { trials, features, options }: Lesson<{ readonly ridge: number }>,
  isShare: boolean,
): Judge {
  const trained = trials.map(({ train }) => train.map((part) => grams[part]).reduce(mergeMoments))
  // Rows that are learned from and never held out may hold a value too large.
  const whole = grams.reduce(mergeMoments)
  const wild = new Set(features.filter((feature) => !layout.canSquare(feature, whole)))
  const isTargetWild = !layout.canSquare(null, whole)
  const refusal = 'values too large, or too close together, to square (rescale the column)'
  return {
    held: Float64Array.from(trials, ({ test }) => grams[test].n),
    whyNot: (feature: Variable) =>
      isTargetWild ? `the target has ${refusal}` : wild.has(feature) ? refusal : undefined,
    scores: (set) => {
      const { places, levelOf } = indicatorsOf(layout, set)
      return Float64Array.from(trials, ({ test }, trial) => {
        const train = trained[trial]
        return scoreOf(grams[test], train, places, ridge(train, places, levelOf, options.ridge))
      })
    },
    path: (steps, trial) => {
      const train = trained[trial]
      const { places, levelOf } = indicatorsOf(layout, steps.flat())
      const weightsOf = ridgePath(train, places, levelOf, options.ridge)
      let count = 0
      return Float64Array.from([[], ...steps], (joining) => {
        count += indicatorsOf(layout, joining).places.length
        return scoreOf(grams[trials[trial].test], train, places.slice(0, count), weightsOf(count))
      })
    },
  }

  function scoreOf(held: Moments, train: Moments, places: readonly number[], weights: Float64Array): number {
    const squares = heldOutSquares(held, train, places, weights)
    if (!isShare) return squares / held.n
    // Of rows that are all alike there is no variance to explain.
    const all = held.comoment[0]
    return all === 0 ? (squares === 0 ? 1 : 0) : 1 - squares / all
  }
}
