import type { OptionsOf, OptionTable } from '../../spec/options.ts'
import type { PathPenalty, PathRequest } from '../../statistics/path.ts'
import { defineRank } from '../criterion.ts'
import type { RankCriterion, RankMethod, RankStep } from '../criterion.ts'
import { pathNeeds, pathOptions, pathScores } from './fitted-path.ts'
import type { PathGroups, PathOptions } from './fitted-path.ts'
import type { FittedPath } from './penalty-choice.ts'

/** What a ranking by the path of a linear model has of its own. */
interface PathRecord<O extends OptionTable, Id extends string> extends Pick<
  RankCriterion,
  'title' | 'formula' | 'reference'
> {
  readonly id: Id
  readonly options: O
  readonly penalty: (options: OptionsOf<O>) => PathPenalty
  /** How it reads groups of columns; by default each column is one. */
  readonly groups?: PathGroups
  /** It takes numbers only. */
  readonly numeric?: true
  readonly certificate?: FittedPath['certificate']
}

/** Makes a ranking by the penalty at which columns enter a linear model. */
export function definePath<const O extends OptionTable, const Id extends string>({
  penalty,
  groups = 'none',
  numeric,
  certificate = 'gap',
  options,
  ...facts
}: PathRecord<O, Id>): RankMethod<O & typeof pathOptions, Id> {
  return defineRank<O & typeof pathOptions, readonly [PathRequest], Id>({
    ...facts,
    features: { numeric: 'values', categorical: numeric ? null : 'levels' },
    target: 'values',
    joint: true,
    cut: 'chosen',
    better: 'higher',
    units: 'penalty at entry',
    options: { ...options, ...pathOptions },
    ...(groups !== 'none' && { readsGroups: true }),
    needs: (step) =>
      pathNeeds(step as RankStep<unknown> as RankStep<PathOptions>, penalty(step.options), groups),
    fold: ([path], step) =>
      pathScores(path, step as RankStep<unknown> as RankStep<PathOptions>, groups, certificate),
  })
}
