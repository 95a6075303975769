import { allRows, limits } from '#core'
import type { CountsRequest, Level, MomentsRequest, Run, Source, Variable } from '#core'
import { RequestBatcher } from '../scope/request-batcher.ts'

/** A hash of 64 bits of plain data and numbers. */
export function fingerprint(plain: readonly unknown[], numbers: readonly Float64Array[] = []): string {
  let [one, two] = [0x811c9dc5, 0x9dc5811c]
  const add = (unit: number) => {
    one = Math.imul(one ^ unit, 0x01000193)
    two = Math.imul(two ^ unit, 0x5bd1e995) ^ (two >>> 15)
  }
  const text = JSON.stringify(plain)
  for (let i = 0; i < text.length; i++) add(text.charCodeAt(i))
  for (const values of numbers)
    new Int32Array(values.buffer, values.byteOffset, 2 * values.length).forEach(add)
  return [one, two].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The levels of each categorical column, null for numbers and for levels too many to count. */
async function levelsOfAll(
  source: Source,
  batcher: RequestBatcher,
): Promise<readonly (readonly Level[] | null)[]> {
  const levelsOf = async (column: number, distinct: number): Promise<readonly Level[] | null> => {
    const known = source.levelsOf?.(column)
    if (known || distinct > limits.cells) return known ?? null
    const variable: Variable = { column, coding: { kind: 'values' } }
    const [[{ levels }]] = await batcher.requestOnce([
      { kind: 'counts', family: { list: [[variable]] }, view: allRows },
    ])
    return levels[0]
  }
  return Promise.all(
    source.columns.map(async ({ distinct }, column) =>
      distinct === null ? null : levelsOf(column, distinct),
    ),
  )
}

/**
 * A fingerprint of the names, types and values of all columns; of data too large to fetch, of their moments
 * and counts; of a server, of what is known of its columns.
 */
export async function dataFingerprint(source: Source, run: Run): Promise<string> {
  const { progress: _, ...silent } = run
  const batcher = new RequestBatcher(source, silent)
  if (source.dataKey !== undefined) return fingerprint([source.dataKey])
  const levels = await levelsOfAll(source, batcher)
  const facts = source.columns.map(({ name, type, missing }, column) => [name, type, missing, levels[column]])
  const all = source.columns.map(({ type }, column): Variable => ({
    column,
    coding: type === 'numeric' ? null : { kind: 'values' },
  }))
  if (source.rows * all.length <= limits.fetched) {
    const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: all, view: allRows }])
    return fingerprint([source.rows, facts], rows.columns)
  }
  const [numbers, coded] = [true, false].map((isNumber) =>
    all.filter(({ coding }) => (coding === null) === isNumber).map((variable) => [variable]),
  )
  const [[moments], [counts]] = await batcher.request([
    numbers.length === 0 ? [] : [{ kind: 'moments', family: { list: numbers }, of: 'values', view: allRows }],
    coded.length === 0 ? [] : [{ kind: 'counts', family: { list: coded }, view: allRows }],
  ] as readonly [readonly MomentsRequest[], readonly CountsRequest[]])
  const sums = moments ? [moments.mean, moments.comoment, moments.min, moments.max] : []
  return fingerprint([source.rows, facts], [...sums, ...(counts ?? []).map(({ cells }) => cells)])
}
