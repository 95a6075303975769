import { settleDescribe, splitsOf } from '#core'
import type { DataSpec, Level, Run, SampledColumn, SampledRows, Source, Table, Variable } from '#core'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'

/** How many rows are drawn, and from which seed. */
export interface SampleSize {
  readonly most: number
  readonly seed: number
}

/** The most levels, and classes of the target, that keep their names. */
const mostLevels = { column: 12, target: 8 } as const

/**
 * Columns beside a target, at `most` rows drawn without replacement by a seed, or at all rows if there are no more. Categories,
 * and a target of classes, are levels: the most frequent among the rows drawn, the others as one. Weights do not matter, except
 * that rows of weight 0 are left out.
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
  const settled = settleDescribe({ ...spec, drop, missing: 'pairwise' })
  const scope = scopeOf(source, settled)
  const batcher = new RequestBatcher(source, run)
  const { classes } = await inspectTarget(batcher, scope, settled)
  const { features, view } = scope
  const read = columns.map((name) => features.find((one) => one.name === name)!)
  const variables = await readAs(batcher, scope, read)
  const ofTarget: Variable = classes ?? { column: scope.target!.column, coding: null }
  const share = most / source.rows
  const sample = share >= 1 ? view : splitsOf(view, { share, seed, number: 0 }).parts[0]
  const [{ columns: values, weights: counted }] = await batcher.requestOnce([
    { kind: 'rows', columns: [ofTarget, ...variables], view: sample },
  ])
  const drawn = [...counted.keys()].filter((row) => counted[row] > 0)
  const columnOf = ({ name, time }: ScopeColumn, { coding }: Variable, place: number): SampledColumn => {
    const found = drawn.map((row) => (Number.isNaN(values[place][row]) ? null : values[place][row]))
    const most = place === 0 ? mostLevels.target : mostLevels.column
    return {
      feature: name,
      ...(time && { time }),
      ...(coding?.kind === 'levels'
        ? withNames(found, coding.levels, most, place === 0 ? 'classes' : 'levels')
        : { values: found }),
    }
  }
  return {
    rows: source.rows,
    drawn: drawn.length,
    target: columnOf(scope.target!, ofTarget, 0),
    columns: read.map((column, i) => columnOf(column, variables[i], i + 1)),
  }
}

/** Columns as they are read: numbers as they are, categories as levels. */
async function readAs(
  batcher: RequestBatcher,
  { view, source }: AnalysisScope,
  columns: readonly ScopeColumn[],
): Promise<readonly Variable[]> {
  const categories = columns.filter(({ type, missing }) => type === 'categorical' && missing < source.rows)
  const requests = categories.map(({ column }) => levelsRequest([column], view))
  const [tables] = await batcher.request([requests])
  const codings = new Map(categories.map((column, i) => [column, levelCoding(tables[i][0])]))
  return columns.map((one) => ({ column: one.column, coding: codings.get(one) ?? null }))
}

/** The places of levels by their frequency; those after the most frequent ones are one level. */
function withNames(
  values: readonly (number | null)[],
  levels: readonly Level[],
  most: number,
  noun: 'levels' | 'classes',
): Pick<SampledColumn, 'levels' | 'values'> {
  const counts = levels.map(() => 0)
  for (const value of values) if (value !== null) counts[value]++
  const order = [...levels.keys()]
    .filter((level) => counts[level] > 0)
    .sort((a, b) => counts[b] - counts[a] || a - b)
  const kept = order.length > most ? order.slice(0, most - 1) : order
  const places = new Map(kept.map((level, place) => [level, place]))
  return {
    levels: [
      ...kept.map((level) => ({ name: String(levels[level]) })),
      ...(kept.length < order.length
        ? [{ name: `${order.length - kept.length} other ${noun}`, others: true as const }]
        : []),
    ],
    values: values.map((value) => (value === null ? null : (places.get(value) ?? kept.length))),
  }
}
