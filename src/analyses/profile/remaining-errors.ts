import { singles } from '#core'
import type { EntropyRequest, OrderRequest, Variable, View } from '#core'
import { gainRatio } from '#methods'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { hasFewLevels, mostLevels } from './contents.ts'
import type { ColumnContents } from './contents.ts'

/** A column that the run reads as levels is checked from this gain ratio on. */
const leastGainRatio = 0.1
/** How many columns, those of the least conditional entropy, are checked by their tables. */
const mostChecked = 10

/** The views under which columns are checked for leaks. */
export interface LeakViews {
  /** Columns as the levels that the run reads, under the view `read`. */
  readonly levels: ReadonlyMap<number, Variable>
  readonly read: View
  /** The rows that have a target, each once. */
  readonly view: View
}

/** Whether the run reads a column as levels, in all rows. */
export function isReadAsLevels(
  { column: { column, missing } }: ColumnContents,
  { levels }: Pick<LeakViews, 'levels'>,
): boolean {
  return levels.has(column) && missing === 0
}

/**
 * For each column that may predict the classes, the share that remains of the errors of one guess for all
 * rows, 0 to 1.
 */
export async function remainingErrors(
  batcher: RequestBatcher,
  classes: Variable,
  contents: readonly ColumnContents[],
  views: LeakViews,
): Promise<ReadonlyMap<ColumnContents, number>> {
  return errorsOf(batcher, classes, await suspectsOf(batcher, classes, contents, views), views.view)
}

/**
 * The columns that may predict the classes: the few of the highest gain ratio among those that the run reads
 * as levels, and all others. Bins blur the boundary between classes, but by one bin at most.
 */
async function suspectsOf(
  batcher: RequestBatcher,
  classes: Variable,
  contents: readonly ColumnContents[],
  { levels, read, view }: LeakViews,
): Promise<readonly ColumnContents[]> {
  const isRead = (one: ColumnContents) => isReadAsLevels(one, { levels })
  const readByRun = contents.filter(isRead)
  const each = readByRun.map(({ column: { column } }) => levels.get(column)!)
  const pairs = { base: [classes], each }
  const alone = [classes]
  const [[x, y]] = await batcher.request([
    [
      { kind: 'entropy', family: singles(each), within: pairs, also: classes, view: read },
      { kind: 'entropy', family: { list: each.map(() => alone) }, within: pairs, view: read },
    ] as const,
  ])
  const ratios = readByRun.map((_, i) => gainRatio(y, x, x.also!, i))
  const most = [...readByRun.keys()]
    .filter((i) => ratios[i] >= leastGainRatio)
    .sort((a, b) => ratios[b] - ratios[a])
    .slice(0, mostChecked)
  const suspects = [...most.map((i) => readByRun[i]), ...contents.filter((one) => !isRead(one))]
  return withValues(batcher, suspects, view)
}

/** Adds to columns the list of their distinct numbers where these are few. */
async function withValues(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly ColumnContents[]> {
  const unknown = contents.filter(({ numbers, values }) => numbers !== null && !values)
  const requests = unknown.map(({ column: { column } }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: mostLevels, view }
  })
  const [found] = await batcher.request([requests])
  const values = new Map(unknown.map((one, i) => [one, found[i].distinct]))
  return contents.map((one) => ({ ...one, values: one.values ?? values.get(one) ?? null }))
}

async function errorsOf(
  batcher: RequestBatcher,
  classes: Variable,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, number>> {
  const byLevels = contents.filter(hasFewLevels)
  const cut = contents.filter((one) => one.numbers !== null && !byLevels.includes(one))
  const coded = [
    ...(await levelsWithGaps(batcher, byLevels, view)),
    ...(await cutByClasses(batcher, classes, cut, view)),
  ]
  const all = [...byLevels, ...cut]
  // Entropies of all columns, then tables of the best.
  const withClasses: EntropyRequest = { kind: 'entropy', family: singles(coded), also: classes, view }
  const [[own]] = await batcher.request([[withClasses]])
  const uncertainty = all.map((_, i) => own.also!.high[i] - own.high[i])
  const best = [...all.keys()].sort((a, b) => uncertainty[a] - uncertainty[b]).slice(0, mostChecked)
  const each = best.map((i) => coded[i])
  const [[tables]] = await batcher.request([
    [{ kind: 'counts', family: { base: [classes], each }, view } as const],
  ])
  return new Map(
    best.map((place, i) => [all[place], errorsLeft(tables[i].cells, tables[i].levels[0].length)]),
  )
}

/** Columns as levels, with missing as a level of its own: which values are missing may reveal the target. */
async function levelsWithGaps(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Variable[]> {
  const unknown = contents.filter(({ column, values }) => column.missing > 0 && !values)
  const columns = unknown.map(({ column: { column } }) => column)
  const [tables] = await batcher.request([columns.length > 0 ? [levelsRequest(columns, view)] : []])
  const found = new Map(tables.flat().map((table, i) => [unknown[i], levelCoding(table).levels]))
  return contents.map((one): Variable => {
    const { column, missing } = one.column
    if (one.levels && missing === 0) return one.levels
    return {
      column,
      coding: { kind: 'levels', levels: one.values ?? found.get(one) ?? [], missing: 'level' },
    }
  })
}

/**
 * Numbers cut where they would separate the classes: classes in the order of their means, each with its share
 * of values.
 */
async function cutByClasses(
  batcher: RequestBatcher,
  classes: Variable,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Variable[]> {
  if (contents.length === 0) return []
  const each = contents.map(({ column: { column } }): Variable => ({ column, coding: null }))
  const [[{ classes: count, n, mean }]] = await batcher.request([
    [{ kind: 'moments', family: { base: [], each }, by: classes, of: 'values', view } as const],
  ])
  const orders = each.map((variable, member): OrderRequest => {
    const present = Array.from({ length: count }, (_, level) => member * count + level).filter(
      (at) => n[at] > 0,
    )
    const of = present.reduce((sum, at) => sum + n[at], 0)
    let part = 0
    const at = present
      .sort((a, b) => mean[a] - mean[b])
      .slice(0, -1)
      .map((at) => ({ part: (part += n[at]), of, side: 'lower' as const }))
    return { kind: 'order', variable, at, distinctUpTo: 0, view }
  })
  const [places] = await batcher.request([orders])
  return each.map(({ column }, i): Variable => {
    return { column, coding: { kind: 'cuts', cuts: [...new Set(places[i].values)], missing: 'level' } }
  })
}

/**
 * 1 − λ: the errors of the best guess for each level, divided by the errors of one guess for all rows, from
 * the counts of classes (rows of the table) and levels.
 */
export function errorsLeft(cells: Float64Array, classes: number): number {
  const levels = cells.length / classes
  const ofClass = new Float64Array(classes)
  const best = new Float64Array(levels)
  for (let of = 0, cell = 0; of < classes; of++) {
    for (let level = 0; level < levels; level++, cell++) {
      ofClass[of] += cells[cell]
      best[level] = Math.max(best[level], cells[cell])
    }
  }
  const n = ofClass.reduce((sum, count) => sum + count, 0)
  const errors = n - best.reduce((sum, count) => sum + count, 0)
  const errorsOfOne = n - ofClass.reduce((most, count) => Math.max(most, count), 0)
  return errorsOfOne === 0 ? 1 : errors / errorsOfOne
}
