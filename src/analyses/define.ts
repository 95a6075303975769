import { countMembers, discretisers, methodText, outerMethodIds, resolveOptions } from '#core'
import type { OptionsOf, OptionTable, OptionValue, OwnDiscretiserName, Request, Shape } from '#core'
import {
  defineRank as asRankMethod,
  defineSearch as asSearchMethod,
  defineStep as asStepMethod,
  defineSubset as asSubsetMethod,
  ownCriteria,
  ownDiscretisers,
  ownSearches,
  ownStops,
  rankers,
  searches,
  setCriteria,
  stepCriteria,
  stopNames,
  withErrorsNamed,
  withScoresChecked,
} from '#methods'
import type {
  CandidateStep,
  OwnDiscretiser,
  RankCriterion,
  RankMethod,
  RankStep,
  SearchMethod,
  StepCriterion,
  StepMethod,
  StepSearch,
  Stop,
  SubsetCriterion,
  SubsetMethod,
  SubsetSearch,
  SubsetStep,
} from '#methods'
import { namedMethods } from './scope/named-methods.ts'
import type { OwnMethod, OwnStop } from './scope/typed-specs.ts'

/* What users define. Its name is known from then on, in this thread; a second definition of a name replaces
   the first. */

/**
 * Makes a criterion of single columns of your own: the statistics that it needs, and how the answers become
 * scores.
 *
 * @example
 * const spread = defineRank({
 *   id: 'spread', title: 'Sum of squares', options: {}, formula: 'Σ(x − x̄)²', reference: 'by definition', better: 'higher', units: 'none',
 *   features: { numeric: 'values', categorical: null }, target: null,
 *   needs: ({ features, view }) => [{ kind: 'moments', family: { list: features.map((one) => [one]) }, of: 'values', view }],
 *   fold: ([{ n, comoment }]) => ({ score: comoment, n }),
 * })
 * await rank(table, { by: [spread] })
 */
export function defineRank<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(record: Omit<RankCriterion<O, R>, 'shape'> & { readonly id: Id }): OwnMethod<RankMethod<O, Id>, 'rank', O> {
  const method = asRankMethod(
    withScoresChecked(record, ({ features }: RankStep<OptionsOf<O>>) => features.length),
  )
  ownCriteria.add(method.criterion, methodNames())
  return method as unknown as OwnMethod<RankMethod<O, Id>, 'rank', O>
}

/**
 * Makes a criterion of your own that scores candidates beside the columns selected before. See `defineRank`.
 */
export function defineStep<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(record: Omit<StepCriterion<O, R>, 'shape'> & { readonly id: Id }): OwnMethod<StepMethod<O, Id>, 'step', O> {
  const method = asStepMethod(
    withScoresChecked(record, ({ candidates }: CandidateStep<OptionsOf<O>>) => candidates.length),
  )
  ownCriteria.add(method.criterion, methodNames())
  return method as unknown as OwnMethod<StepMethod<O, Id>, 'step', O>
}

/** Makes a criterion of sets of your own; it ranks single columns too. See `defineRank`. */
export function defineSubset<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(
  record: Omit<SubsetCriterion<O, R>, 'shape'> & { readonly id: Id },
): OwnMethod<SubsetMethod<O, Id>, 'subset', O> {
  const method = asSubsetMethod(
    withScoresChecked(record, ({ sets }: SubsetStep<OptionsOf<O>>) => countMembers(sets)),
  )
  ownCriteria.add(method.criterion, methodNames())
  return method as unknown as OwnMethod<SubsetMethod<O, Id>, 'subset', O>
}

/**
 * Makes a search of your own. One over candidates (`takes: 'step'`) takes every criterion. It yields `{ add:
 * [path] }`, a path one move longer, and gets the path after it, or null if the stop, k or a budget refuse;
 * what the stop sets aside is no candidate from then on. One over sets (`takes: 'subset'`) takes criteria of
 * sets: it scores sets by `visited.merits` and yields `{}` after each; the best of them is selected, of k
 * columns if k is given. A search that returns a text ends in these words.
 *
 * @example
 * const greedy = defineSearch({
 *   takes: 'step', id: 'greedy', title: 'Greedy', options: {}, how: 'adds the best candidate', reference: 'by definition',
 *   async *run(candidates, { start }) {
 *     for (let path = start; ;) {
 *       const next = pathWith(path, await candidates.evaluate(path.selected))
 *       if (!next) return
 *       path = (yield { add: [next] }) ?? path
 *     }
 *   },
 * })
 * await select(table, { target: 'y', criterion: 'jmi', search: greedy })
 */
export function defineSearch<const O extends OptionTable, const Id extends string>(
  record: StepSearch<O> & { readonly id: Id },
): OwnMethod<SearchMethod<Shape, O, Id>, 'any', O>
/** Makes a search over sets of your own. */
export function defineSearch<const O extends OptionTable, const Id extends string>(
  record: SubsetSearch<O> & { readonly id: Id },
): OwnMethod<SearchMethod<'subset', O, Id>, 'sets', O>
export function defineSearch<O extends OptionTable, Id extends string>(
  record: (StepSearch<O> | SubsetSearch<O>) & { readonly id: Id },
): unknown {
  const method = asSearchMethod(withErrorsNamed(record as StepSearch<O> & { readonly id: Id }))
  const ids = searches.map(({ id }) => id)
  ownSearches.add(method.search, ids)
  return method
}

/**
 * Makes a stop of your own: `start` begins a search, and what it returns decides about each proposal of that
 * search. A candidate that does not join is set aside, and the next best is tried, or the search ends, in the
 * words of `stopped`.
 *
 * @example
 * const atMost = defineStop({
 *   id: 'at-most', options: { bits: { type: 'number', min: 0, default: 1, help: 'the most gain' } },
 *   start: ({ bits }) => ({ decide: ({ merit }) => merit <= bits ? { joins: true } : { joins: false, stopped: 'too good' } }),
 * })
 * await select(table, { target: 'y', stop: atMost({ bits: 0.5 }) })
 */
export function defineStop<const O extends OptionTable>(
  stop: Stop<O>,
): (options?: Partial<OptionsOf<O>>) => OwnStop {
  ownStops.add(stop, stopNames)
  return (given = {}) => {
    const options = given as Readonly<Record<string, OptionValue>>
    resolveOptions(stop.id, stop.options, options)
    return methodText({ method: stop.id, options }) as OwnStop
  }
}

/**
 * Makes a discretiser of your own: what it needs of numeric columns, and the ascending cuts that it makes of
 * the answers. The level of a value is the number of cuts below it.
 *
 * @example
 * const halves = defineDiscretiser({
 *   id: 'halves', bins: 'own',
 *   needs: (columns, { view }) => [{ kind: 'moments', family: { list: columns.map((one) => [one]) }, of: 'values', view }],
 *   cuts: ([{ mean }]) => Array.from(mean, (one) => [one]),
 * })
 * await rank(table, { target: 'y', by: ['mutual-information'], discretise: halves })
 */
export function defineDiscretiser<const R extends readonly Request[]>(
  discretiser: OwnDiscretiser<R>,
): OwnDiscretiserName {
  ownDiscretisers.add(discretiser, discretisers)
  return discretiser.id as OwnDiscretiserName
}

/** The names that a criterion of one's own cannot have. */
function methodNames(): readonly string[] {
  const known = [...rankers, ...stepCriteria, ...setCriteria, ...namedMethods]
  return [...known.map(({ id }) => id), ...outerMethodIds]
}
