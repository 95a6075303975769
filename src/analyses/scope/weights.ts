import { allRows, singles } from '#core'
import type {
  MomentsRequest,
  OrderRequest,
  SettledDataSpec,
  Variable,
  View,
  Warning,
  WeightFacts,
} from '#core'
import type { RequestBatcher } from './request-batcher.ts'
import type { AnalysisScope } from './scope.ts'

/** With more distinct weights than these few repeat, whatever the number of rows. */
const mostListed = 1000
/**
 * Whole weights with at least this mean, in at least this many rows, most of them different, look like survey
 * weights.
 */
const surveyLike = { mean: 10, rows: 100 } as const

/** The column of weights, its kind, and the warnings about it. */
export interface WeightsInScope extends Omit<WeightFacts, 'n'> {
  readonly warnings: readonly Warning[]
}

/** Inspects the weights; null where there are none. */
export async function inspectWeights(
  batcher: RequestBatcher,
  { source, view }: AnalysisScope,
  { samplingWeights }: SettledDataSpec,
): Promise<WeightsInScope | null> {
  const { weights } = view
  if (weights === undefined) return null
  const { name: column, type } = source.columns[weights]
  if (samplingWeights !== null) return { column, kind: 'sampling', warnings: [] }
  const variable: Variable = { column: weights, coding: null }
  const reason = type === 'numeric' && (await reasonForSurvey(batcher, variable))
  return { column, kind: 'counts', warnings: reason ? [surveyWarning(column, reason)] : [] }
}

/** The total weight of the rows in scope; under sampling weights, their effective number. */
export async function weightInScope(batcher: RequestBatcher, { view }: AnalysisScope): Promise<number> {
  const variable: Variable = { column: view.weights!, coding: null }
  const request: OrderRequest = { kind: 'order', variable, at: [], distinctUpTo: 1, view }
  const [[{ n }]] = await batcher.request([[request]])
  return n
}

/** The warnings about the weights. */
export function weightWarnings({ weights }: { readonly weights: WeightsInScope | null }): readonly Warning[] {
  return weights?.warnings ?? []
}

/** Why weights look like survey weights; undefined where they look like counts. */
async function reasonForSurvey(batcher: RequestBatcher, variable: Variable): Promise<string | undefined> {
  const order: OrderRequest = { kind: 'order', variable, at: [], distinctUpTo: mostListed, view: allRows }
  const moments: MomentsRequest = {
    kind: 'moments',
    family: singles([variable]),
    of: 'values',
    view: allRows,
  }
  const [[{ distinct }, { n, mean }]] = await batcher.request([[order, moments]])
  if (distinct?.some((weight) => !Number.isInteger(weight))) return 'some are fractions'
  const isVaried = distinct === null || 2 * distinct.length > n[0]
  if (!isVaried || n[0] < surveyLike.rows || mean[0] < surveyLike.mean) return undefined
  return `their mean is ${Number(mean[0].toPrecision(3))} and few repeat`
}

function surveyWarning(column: string, why: string): Warning {
  const message = `weights ${column} look like survey weights (${why}), but count as repeated rows: p-values assume that many rows (use sampling weights if each says how much of the population its row represents)`
  return { code: 'weights', column, message }
}

/**
 * Warns of weights above 1 where rows are assigned to folds. A row is held out with its whole weight. In a
 * table that repeats the row instead, its copies fall into different folds: the learner trains on one and
 * predicts the other, so scores differ.
 */
export async function foldWarnings(
  batcher: RequestBatcher,
  { weights }: View,
  owner: string,
): Promise<readonly Warning[]> {
  if (weights === undefined) return []
  const variable = { column: weights, coding: null }
  const [[{ distinct }]] = await batcher.request([
    [{ kind: 'order', variable, at: [], distinctUpTo: 2, view: allRows }] as const,
  ])
  if (distinct?.every((weight) => weight === 0 || weight === 1)) return []
  const message = `${owner}: a row is held out with its whole weight, so scores differ from those of a table that repeats the row, whose copies fall into several folds`
  return [{ code: 'weighted-folds', message }]
}
