import type { RankScores } from '../../criteria/criterion.ts'
import { lawHolds, shapeOfClass } from '../../measures/law.ts'
import type { Shape } from '../../measures/law.ts'
import { shapeOf } from '../../measures/shape.ts'
import { midRanks } from '../../measures/mid-ranks.ts'
import { limits } from '../../statistics/request.ts'
import type { RowsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { LawMethod } from './failing-laws.ts'
import type { RequestBatcher } from './request-batcher.ts'

/** The most values that are read at once. */
const valuesAtOnce = Math.min(limits.fetched, 1 << 23)

/** Whether rows can be read to check laws, and permuted: those of a server stay there, and an engine may hold more than is read. */
function areRowsRead({ source }: RequestBatcher, columns: number): boolean {
  if (source.name === 'memory') return true
  return source.name === 'duckdb' && source.rows * (columns + 1) <= limits.fetched
}

/** The scores, with `fails` where a law in doubt does not hold; the rows of these columns are read. */
export async function withCheckedLaws(
  batcher: RequestBatcher,
  { criterion, target, features }: LawMethod,
  scores: RankScores,
  view: View,
): Promise<RankScores> {
  const unsure = (scores.law ?? []).flatMap((law, place) => (law === 'unsure' ? [place] : []))
  if (!criterion.law || !target || unsure.length === 0) return scores
  if (!areRowsRead(batcher, unsure.length)) return scores
  const law = [...scores.law!]
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / batcher.source.rows) - 1)
  for (let from = 0; from < unsure.length; from += atOnce) {
    const places = unsure.slice(from, from + atOnce)
    const columns = places.map((place) => features[place])
    const request: RowsRequest = { kind: 'rows', columns: [target, ...columns], view }
    const [{ columns: rows, weights }] = await batcher.requestOnce([request])
    // Rows of other weights are not permuted.
    if (!view.sampledOver && weights.some((weight) => weight !== 0 && weight !== 1)) return scores
    const [y, ...each] = rows
    each.forEach((x, i) => {
      const place = places[i]
      const size = { n: scores.n[place], columns: features.length }
      const pair = { x: { values: x, variable: columns[i] }, y: { values: y, variable: target }, weights }
      law[place] = isLawOf(criterion.law!, scores.pValue![place], size, pair) ? undefined : 'fails'
    })
  }
  return { ...scores, law }
}

/** Whether the law holds for a pair of columns. */
function isLawOf(
  { of, kind }: NonNullable<LawMethod['criterion']['law']>,
  pValue: number,
  { n, columns }: { readonly n: number; readonly columns: number },
  { x, y, weights }: { readonly x: Read; readonly y: Read; readonly weights: Float64Array },
): boolean {
  const isComplete = (row: number) => !Number.isNaN(x.values[row]) && !Number.isNaN(y.values[row])
  const complete = weights.map((weight, row) => (isComplete(row) ? weight : 0))
  const [a, b] = [kind === 'runs' ? y : x, y].map((read) => shapesOf(read, complete, of))
  const df = Math.max(1, a.length - 1, b.length - 1)
  return lawHolds(kind, pValue, { n, df, columns }, a, b)
}

/** The values of a column, and how they are read. */
interface Read {
  readonly values: Float64Array
  readonly variable: Variable
}

/** The shape of numbers, or of their ranks; of levels one for each. */
function shapesOf(
  { values, variable }: Read,
  weights: Float64Array,
  of: 'values' | 'ranks',
): readonly Shape[] {
  if (variable.coding) return shapesOfLevels(values, weights)
  const taken =
    of === 'ranks' ? midRanks(values.map((value, row) => (weights[row] > 0 ? value : NaN))) : values
  const shape = shapeOf(taken, weights)
  return shape ? [shape] : []
}

function shapesOfLevels(codes: Float64Array, weights: Float64Array): readonly Shape[] {
  const sizes = new Map<number, number>()
  let n = 0
  codes.forEach((code, row) => {
    if (!(weights[row] > 0)) return
    sizes.set(code, (sizes.get(code) ?? 0) + weights[row])
    n += weights[row]
  })
  return sizes.size < 2 ? [] : [...sizes.values()].map((size) => shapeOfClass(size / n))
}
