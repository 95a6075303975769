import type { LikelihoodPathRequest, OptionsOf, OptionTable, PathPenalty, PathRequest } from '#core'
import { defineRank } from '../../shapes/criterion.ts'
import type { FittedPath, RankCriterion, RankMethod, RankStep } from '../../shapes/criterion.ts'
import { pathNeeds, pathOptions, pathScores } from './fitted-path.ts'
import type { PathGroups, PathOptions, Penalties } from './fitted-path.ts'

/** What a ranking by the path of a linear model has of its own. */
interface PathRecord<O extends OptionTable, Id extends string> extends Pick<
  RankCriterion,
  'title' | 'formula' | 'reference'
> {
  readonly id: Id
  readonly options: O
  /** What is penalised of a linear model of a numeric target; absent where it takes none. */
  readonly penalty?: (options: OptionsOf<O>) => PathPenalty
  /** What is penalised of a logistic regression; absent where it takes no classes. */
  readonly ofClasses?: (options: OptionsOf<O>) => NonNullable<Penalties['ofLikelihood']>
  /** What is penalised of a Cox model of the time until an event; a path of one takes nothing else. */
  readonly ofEvents?: (options: OptionsOf<O>) => LikelihoodPathRequest['penalty']
  /** The same of a Poisson regression of counts. */
  readonly ofCounts?: (options: OptionsOf<O>) => LikelihoodPathRequest['penalty']
  /** How it reads groups of columns; by default each column is one. */
  readonly groups?: PathGroups
  /** It takes several numeric targets, and no single one. */
  readonly several?: true
  /** It takes numbers only. */
  readonly numeric?: true
  readonly certificate?: FittedPath['certificate']
}

/**
 * Makes a ranking by the penalty at which columns enter a linear model, or of classes a logistic regression, of
 * events a Cox model, of counts a Poisson regression.
 */
export function definePath<const O extends OptionTable, const Id extends string>({
  penalty,
  ofClasses,
  ofEvents,
  ofCounts,
  groups = 'none',
  several,
  numeric,
  certificate = 'gap',
  options,
  ...facts
}: PathRecord<O, Id>): RankMethod<O & typeof pathOptions, Id> {
  const features = { numeric: 'values', categorical: numeric ? null : 'levels' } as const
  const ofOne = ofEvents ?? ofCounts
  const both = penalty !== undefined && ofClasses !== undefined
  return defineRank<O & typeof pathOptions, readonly [PathRequest | LikelihoodPathRequest], Id>({
    ...facts,
    features,
    target: several
      ? 'several'
      : ofEvents
        ? 'events'
        : both
          ? 'either'
          : (penalty ?? ofCounts)
            ? 'values'
            : 'classes',
    ...(both && {
      reads: (_, { target, task }) => {
        const isRegression = task === null ? target === 'numeric' : task === 'regression'
        return { features, target: isRegression ? 'values' : 'classes' }
      },
    }),
    joint: true,
    cut: 'chosen',
    better: 'higher',
    units: 'penalty at entry',
    options: { ...options, ...pathOptions },
    ...(groups !== 'none' && { readsGroups: true }),
    needs: (step) =>
      pathNeeds(
        step as RankStep<unknown> as RankStep<PathOptions>,
        {
          ofNumbers: penalty?.(step.options) ?? null,
          ofLikelihood: ofOne
            ? { penalty: ofOne(step.options), hasReference: false }
            : (ofClasses?.(step.options) ?? null),
        },
        groups,
      ),
    fold: ([path], step) =>
      pathScores(path, step as RankStep<unknown> as RankStep<PathOptions>, groups, certificate),
  })
}

/** The option of methods that begin from the weights of least squares. */
export const ridgeOption = {
  type: 'number',
  min: 1e-6,
  max: 1e6,
  default: 1,
  help: 'where least squares have no unique solution, the first weights minimise 1/(2n)·‖y − b − Xw‖² + ½·ridge·Σ ‖θ_j‖²',
} as const
