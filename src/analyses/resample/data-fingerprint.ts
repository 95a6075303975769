import { allRows, limits } from '#core'
import type { CountsRequest, MomentsRequest, Run, Source, Variable } from '#core'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { fingerprint } from '../selection/checkpoint.ts'

/**
 * A fingerprint of the names, types and values of all columns; of data too large to fetch, of their moments
 * and counts; of a server, of what is known of its columns.
 */
export async function dataFingerprint(source: Source, run: Run): Promise<string> {
  const { progress: _, ...silent } = run
  const batcher = new RequestBatcher(source, silent)
  if (source.dataKey !== undefined) return fingerprint([source.dataKey])
  const facts = source.columns.map(({ name, type, missing }) => [name, type, missing])
  const all = source.columns.map(({ type }, column): Variable => ({
    column,
    coding: type === 'numeric' ? null : { kind: 'values' },
  }))
  if (source.rows * all.length <= limits.fetched) {
    const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: all, view: allRows }])
    return fingerprint([source.rows, facts], rows.columns)
  }
  const [numbers, levels] = [true, false].map((isNumber) =>
    all.filter(({ coding }) => (coding === null) === isNumber).map((variable) => [variable]),
  )
  const [[moments], [counts]] = await batcher.request([
    numbers.length === 0 ? [] : [{ kind: 'moments', family: { list: numbers }, of: 'values', view: allRows }],
    levels.length === 0 ? [] : [{ kind: 'counts', family: { list: levels }, view: allRows }],
  ] as readonly [readonly MomentsRequest[], readonly CountsRequest[]])
  const sums = moments ? [moments.mean, moments.comoment, moments.min, moments.max] : []
  return fingerprint([source.rows, facts], [...sums, ...(counts ?? []).map(({ cells }) => cells)])
}
