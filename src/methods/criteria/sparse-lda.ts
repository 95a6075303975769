import { CribaError, firstFew, splitsOf, weightText } from '#core'
import type { MomentsOfFamily, MomentsRequest, OptionsOf, Warning } from '#core'
import { completeIn, trialsOf } from '../learners/learner.ts'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import {
  byClass,
  discriminantFits,
  discriminantProblem,
  mergeClasses,
  penaltiesOf,
} from './families/discriminant-fits.ts'
import type { ByClass, DiscriminantFits } from './families/discriminant-fits.ts'
import { pathOptions } from './families/fitted-path.ts'
import { choosePenalty } from './families/penalty-choice.ts'

const { choose, least, folds, seed } = pathOptions
const options = { choose, least: { ...least, default: 0.01 }, folds, seed } as const
type LdaOptions = OptionsOf<typeof options>

/** Among so many the penalty is chosen. */
const penaltyCount = 100

/** With more columns the tableau of each fold takes too much memory and time. */
const mostColumns = 1024
/** A constraint may be missed by this share of the greatest penalty. */
const rounding = 1e-6

/**
 * Rewards columns that a sparse linear discriminant of two classes takes early while its error is allowed to
 * fall.
 *
 * J = the greatest λ below which w_j is not 0, w = argmin ‖w‖₁ subject to ‖Σw − 2(μ₂ − μ₁)‖_∞ ≤ λ; 0 where it
 * always is. Columns are at standard deviation 1 over all rows, so units do not matter; μ are the means of
 * the classes, Σ the covariances within them over n, with 1e-6 added to each variance, so that each λ has a
 * solution. The whole path of vertices of the linear programme is followed, from λ = max 2|μ₂ − μ₁| on, so J
 * is no point of a grid. `choose` takes a λ out of a hundred, from there to `least` times as much, by the
 * squared error of a linear discriminant on the columns of w: least squares for an indicator of the second
 * class, whose direction is that of plain LDA. Copies tie; constants have 0. Rows that lack a value are left
 * out. Wang, Cao and Miao (2013).
 *
 * @example rank(table, { target: 'spam', by: [sparseLda()] })
 */
export const sparseLda = defineRank({
  id: 'sparse-lda',
  title: 'Sparse linear discriminant',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  twoClasses: true,
  joint: true,
  cut: 'chosen',
  better: 'higher',
  units: 'penalty at entry',
  options,
  formula: 'max λ with w_j ≠ 0, w = argmin ‖w‖₁ subject to ‖Σw − 2(μ₂ − μ₁)‖_∞ ≤ λ',
  reference: 'Wang, Cao & Miao 2013',
  needs: (step): readonly MomentsRequest[] => {
    const { features, target, view: given } = step
    if (features.length > mostColumns) {
      throw new CribaError(
        'too-large',
        `too many columns for sparse-lda: ${features.length} (at most ${mostColumns}; drop some, or use a prefilter)`,
      )
    }
    const view = completeIn(given, [...features, target!])
    const parts = splitsFor(step, view)?.parts ?? [view]
    return parts.map((part) => ({
      kind: 'moments',
      family: { list: [features] },
      by: target!,
      of: 'values',
      view: part,
    }))
  },
  fold: (answers: readonly MomentsOfFamily[], step) => {
    const { features, names, options, view } = step
    const parts = answers.map(byClass)
    const whole = parts.reduce(mergeClasses)
    refuseUnfit(whole, step)
    const penalties = penaltiesOf(discriminantProblem(whole), penaltyCount, options.least)
    const splits = splitsFor(step, view)
    const trials = splits ? trialsOf(splits) : []
    const fits = (train: ByClass, test: ByClass | null): DiscriminantFits => {
      const found = discriminantFits(train, test, penalties)
      if (!found) throw tooLong(step)
      return found
    }
    const all = fits(whole, null)
    const judged = trials.map(({ train, test }) =>
      fits(train.map((part) => parts[part]).reduce(mergeClasses), parts[test]),
    )
    const heldOut = Float64Array.from(trials, ({ test }) => parts[test][0].n + parts[test][1].n)
    if (heldOut.includes(0)) throw tooFewRows(whole[0].n + whole[1].n, step)
    const { sizes, degrees, residuals, entries } = all
    const n = whole[0].n + whole[1].n
    const { chosen } = choosePenalty(
      {
        n,
        lists: 1,
        penalties,
        starts: new Uint32Array(1),
        weights: new Float64Array(0),
        intercepts: new Float64Array(0),
        sizes,
        residuals,
        gaps: new Float64Array(0),
        degrees,
        isRidge: false,
        unsquarable: [],
        heldOut,
        errors: Float64Array.from(judged.flatMap(({ errors }) => [...errors])),
      },
      options.choose,
      [...features.keys()],
      { loss: 'squares', classes: null, targets: null },
    )
    const count = features.length
    return {
      score: entries,
      n: new Float64Array(count).fill(n),
      chosen: Uint8Array.from(names, (_, i) => Number(sizes[chosen * count + i] > 0)),
      warnings: warningsOf(all.excess, chosen === penalties.length - 1, n, step),
    }
  },
})

type Step = Pick<RankStep<LdaOptions>, 'options' | 'splitBy'>

function splitsFor({ options: { choose, folds, seed }, splitBy }: Step, view: RankStep['view']) {
  return choose === 'bic' ? null : splitsOf(view, { folds, seed, number: 0, ...splitBy })
}

function refuseUnfit([zero, one]: ReturnType<typeof byClass>, step: RankStep<LdaOptions>): void {
  const n = zero.n + one.n
  if (!(zero.n > 0 && one.n > 0)) throw tooFewRows(n, step)
  const wild = step.names.filter(
    (_, i) => !canSquare(Math.min(zero.min[i], one.min[i]), Math.max(zero.max[i], one.max[i])),
  )
  if (wild.length === 0) return
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for sparse-lda: ${firstFew(wild, 10)} (values too large, or too close together, to square: rescale them)`,
  )
}

function tooLong({ names, options }: Pick<RankStep<LdaOptions>, 'names' | 'options'>) {
  return new CribaError(
    'too-large',
    `too many columns for the rows of sparse-lda: ${names.length} (down to least ${options.least} its path has too many vertices; use a prefilter, or raise least)`,
  )
}

function tooFewRows(n: number, { names, options }: Pick<RankStep<LdaOptions>, 'names' | 'options'>) {
  return new CribaError(
    'unsuitable',
    `too few rows for sparse-lda: ${n} complete in the target and ${firstFew(names, 5)} (needs rows of both classes${options.choose === 'bic' ? '' : `, and one for each of ${options.folds} folds`})`,
  )
}

function warningsOf(
  excess: number,
  isEdge: boolean,
  n: number,
  { gaps }: Pick<RankStep, 'gaps'>,
): readonly Warning[] {
  const found: Warning[] = []
  if (gaps) {
    const message = `sparse-lda uses only the rows complete in all columns: ${weightText(n)} (--missing median fills them)`
    found.push({ code: 'missing-values', message })
  }
  if (excess > rounding) {
    const message = `sparse-lda did not converge everywhere: a constraint is missed by ${excess.toPrecision(2)} of the greatest penalty (raise least)`
    found.push({ code: 'not-converged', message })
  }
  if (isEdge) {
    const message = 'the least penalty of the path was chosen: a lower one may predict better (lower least)'
    found.push({ code: 'edge-of-path', message })
  }
  return found
}
