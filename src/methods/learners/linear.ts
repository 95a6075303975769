import { mergeMoments } from '#core'
import type { Counts, Moments, MomentsOfFamily, Variable } from '#core'
import { heldOutSquares, ridge, ridgePath } from '../measures/ridge.ts'
import { gramOf, gramRequests, indicatorsOf, layOut, refuseWide } from './gram.ts'
import type { Layout } from './gram.ts'
import { defineLearner, onIndicators } from './learner.ts'
import type { FittedLearner, LearningProblem } from './learner.ts'
import { cannotSquare, linearImportanceNeeds, linearImportances } from './linear-importances.ts'
import { numberMetrics } from './metrics.ts'
import { optionRows } from './options.ts'

/**
 * Ridge regression: w minimises Σ (y − b − x·w)² + ridge·(Σ s_j² w_j² + Σ w_l²), s_j the standard deviation
 * of column j in the training rows, w_l the weights of levels, one for each level of a categorical column; b
 * is not penalised. So columns are standardised and levels are not, and the unit of a column changes nothing.
 * A ridge of 0 is ordinary least squares, where a column that is a linear function of those before it gets
 * weight 0. Constant columns and levels absent from the training rows get weight 0 too.
 *
 * Held-out rows are scored from their moments alone: SSE = C_yy − 2 w·C_xy + w·C_xx·w + n e², e the error of
 * the means. R² compares with the mean of the held-out rows: a prediction as good as that mean has 0, a worse
 * one a negative value. If the targets of the held-out rows are all equal, R² is 1 where they are predicted
 * exactly, else 0.
 */
export const linear = defineLearner({
  id: 'linear',
  title: 'Linear regression with a ridge',
  tasks: ['regression'],
  ...onIndicators,
  metrics: numberMetrics,
  options: { ridge: optionRows.ridge },
  importances: { needs: linearImportanceNeeds, fold: linearImportances },
  reference: 'Hoerl & Kennard 1970',
  needs: ({ features, target, parts }) => {
    const layout = layOut(target, features)
    refuseWide(layout)
    return parts.flatMap((view) => gramRequests(layout, view))
  },
  fit: (answers, problem, metric) => {
    const layout = layOut(problem.target, problem.features)
    const each = answers.length / problem.parts.length
    const grams = problem.parts.map((_, part) =>
      gramOf(
        layout,
        answers.slice(part * each, (part + 1) * each) as readonly (MomentsOfFamily | readonly Counts[])[],
      ),
    )
    return createFittedLearner(layout, grams, problem, metric.id === 'r2')
  },
})

function createFittedLearner(
  layout: Layout,
  grams: readonly Moments[],
  { trials, features, options }: LearningProblem<{ readonly ridge: number }>,
  isR2: boolean,
): FittedLearner {
  const trained = trials.map(({ train }) => train.map((part) => grams[part]).reduce(mergeMoments))
  // Checked over all parts: a value in the training rows alone may be too large as well.
  const whole = grams.reduce(mergeMoments)
  const unsquarable = new Set(features.filter((feature) => !layout.canSquare(feature, whole)))
  const isTargetUnsquarable = !layout.canSquare(null, whole)
  return {
    heldOutWeights: Float64Array.from(trials, ({ test }) => grams[test].n),
    whyUnusable: (feature: Variable) =>
      isTargetUnsquarable
        ? `the target has ${cannotSquare}`
        : unsquarable.has(feature)
          ? cannotSquare
          : undefined,
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

  function scoreOf(test: Moments, train: Moments, places: readonly number[], weights: Float64Array): number {
    const squares = heldOutSquares(test, train, places, weights)
    if (!isR2) return squares / test.n
    // Equal targets have no variance to explain.
    const all = test.comoment[0]
    return all === 0 ? (squares === 0 ? 1 : 0) : 1 - squares / all
  }
}
