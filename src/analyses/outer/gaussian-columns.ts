import { applicableOptions, byCodePoint, CribaError, firstFew } from '#core'
import type {
  MethodSpec,
  OrderRequest,
  OrderStatistics,
  Quantile,
  Run,
  SelectResult,
  SettledSelectSpec,
  Warning,
} from '#core'
import { rankers } from '#methods'
import type { RankCriterion } from '#methods'
import { selectWhole, specOfPart, withoutColumnsSetApart } from '../held-out/inner-selection.ts'
import { inspectColumns } from '../profile/set-apart.ts'
import { completeView } from '../resample/made-columns.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'
import { gaussianModel } from './gaussian-model.ts'
import type { GaussianModel } from './gaussian-model.ts'
import type { OuterProblem } from './outer-method.ts'

/** Numeric columns as a joint normal distribution, and the ranking that is made of them. */
export interface GaussianColumns {
  /** The selection by the ranking from all rows. */
  readonly whole: SelectResult
  /** Its spec without columns set apart. */
  readonly settled: SettledSelectSpec
  readonly criterion: RankCriterion
  readonly given: MethodSpec & { readonly options: NonNullable<MethodSpec['options']> }
  /** The columns in the order of their names, over the rows that are complete in all of them. */
  readonly scope: AnalysisScope
  readonly names: readonly string[]
  readonly model: GaussianModel
  readonly warnings: readonly Warning[]
}

/**
 * The normal distribution of the columns that can be chosen, from the rows that are complete in all of them
 * and the target. They stand in the order of their names, so that the order of the table changes nothing.
 */
export async function gaussianColumns(
  id: string,
  { source, inner }: OuterProblem,
  run: Run,
): Promise<GaussianColumns> {
  const { missing } = inner
  if (missing === 'level' || missing === 'median') {
    throw new CribaError(
      'invalid',
      `invalid missing: ${missing} (${id} takes rows that are complete in all columns: choose complete, or fill the values in before)`,
    )
  }
  const { scorer, search } = chooseSelection(inner)
  const criterion = rankers.find((one) => one.id === scorer.criterion.id)
  if (!criterion) {
    throw new CribaError(
      'unsuitable',
      `unsuitable criterion: ${scorer.criterion.id} (${id} takes a ranking, such as lasso or mutual-information)`,
    )
  }
  if (search.record.id !== 'ranking') {
    throw new CribaError('invalid', `invalid search: ${search.record.id} (${id} takes a ranking)`)
  }
  // Before the ranking of all columns, which may take long.
  const { apart } = await inspectColumns(new RequestBatcher(source, run), inner)
  const { features: given } = scopeOf(source, { ...inner, missing: 'pairwise' })
  refuseLevels(
    id,
    given.filter(({ name }) => !apart.has(name)),
  )
  const whole = await selectWhole(source, { ...inner, k: 1 }, run)
  const settled = specOfPart(withoutColumnsSetApart(inner, whole), whole)
  const all = scopeOf(source, { ...settled, missing: 'pairwise' })
  const features = all.features.toSorted((a, b) => byCodePoint(a.name, b.name))
  const names = features.map(({ name }) => name)
  const { target } = all
  if (!target) throw new CribaError('missing', `missing target (${id} needs one)`)
  const scope = { ...all, features, view: completeView(all.view, [...features, target]) }
  const batcher = new RequestBatcher(source, run)
  const variables = features.map(({ column }) => ({ column, coding: null }))
  const [[family]] = await batcher.request([
    [{ kind: 'moments', family: { list: [variables] }, of: 'values', view: scope.view }],
  ])
  const moments = { ...family, n: family.n[0] }
  if (!(moments.n >= 4)) {
    throw new CribaError(
      'unsuitable',
      `too few rows for ${id}: ${moments.n} are complete in all columns (needs 4 or more; drop columns that lack values)`,
    )
  }
  names.forEach((name, i) => refuseUnfit(name, moments.comoment[i * names.length + i]))
  return {
    whole,
    settled,
    criterion,
    given: {
      method: criterion.id,
      options: applicableOptions(scorer.criterion.options, scorer.options),
    },
    scope,
    names,
    model: gaussianModel(moments),
    warnings: [
      ...incompleteWarnings(id, scope, moments.n, await weightOfAll(batcher, all)),
      ...(await normalityWarnings(id, batcher, scope)),
    ],
  }
}

