import type { SettledDataSpec } from '../../spec/rank-spec.ts'
import { singles } from '../../statistics/family.ts'
import type { MomentsRequest, OrderRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import { allRows } from '../../statistics/view.ts'
import type { WeightFacts } from '../../trace/ranking.ts'
import type { Warning } from '../../trace/warning.ts'
import type { RequestBatcher } from './request-batcher.ts'
import type { AnalysisScope } from './scope.ts'

/** More distinct weights than these are few repeats, whatever the rows. */
const mostListed = 1000
/** Whole weights as large as this in the mean, in as many rows, most of them different, are taken for survey weights. */
const surveyLike = { mean: 10, rows: 100 } as const

/** Which column of weights a play has, of which kind, and what there is to say of it. */
export interface WeightsInScope extends Omit<WeightFacts, 'n'> {
  readonly warnings: readonly Warning[]
}

/** Looks at the weights; null where there are none. */
export async function lookAtWeights(
  batcher: RequestBatcher,
  { source, view }: AnalysisScope,
  { samplingWeights }: SettledDataSpec,
): Promise<WeightsInScope | null> {
  const { weights } = view
  if (weights === undefined) return null
  const { name: column, type } = source.columns[weights]
  if (samplingWeights !== null) return { column, kind: 'sampling', warnings: [] }
  const variable: Variable = { column: weights, coding: null }
  const look = type === 'numeric' && (await looksLikeSurvey(batcher, variable))
  return { column, kind: 'counts', warnings: look ? [surveyWarning(column, look)] : [] }
}

/** The weight of the rows in play: of sampling weights, their effective number. */
export async function weightInScope(batcher: RequestBatcher, { view }: AnalysisScope): Promise<number> {
  const variable: Variable = { column: view.weights!, coding: null }
  const request: OrderRequest = { kind: 'order', variable, at: [], distinctUpTo: 1, view }
  const [[{ n }]] = await batcher.request([[request]])
  return n
}

/** What there is to say of the weights. */
export function weightWarnings({ weights }: { readonly weights: WeightsInScope | null }): readonly Warning[] {
  return weights?.warnings ?? []
}

/** Why weights look as if they were those of a survey; undefined where they look like counts. */
async function looksLikeSurvey(batcher: RequestBatcher, variable: Variable): Promise<string | undefined> {
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
  const message = `weights ${column} look like those of a survey (${why}), but count as repeated rows: p-values are those of as many rows (use sampling weights if they say how much each row stands for)`
  return { code: 'weights', column, message }
}
