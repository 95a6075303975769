import { CribaError, isCutShort, roundedWeight } from '#core'
import type { OrderRequest, Run, SelectResult, Source, TrainingColumn } from '#core'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { comparedRows, countRows, distributionFrom, numericCodings } from './compared-rows.ts'
import type { LevelCounts } from './compared-rows.ts'

/** The distribution of a number is stored at most at this many quantiles besides the smallest value. */
const quantiles = 200
/** More levels than these are not stored. */
const mostLevels = 10_000

const at = Array.from({ length: quantiles + 1 }, (_, part) => ({
  part,
  of: quantiles,
  side: 'lower' as const,
}))

/** Where the rows of a numeric column are counted. */
interface NumericPoints {
  readonly cuts: readonly number[]
  readonly deciles?: true
  readonly values: readonly number[]
  /** Whether these are all distinct values. */
  readonly areAll: boolean
}

/** The result with what its chosen columns contain; without, once the user has interrupted it. */
export async function withTraining(
  source: Source,
  result: SelectResult,
  { signal, threads }: Run,
): Promise<SelectResult> {
  if (signal?.aborted || isCutShort(result)) return result
  const start = performance.now()
  const run = { ...(signal && { signal }), ...(threads !== undefined && { threads }) }
  try {
    const batcher = new RequestBatcher(source, run)
    const { selected, spec } = result
    // A joint target is a column of no data.
    const target = source.columns.find(({ name, of }) => name === spec.target && !of)
    const found = await trainingOf(batcher, result, [...selected, ...(target ? [target.name] : [])])
    const [training, ofTarget] = [found.slice(0, selected.length), found.slice(selected.length)]
    const { warnings, seconds, ...others } = result
    return {
      ...others,
      training,
      ...(ofTarget.length > 0 && { trainingTarget: ofTarget[0] }),
      warnings,
      seconds: seconds + (performance.now() - start) / 1000,
    }
  } catch (error) {
    if (error instanceof CribaError && error.code === 'interrupted') return result
    throw error
  }
}

async function trainingOf(
  batcher: RequestBatcher,
  { columns, coding, spec, data }: SelectResult,
  selected: readonly string[],
): Promise<readonly TrainingColumn[]> {
  const view = comparedRows(batcher.source, spec)
  const places = new Map(batcher.source.columns.map(({ name }, place) => [name, place]))
  // Numbers that are read as levels are levels; the target has no record.
  const types = new Map([...batcher.source.columns, ...columns].map(({ name, type }) => [name, type]))
  const cuts = new Map(coding.map(({ feature, cuts }) => [feature, cuts]))
  // Numbers that are classes are compared one by one.
  const areClasses = (feature: string) => feature === spec.target && data.task === 'classification'
  const numbers = selected.filter((feature) => types.get(feature) === 'numeric' && !areClasses(feature))
  const orders = numbers.map((feature): OrderRequest => {
    const variable = { column: places.get(feature)!, coding: null }
    return { kind: 'order', variable, at, distinctUpTo: quantiles, view }
  })
  const [found] = await batcher.request([orders])
  const points = new Map(
    numbers.map((feature, i) => [feature, pointsOf(found[i].values, found[i].distinct, cuts.get(feature))]),
  )
  const counted = selected.map((feature) => {
    const column = places.get(feature)!
    const of = points.get(feature)
    const isListed = (batcher.source.columns[column].distinct ?? 0) <= mostLevels
    return {
      column,
      codings: of
        ? numericCodings(of.cuts, of.values)
        : [{ kind: 'missingness' } as const, ...(isListed ? [{ kind: 'values' } as const] : [])],
    }
  })
  const tables = await countRows(batcher, counted, view)
  return selected.map((feature, i) => {
    const { unit } = batcher.source.columns[places.get(feature)!]
    const column = trainingColumn(feature, points.get(feature), tables[i])
    return unit === undefined || column.levels !== undefined ? column : { ...column, unit }
  })
}

/** The cuts of the selection or deciles, and the values at which the distribution is stored. */
function pointsOf(
  values: readonly number[],
  distinct: readonly number[] | null,
  cuts: readonly number[] = [],
): NumericPoints {
  const points = { values: distinct ?? [...new Set(values)], areAll: distinct !== null }
  if (cuts.length > 0) return { ...points, cuts }
  const most = values[quantiles]
  const isDecile = (part: number) => part > 0 && part % (quantiles / 10) === 0
  const deciles = values.filter((value, part) => isDecile(part) && value < most)
  return { ...points, cuts: [...new Set(deciles)], deciles: true }
}

function trainingColumn(
  feature: string,
  points: NumericPoints | undefined,
  tables: readonly LevelCounts[],
): TrainingColumn {
  const [{ counts: presence }, bins] = tables
  const rows = { feature, rows: roundedWeight(presence[0] + presence[1]), missing: presence[1] }
  if (points) {
    const { values, areAll, cuts, deciles } = points
    const { at, between } = distributionFrom(tables)
    return {
      ...rows,
      cuts,
      ...(deciles && { deciles }),
      counts: bins.counts,
      ...(values.length > 0 && { distribution: { values, at, ...(!areAll && { between }) } }),
    }
  }
  if (!bins || bins.levels.length > mostLevels) return rows
  const occurs = (_: unknown, level: number) => bins.counts[level] > 0
  return { ...rows, levels: bins.levels.filter(occurs), counts: bins.counts.filter(occurs) }
}