/**
 * The least skewness of a column to be named: that of an exponential distribution is 0.46, of a normal one 0.
 */
const skewed = 0.4

/** With so few distinct values or fewer a column is named. */
const fewValues = 5

const tenths = [1, 5, 9].map((part): Quantile => ({ part, of: 10, side: 'lower' }))

/** Says what is assumed, and names columns whose values are far from normal. */
async function normalityWarnings(
  id: string,
  batcher: RequestBatcher,
  { features, view }: AnalysisScope,
): Promise<readonly Warning[]> {
  const requests = features.map(({ column }): OrderRequest => ({
    kind: 'order',
    variable: { column, coding: null },
    at: tenths,
    distinctUpTo: fewValues,
    view,
  }))
  const [found] = await batcher.request([requests])
  const namesOf = (isIt: (order: OrderStatistics) => boolean) =>
    features.filter((_, i) => isIt(found[i])).map(({ name }) => name)
  const few = namesOf(({ distinct }) => distinct !== null)
  const far = namesOf((order) => order.distinct === null && Math.abs(skewnessOf(order)) > skewed)
  const warn = (columns: readonly string[], what: string): Warning[] =>
    columns.length === 0
      ? []
      : [
          {
            code: 'not-normal',
            columns,
            message: `${id} assumes normal columns, so its error rate may not hold: ${firstFew(columns, 5)} ${what}`,
          },
        ]
  return [
    ...warn(few, `${few.length === 1 ? 'has' : 'have'} ${fewValues} different values or fewer`),
    ...warn(far, `${far.length === 1 ? 'is' : 'are'} skewed (take logarithms, or ranks)`),
  ]
}

/** (q₉₀ − 2·median + q₁₀) / (q₉₀ − q₁₀) of Kelley (1947): between −1 and 1. */
function skewnessOf({ values: [low, middle, high] }: OrderStatistics): number {
  return high > low ? (high - 2 * middle + low) / (high - low) : 1
}

function refuseLevels(id: string, features: readonly ScopeColumn[]): void {
  const levels = features.filter(({ type }) => type === 'categorical').map(({ name }) => name)
  if (levels.length === 0) return
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for ${id}: ${firstFew(levels, 5)} (levels have no normal distribution: drop them, or use boruta or stability-selection)`,
  )
}

function refuseUnfit(name: string, squares: number): void {
  if (squares > 0 && Number.isFinite(squares)) return
  const why =
    squares === 0
      ? 'it is constant in the rows that are complete: drop it'
      : 'its values are too large, or too close together, to square: rescale it'
  throw new CribaError('unsuitable', `unsuitable column: ${name} (${why})`)
}

/** The total weight of the rows with a target. */
async function weightOfAll(batcher: RequestBatcher, { target, view }: AnalysisScope): Promise<number> {
  const missingness = { column: target!.column, coding: { kind: 'missingness' } } as const
  const request = {
    kind: 'counts',
    family: { list: [[missingness]] },
    view: completeView(view, [target!]),
  } as const
  const [[[{ cells }]]] = await batcher.request([[request]])
  return cells[0]
}

function incompleteWarnings(id: string, { features }: AnalysisScope, n: number, all: number): Warning[] {
  if (n >= all || features.every(({ missing }) => missing === 0)) return []
  return [
    {
      code: 'missing-values',
      message: `${id} uses the rows that are complete in all columns: ${Math.round(n)} of ${Math.round(all)} with a target`,
    },
  ]
}
