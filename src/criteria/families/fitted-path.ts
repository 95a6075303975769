import ln from '@stdlib/math-base-special-ln'
import type { OptionsOf } from '../../spec/options.ts'
import { emptyFoldError } from '../../statistics/empty-folds.ts'
import type { Fit, FitRequest } from '../../statistics/fit.ts'
import { splitsOf } from '../../statistics/splits.ts'
import type { Splits } from '../../statistics/splits.ts'
import { firstFew } from '../../spec/names.ts'
import { isNear } from '../../statistics/ties.ts'
import { absorbsMissing, countLevels } from '../../statistics/variable.ts'
import { CribaError } from '../../spec/error.ts'
import { trialsOf } from '../../learners/learner.ts'
import type { Warning } from '../../trace/warning.ts'
import type { RankScores, RankStep } from '../criterion.ts'

/* Rankings by the path of a model along a falling penalty: columns in the order in which they enter, and a penalty chosen by a rule. */

/** The rules that choose a penalty of the path. */
const rules = ['one-error', 'min', 'bic'] as const
type Rule = (typeof rules)[number]

export const pathOptions = {
  choose: {
    type: 'choice',
    of: rules,
    default: 'one-error',
    help: 'which penalty chooses the columns: the greatest whose held-out error is within one standard error of the least (one-error), that of the least held-out error (min), or of the least Bayesian information criterion (bic)',
  },
  penalties: { type: 'whole', min: 2, max: 10_000, default: 100, help: 'how many penalties the path has' },
  least: {
    type: 'number',
    min: 1e-9,
    max: 0.99,
    default: 0.001,
    help: 'the least penalty, as a share of the greatest',
  },
  folds: {
    type: 'whole',
    min: 2,
    max: 10_000,
    default: 5,
    only: { choose: ['one-error', 'min'] },
    help: 'parts of the rows, each held out once, that choose the penalty',
  },
  seed: {
    type: 'whole',
    min: 0,
    default: 0,
    only: { choose: ['one-error', 'min'] },
    help: 'seed of the folds',
  },
} as const

type PathOptions = OptionsOf<typeof pathOptions>

/** A path as its criterion hands it on: weights by feature, and the penalty that was chosen. */
export interface FittedPath extends Fit {
  readonly rule: Rule
  /** The place of the chosen penalty. */
  readonly chosen: number
  /** For each feature the place of the penalty at which it enters; −1 where it never does. */
  readonly entries: Int32Array
  /** For each penalty the mean squared error of held-out rows and its standard error; null without held-out rows. */
  readonly judged: { readonly mean: Float64Array; readonly error: Float64Array } | null
  /** For each penalty n·ln(squared residuals/n) + ln(n)·(columns of the features in it). */
  readonly bic: Float64Array
}

/** With more numbers and levels the matrices of the folds no longer fit into a thread. */
const maxPlaces = 1536

/** The fit that a path needs: over the rows complete in all columns, in folds where held-out rows choose the penalty. */
export function pathNeeds(step: RankStep<PathOptions>, ratio: number): readonly [FitRequest] {
  const { features, names, target, view: given, options } = step
  const places = features.map(({ coding }) => (coding ? countLevels(coding) : 1))
  const all = places.reduce((sum, count) => sum + count, 0)
  if (all > maxPlaces) {
    const widest = places.indexOf(Math.max(...places))
    const levels = places[widest] > 1 ? `; ${names[widest]} has ${places[widest]}` : ''
    throw new CribaError(
      'too-large',
      `too many columns for a path: ${all}, levels counted${levels} (at most ${maxPlaces}; drop some, or use a prefilter)`,
    )
  }
  const complete = [...features, target!].filter((one) => !absorbsMissing(one)).map(({ column }) => column)
  const view = { ...given, complete: [...new Set([...(given.complete ?? []), ...complete])] }
  const splits = options.choose === 'bic' ? null : splitsFor({ ...step, view })
  const { penalties, least } = options
  return [
    {
      kind: 'fit',
      features,
      target: target!,
      ratio,
      penalties,
      least,
      view,
      parts: splits?.parts ?? [],
      trials: splits ? trialsOf(splits) : [],
    },
  ]
}

function splitsFor({ view, options: { folds, seed }, splitBy }: RankStep<PathOptions>): Splits {
  return splitsOf(view, { folds, seed, number: 0, ...splitBy })
}

/**
 * Scores columns by the penalty at which they enter, those that enter at the same penalty in the order of their size there; 0 for those
 * that never do.
 */
