import { countLevels, CribaError, emptyFoldError, firstFew, splitsOf } from '#core'
import type {
  LikelihoodPath,
  LikelihoodPathRequest,
  OptionsOf,
  Path,
  PathPenalty,
  PathRequest,
  Splits,
  Variable,
} from '#core'
import { completeIn, trialsOf, whyTooManyLevels } from '../../learners/learner.ts'
import { penaltyRules } from '../../shapes/criterion.ts'
import type { FittedPath, RankScores, RankStep } from '../../shapes/criterion.ts'
import { columnsOfFolds } from './learner-facts.ts'
import { choosePenalty, pathWarnings } from './penalty-choice.ts'
import type { PathLists } from './penalty-choice.ts'

/* Rankings by the path of a model along a falling penalty: columns in the order in which they enter, and a
   penalty chosen by a rule. */

export const pathOptions = {
  choose: {
    type: 'choice',
    of: penaltyRules,
    default: 'one-error',
    help: 'which penalty chooses the columns: the greatest whose held-out error is within one standard error of the least (one-error), that of the least (min), or of the least Bayesian information criterion (bic)',
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

export type PathOptions = OptionsOf<typeof pathOptions>

/**
 * With more numbers and levels the matrices of the folds no longer fit into a thread; of a likelihood only those
 * of columns in the model are made.
 */
const maxPlaces = { ofNumbers: 1536, ofLikelihood: 10_000 } as const

/** How a ranker of paths reads groups of columns. */
export type PathGroups = 'none' | 'given' | 'all'

/** The places of the features that a path takes, group by group. */
function takenBy(step: RankStep<PathOptions>, groups: PathGroups): readonly (readonly number[])[] {
  const taken = step.features.flatMap((feature, i) => (whyTooManyLevels(feature) ? [] : [i]))
  if (groups === 'all' && !step.groupOf) return [taken]
  const places = new Map<string | number, number[]>()
  for (const place of taken) {
    const group = (groups !== 'none' && step.groupOf?.get(step.names[place])) || place
    const others = places.get(group)
    if (others) others.push(place)
    else places.set(group, [place])
  }
  return [...places.values()]
}

function placesOf({ coding }: Variable): number {
  return coding ? countLevels(coding) : 1
}

/** What is penalised: of a linear model, or of a model of a likelihood. */
export interface Penalties {
  readonly ofNumbers: PathPenalty | null
  readonly ofLikelihood: Pick<LikelihoodPathRequest, 'penalty' | 'hasReference'> | null
}

/**
 * The request of a path: over the rows complete in all columns, in folds where held-out rows choose the
 * penalty. Where only the best columns are used no penalty is chosen, and the path ends where these are in.
 */
export function pathNeeds(
  step: RankStep<PathOptions>,
  { ofNumbers, ofLikelihood }: Penalties,
  grouping: PathGroups,
): readonly [PathRequest | LikelihoodPathRequest] {
  const { names, event, view: given, options, most } = step
  const targets = targetsOf(step)
  const hasLikelihood = targets[0].coding !== null || ofNumbers === null
  const groups = takenBy(step, grouping)
  const taken = groups.flat()
  const features = taken.map((i) => step.features[i])
  const places = features.map(placesOf)
  const all = places.reduce((sum, count) => sum + count, 0) * targets.length
  const limit = maxPlaces[hasLikelihood ? 'ofLikelihood' : 'ofNumbers']
  if (all > limit) {
    const widest = places.indexOf(Math.max(...places))
    const levels = places[widest] > 1 ? `; ${names[taken[widest]]} has ${places[widest]}` : ''
    const counted = targets.length > 1 ? ` and each once for each of ${targets.length} targets` : ''
    throw new CribaError(
      'too-large',
      `too many columns for a path: ${all}, levels counted${counted}${levels} (at most ${limit}; drop some, or use a prefilter)`,
    )
  }
  const view = completeIn(given, [...features, ...targets, ...(event ? [event.variable] : [])])
  const splits = options.choose === 'bic' || most !== undefined ? null : splitsFor({ ...step, view })
  const { penalties, least } = options
  const request = {
    features,
    groups: groups.map(({ length }) => length),
    penalties,
    least,
    ...(most !== undefined && { most }),
    view,
    parts: splits?.parts ?? [],
    trials: splits ? trialsOf(splits) : [],
  }
  return [
    hasLikelihood
      ? { kind: 'likelihood-path', ...request, target: targets[0], ...(event && { event }), ...ofLikelihood! }
      : { kind: 'path', ...request, targets, penalty: ofNumbers },
  ]
}

/** What is predicted: the target, or each of several. */
function targetsOf({ target, targets }: Pick<RankStep, 'target' | 'targets'>): readonly Variable[] {
  return targets ? targets.map(({ values }) => values) : [target!]
}

function splitsFor(step: RankStep<PathOptions>): Splits {
  const { view, event, options, splitBy } = step
  const { folds, seed } = options
  const [target] = targetsOf(step)
  return splitsOf(view, { folds, seed, number: 0, ...columnsOfFolds(target, event, splitBy) })
}

/**
 * Scores columns by the penalty at which they enter, those that enter at the same penalty in the order of
 * their size there; 0 for those that never do.
 */
export function pathScores(
  fitted: Path | LikelihoodPath,
  step: RankStep<PathOptions>,
  grouping: PathGroups,
  certificate: FittedPath['certificate'],
): RankScores {
  const { features, options, most } = step
  refuseUnfit(fitted, step)
  const taken = takenBy(step, grouping).flat()
  const rule = most === undefined ? options.choose : 'bic'
  const path = { ...choosePenalty(fitted, rule, taken, lossOf(fitted, step)), certificate }
  const { of, entries, chosen, penalties, sizes } = path
  const count = features.length
  const spread = (valueOf: (i: number) => number) => {
    const values = new Float64Array(count).fill(NaN)
    of.forEach((feature, i) => (values[feature] = valueOf(i)))
    return values
  }
  const isExplained = path.loss !== 'squares' && fitted.residuals[0] === 0
  const whyNot = (feature: Variable) =>
    whyTooManyLevels(feature) ?? (isExplained ? nothingToExplain[path.loss] : undefined)
  return {
    score: spread((i) => (entries[i] < 0 ? 0 : penalties[entries[i]])),
    n: new Float64Array(count).fill(fitted.n),
    tieOrder: spread((i) => (entries[i] < 0 ? 0 : sizes[entries[i] * of.length + i])),
    why: features.map(whyNot),
    // What a path tells that ends where the best columns are in is not what the whole one does.
    ...(most === undefined && {
      chosen: Uint8Array.from(spread((i) => Number(sizes[chosen * of.length + i] > 0))),
      path,
      warnings: pathWarnings(path, step),
    }),
  }
}

/** Why no column of a likelihood enters where nothing is left to explain. */
const nothingToExplain = {
  squares: undefined,
  classes: 'only one class has rows',
  events: 'no event has other rows at risk',
  counts: 'all counts are the same',
} as const

/** What a path loses, and what each list of weights is of: of two classes the second. */
function lossOf(
  fitted: Path | LikelihoodPath,
  { classes, event, target, targets }: RankStep<PathOptions>,
): PathLists {
  const one = { classes: null, targets: null }
  if (event) return { ...one, loss: 'events' }
  if (!('counted' in fitted))
    return { ...one, loss: 'squares', targets: targets?.map(({ name }) => name) ?? null }
  if (!target!.coding) return { ...one, loss: 'counts' }
  const ofLists = classes.length === 2 ? classes.slice(1) : classes.slice(0, fitted.lists)
  return { ...one, loss: 'classes', classes: ofLists }
}

/** Refuses rows and columns of which no path can be made, by name. */
function refuseUnfit(fitted: Path | LikelihoodPath, step: RankStep<PathOptions>): void {
  const { n, heldOut, errors, unsquarable } = fitted
  const { features, names, target, targets, targetName, event, options } = step
  if (n < 2) throw tooFewRows(n, '2 or more', step)
  if ('unfit' in fitted && fitted.unfit) {
    const { row, value } = fitted.unfit
    throw new CribaError(
      'unsuitable',
      `unsuitable target: ${targetName} is ${value} in row ${row + 1} (a Poisson regression needs counts, from 0 to ${Number.MAX_SAFE_INTEGER})`,
    )
  }
  if (unsquarable.length > 0) {
    // An answer known from another call has variables of its own.
    const nameOf = (column: number) =>
      column === target!.column
        ? targetName
        : (targets?.find(({ values }) => values.column === column)?.name ??
          names[features.findIndex((one) => one.column === column)])
    const found = unsquarable.map(({ column }) => nameOf(column))
    throw new CribaError(
      'unsuitable',
      `unsuitable columns for a path: ${firstFew(found, 10)} (values too large, or too close together, to square: rescale them)`,
    )
  }
  if (errors.includes(Infinity)) {
    throw new CribaError(
      'unsuitable',
      `unsuitable folds for a path: without one of them ${targetName} is 0 in all rows (take more folds, or choose=bic)`,
    )
  }
  if (!heldOut.includes(0)) return
  const [{ test }] = splitsFor(step).splits
  const { division } = test.sample!
  if (event) {
    throw new CribaError(
      'unsuitable',
      `unsuitable folds for a path: of the rows complete in ${targetName} and ${firstFew(names, 5)} one fold has none with the event (take fewer folds, or choose=bic)`,
    )
  }
  if (division.together || division.along) throw emptyFoldError(division)
  throw tooFewRows(n, `one for each of ${options.folds} folds`, step)
}

function tooFewRows(n: number, needs: string, { names }: RankStep<PathOptions>): CribaError {
  return new CribaError(
    'unsuitable',
    `too few rows for a path: ${n} complete in the target and ${firstFew(names, 5)} (needs ${needs})`,
  )
}
