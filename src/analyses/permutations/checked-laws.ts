import ln from '@stdlib/math-base-special-ln'
import { limits } from '#core'
import type { RowsRequest, Variable, View } from '#core'
import { enoughOrders, isWithinOrders, lawHolds, midRanks, shapeOfClass } from '#methods'
import type { RankScores, Shape } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { LawMethod } from './failing-laws.ts'

/** The most values that are read at once. */
const valuesAtOnce = Math.min(limits.fetched, 1 << 20)

/**
 * The scores, with `fails` where a law in doubt does not hold: the rows of these columns are read. Where
 * permutations could not take its place, it stays in doubt.
 */
export async function withCheckedLaws(
  batcher: RequestBatcher,
  { criterion, target, features }: LawMethod,
  scores: RankScores,
  view: View,
): Promise<RankScores> {
  const law = [...(scores.law ?? [])]
  const doubtful = [...law.keys()].filter((place) => law[place])
  if (!target || doubtful.length === 0) return scores
  if (!(await canPermute(batcher, target, doubtful.length, view)))
    return { ...scores, law: law.map((state) => state && 'unsure') }
  const unsure = doubtful.filter((place) => law[place] === 'unsure')
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / batcher.source.rows) - 1)
  const enough = enoughOrders(features.length)
  for (let from = 0; from < unsure.length; from += atOnce) {
    const places = unsure.slice(from, from + atOnce)
    const columns = places.map((place) => features[place])
    const request: RowsRequest = { kind: 'rows', columns: [target, ...columns], view }
    const [{ columns: rows, weights }] = await batcher.requestOnce([request])
    const ofTarget = shapesOfTarget({ values: rows[0], variable: target }, weights, criterion.law!.of)
    places.forEach((place, i) => {
      const x = { values: rows[i + 1], variable: columns[i] }
      const complete = ofTarget.completeWith(x.values)
      const [a, b] = shapesOfPair(x, complete, ofTarget, criterion.law!)
      const size = {
        n: scores.n[place],
        df: Math.max(1, a.length - 1, b.length - 1),
        columns: features.length,
      }
      const pValue = scores.pValue![place]
      const orders = Math.min(lnOrders(x.values, complete, enough), lnOrders(rows[0], complete, enough))
      const isHeld =
        lawHolds(criterion.law!.kind, pValue, size, a, b) && isWithinOrders(pValue, orders, features.length)
      law[place] = isHeld ? undefined : 'fails'
    })
  }
  return { ...scores, law }
}

/**
 * Whether rows can be read to check laws, and permuted: those of a server stay there, and an engine may hold
 * more than is read.
 */
function areRowsRead({ source }: RequestBatcher, columns: number): boolean {
  if (source.rowsAtHand) return true
  return source.name === 'duckdb' && source.rows * (columns + 1) <= limits.fetched
}

/** Whether the target can be permuted: its rows are read, and no row counts more than once. */
async function canPermute(
  batcher: RequestBatcher,
  target: Variable,
  columns: number,
  view: View,
): Promise<boolean> {
  if (!areRowsRead(batcher, columns)) return false
  if (view.weights === undefined || view.sampledOver) return true
  const request: RowsRequest = { kind: 'rows', columns: [target], view }
  const [{ weights }] = await batcher.requestOnce([request])
  return weights.every((weight) => weight === 0 || weight === 1)
}

/** The shapes of the target over some of its rows. */
interface TargetShapes {
  /** The weights of the rows in which the target and a column have values. */
  completeWith(values: Float64Array): Float64Array
  over(complete: Float64Array): readonly Shape[]
  readonly of: 'values' | 'ranks'
}

/** Those of columns without gaps are found once. */
function shapesOfTarget(target: Read, weights: Float64Array, of: 'values' | 'ranks'): TargetShapes {
  const all = weights.map((weight, row) => (Number.isNaN(target.values[row]) ? 0 : weight))
  let whole: readonly Shape[] | undefined
  return {
    of,
    completeWith: (values) =>
      hasGaps(values) ? all.map((weight, row) => (Number.isNaN(values[row]) ? 0 : weight)) : all,
    over: (complete) =>
      complete === all ? (whole ??= shapesOf(target, all, of)) : shapesOf(target, complete, of),
  }
}

function hasGaps(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) return true
  return false
}

/** The shapes of a column and of the target, over the rows in which both have values. */
function shapesOfPair(
  x: Read,
  complete: Float64Array,
  target: TargetShapes,
  { kind }: NonNullable<LawMethod['criterion']['law']>,
): readonly [readonly Shape[], readonly Shape[]] {
  const y = target.over(complete)
  return [kind === 'runs' ? y : shapesOf(x, complete, target.of), y]
}

/** More rows have more orders than any p-value needs, unless nearly all are tied. */
const mostCounted = 1000

/** ln of the number of orders of the rows that differ, n!/∏ t! of ties of t; once it is `enough`, so much. */
function lnOrders(values: Float64Array, complete: Float64Array, enough: number): number {
  const counts = new Map<number, number>()
  let n = 0
  let orders = 0
  for (let row = 0; row < values.length && n < mostCounted && orders < enough; row++) {
    if (!(complete[row] > 0)) continue
    const count = (counts.get(values[row]) ?? 0) + 1
    counts.set(values[row], count)
    n++
    // Each row adds a factor n/t.
    orders += ln(n / count)
  }
  return orders
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

/** The shape of values with weights, of which the missing ones are left out; null where they do not vary. */
export function shapeOf(values: Float64Array, weights: Float64Array): Shape | null {
  let n = 0
  let sum = 0
  let offset = NaN
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || !(weights[i] > 0)) continue
    if (Number.isNaN(offset)) offset = values[i]
    n += weights[i]
    sum += weights[i] * (values[i] - offset)
  }
  const mean = sum / n
  let second = 0
  let third = 0
  let fourth = 0
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || !(weights[i] > 0)) continue
    const d = values[i] - offset - mean
    const d2 = d * d
    second += weights[i] * d2
    third += weights[i] * d2 * d
    fourth += weights[i] * d2 * d2
  }
  const variance = second / n
  if (!(variance > 0)) return null
  return {
    skewness: third / n / (variance * Math.sqrt(variance)),
    kurtosis: fourth / n / (variance * variance) - 3,
  }
}