export function pathScores(fit: Fit, step: RankStep<PathOptions>): RankScores {
  const { features, options } = step
  refuseUnfit(fit, step)
  const path = choosePenalty(fit, options.choose, features.length)
  const { entries, chosen, penalties, sizes } = path
  return {
    score: Float64Array.from(entries, (entry) => (entry < 0 ? 0 : penalties[entry])),
    n: new Float64Array(features.length).fill(fit.n),
    tieOrder: Float64Array.from(entries, (entry, i) => (entry < 0 ? 0 : sizes[entry * features.length + i])),
    chosen: Uint8Array.from(features, (_, i) => Number(sizes[chosen * features.length + i] > 0)),
    path,
    warnings: warningsOf(path, step),
  }
}

/** Refuses rows and columns of which no path can be made, by name. */
function refuseUnfit({ n, heldOut, unsquarable }: Fit, step: RankStep<PathOptions>): void {
  const { features, names, target, targetName, options } = step
  if (n < 2) throw tooFewRows(n, '2 or more')
  if (unsquarable.length > 0) {
    const found = unsquarable.map((one) => (one === target ? targetName : names[features.indexOf(one)]))
    throw new CribaError(
      'unsuitable',
      `unsuitable columns for a path: ${firstFew(found, 10)} (values too large, or too close together, to square: rescale them)`,
    )
  }
  if (!heldOut.includes(0)) return
  const [{ test }] = splitsFor(step).splits
  const { division } = test.sample!
  if (division.together || division.along) throw emptyFoldError(division)
  throw tooFewRows(n, `one for each of ${options.folds} folds`)
}

function tooFewRows(n: number, needs: string): CribaError {
  return new CribaError(
    'unsuitable',
    `too few rows for a path: ${n} complete in all columns (needs ${needs})`,
  )
}

function choosePenalty(fit: Fit, rule: Rule, count: number): FittedPath {
  const { penalties, sizes, columns, residuals, n } = fit
  const steps = penalties.length
  const entries = new Int32Array(count).fill(-1)
  const bic = new Float64Array(steps)
  for (let step = 0; step < steps; step++) {
    let used = 0
    for (let i = 0; i < count; i++) {
      if (!(sizes[step * count + i] > 0)) continue
      used += columns[i]
      if (entries[i] < 0) entries[i] = step
    }
    bic[step] = n * ln(residuals[step]) + ln(n) * used
  }
  const judged = fit.heldOut.length > 0 ? heldOutErrors(fit) : null
  const chosen = rule === 'bic' ? leastOf(bic) : leastError(judged!, rule)
  return { ...fit, rule, entries, bic, judged, chosen }
}

/** The mean of the folds' errors, weighted by their rows, and its standard error. */
function heldOutErrors({ heldOut, errors, penalties }: Fit): NonNullable<FittedPath['judged']> {
  const steps = penalties.length
  const rows = heldOut.reduce((sum, n) => sum + n, 0)
  const over = (step: number, of: (error: number) => number) =>
    heldOut.reduce((sum, n, trial) => sum + (n / rows) * of(errors[trial * steps + step]), 0)
  const mean = Float64Array.from({ length: steps }, (_, step) => over(step, (error) => error))
  const error = mean.map((mean, step) =>
    Math.sqrt(over(step, (one) => (one - mean) * (one - mean)) / (heldOut.length - 1)),
  )
  return { mean, error }
}

function leastError({ mean, error }: NonNullable<FittedPath['judged']>, rule: Rule): number {
  const least = leastOf(mean)
  if (rule === 'min') return least
  return mean.findIndex((value) => value <= mean[least] + error[least])
}

/** The place of the least value, of those equal to it the first. */
function leastOf(values: Float64Array): number {
  const least = values.reduce((a, b) => Math.min(a, b))
  return values.findIndex((value) => value === least || isNear(value, least))
}

/** Duality gaps above this share of the target's variance are reported. */
const largeGap = 1e-6

function warningsOf(
  { gaps, chosen, penalties, judged, n }: FittedPath,
  { features, gaps: lacking }: RankStep<PathOptions>,
): readonly Warning[] {
  const gap = gaps.reduce((a, b) => Math.max(a, b))
  const found: Warning[] = []
  if (lacking) {
    found.push({
      code: 'missing-values',
      message: `a path uses only the rows complete in all columns: ${n} (--missing median fills them, --missing level makes a level of them)`,
    })
  }
  if (gap > largeGap) {
    found.push({
      code: 'not-converged',
      message: `the path of ${features.length} columns did not converge everywhere: its objective is up to ${gap.toPrecision(2)} of the target's variance above the optimum (raise least)`,
    })
  }
  if (judged && chosen === penalties.length - 1) {
    found.push({
      code: 'edge-of-path',
      message: 'the least penalty of the path was chosen: a lower one may predict better (lower least)',
    })
  }
  return found
}
