import { settleDescribe, splitsOf } from '#core'
import type { DataSpec, Run, SampledRows, Source, Table, Variable } from '#core'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'

/** How many rows are drawn, and from which seed. */
export interface SampleSize {
  readonly most: number
  readonly seed: number
}

/**
 * Numeric columns against a numeric target, at `most` rows drawn without replacement by a seed, or at all rows if there are no
 * more. Weights do not matter, except that rows of weight 0 are left out.
 *
 * @throws CribaError naming the column and the remedy
 */
export async function sampledRows(
  data: Table | Source,
  columns: readonly string[],
  spec: DataSpec & { readonly target: string },
  { most, seed }: SampleSize,
  run: Run = {},
): Promise<SampledRows> {
  const source = sourceOf(data)
  const wanted = new Set(columns)
  const weights = spec.weights ?? spec.samplingWeights
  const drop = source.columns.flatMap(({ name }) =>
    wanted.has(name) || name === spec.target || name === weights ? [] : [name],
  )
  const { target, features, view } = scopeOf(source, settleDescribe({ ...spec, drop, missing: 'pairwise' }))
  const share = most / source.rows
  const sample = share >= 1 ? view : splitsOf(view, { share, seed, number: 0 }).parts[0]
  const read = [target!, ...columns.map((name) => features.find((one) => one.name === name)!)]
  const variables = read.map(({ column }): Variable => ({ column, coding: null }))
  const [{ columns: values, weights: counted }] = await new RequestBatcher(source, run).requestOnce([
    { kind: 'rows', columns: variables, view: sample },
  ])
  const drawn = [...counted.keys()].filter((row) => counted[row] > 0)
  const [ys, ...xs] = values
  return {
    rows: source.rows,
    drawn: drawn.length,
    columns: read.slice(1).map(({ name, time }, i) => ({
      feature: name,
      ...(time && { time }),
      points: drawn.flatMap((row) => {
        const [x, y] = [xs[i][row], ys[row]]
        return Number.isNaN(x) || Number.isNaN(y) ? [] : [{ x, y }]
      }),
    })),
  }
}
