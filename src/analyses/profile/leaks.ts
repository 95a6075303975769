import { variableKey, viewKey } from '#core'
import type { CountsRequest, Finding, MomentsRequest, OrderRequest, Quantile, Variable, View } from '#core'
import { correlations } from '#methods'
import { columnsKey, foundOnce } from '../scope/found-once.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'
import { heavyValue } from './heavy-target.ts'
import { hasFewLevels } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import { isReadAsLevels, remainingErrors } from './remaining-errors.ts'
import type { LeakViews } from './remaining-errors.ts'

/**
 * A column that predicts the target almost perfectly leaves at most this share of its errors or variance; one
 * that parts it into ranges may leave more, where one of them has few rows.
 */
const mostLeft = { classes: 0.1, numbers: 0.02, ranges: 0.9 }
/** The next best column leaves at least this many times as much. */
const timesAsMuch = 8
/** Targets of more classes are not checked. */
const mostClasses = 20

/**
 * Finds columns that predict the target almost perfectly and much better than the next best. The measure for
 * classes is the share that remains of the errors of predicting the most frequent class (Goodman and
 * Kruskal's 1 − λ), with numbers cut where they would separate the classes; for a numeric target it is 1 −
 * ρ², of values or of ranks.
 */
export async function leakFindings(
  batcher: RequestBatcher,
  facts: TargetFacts,
  contents: readonly ColumnContents[],
  views: LeakViews,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const { classes, classNames, values } = facts
  if (classes && classNames.length > mostClasses) return new Map()
  const most = classes ? mostLeft.classes : mostLeft.numbers
  const remaining = classes
    ? await errorsWhereAnyLeaks(batcher, classes, contents, views)
    : values
      ? await remainingVariance(batcher, values, contents, views.view)
      : new Map<ColumnContents, number>()
  const suspects = [...remaining].filter(([, share]) => share <= most)
  const next = [...remaining.values()].reduce(
    (least, share) => (share > most ? Math.min(least, share) : least),
    1,
  )
  const what = classes ? 'of the wrong guesses' : 'of the variance'
  const leaks = suspects
    .filter(([, share]) => share * timesAsMuch <= next)
    .map(([one, share]): readonly [ColumnContents, Finding] => {
      const message = `alone leaves ${percent(share)} ${what} of ${facts.name}, the next best column ${percent(next)}: is it known before the target is?`
      return [one, { kind: 'leak', message }]
    })
  const ranges = values ? await rangesOfTarget(batcher, facts.name, values, remaining, views.view) : []
  return new Map([...ranges, ...leaks])
}

/** A column that leaves more of the ranks of a target explains no more than a row that is far from the others. */
const mostOfRanks = 0.3
/** Numbers that explain this share of a numeric target are compared by their ranks too. */
const worthRanking = 0.3

/** For each column the share that remains of the variance of a numeric target, 0 to 1. */
async function remainingVariance(
  batcher: RequestBatcher,
  target: Variable,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, number>> {
  const numbers = contents.filter((one) => one.numbers !== null)
  const byLevels = contents.filter((one) => one.column.type === 'categorical' && hasFewLevels(one))
  const each = numbers.map(({ column: { column } }): Variable => ({ column, coding: null }))
  const pairs = (of: 'values' | 'ranks', each: readonly Variable[]): MomentsRequest => {
    return { kind: 'moments', family: { base: [target], each }, of, view }
  }
  const apart = byLevels.map(({ levels }): MomentsRequest => {
    return { kind: 'moments', family: { list: [[target]] }, by: levels!, of: 'values', view }
  })
  const alone: MomentsRequest = { kind: 'moments', family: { list: [[target]] }, of: 'values', view }
  const [[whole], [values], ofLevels] = await batcher.request([
    [alone],
    each.length > 0 ? [pairs('values', each)] : [],
    apart,
  ])
  const { n, mean, min, max, comoment } = whole
  // What predicts one row far from all others predicts the variance.
  const isHeavy = heavyValue({ n: n[0], mean: mean[0], m2: comoment[0], min: min[0], max: max[0] }) !== null
  const left = new Map<ColumnContents, number>()
  const rhos = each.length > 0 ? correlations(values) : []
  numbers.forEach((one, i) => left.set(one, leftBy(rhos[i].rho)))
  const worth = numbers.filter((one) => isHeavy || left.get(one)! <= 1 - worthRanking)
  if (worth.length > 0) {
    const ranked = worth.map((one) => each[numbers.indexOf(one)])
    const [[ranks]] = await batcher.request([[pairs('ranks', ranked)]])
    correlations(ranks).forEach(({ rho }, i) => {
      const [byValues, byRanks] = [left.get(worth[i])!, leftBy(rho)]
      left.set(worth[i], isHeavy && byRanks > mostOfRanks ? byRanks : Math.min(byValues, byRanks))
    })
  }
  if (!isHeavy) byLevels.forEach((one, i) => left.set(one, withinShare(ofLevels[i])))
  return left
}

function leftBy(rho: number): number {
  return Number.isNaN(rho) ? 1 : (1 - rho) * (1 + rho)
}

/** The share of the sum of squares that is within levels. */
function withinShare({
  classes,
  n,
  mean,
  comoment,
}: {
  classes: number
  n: Float64Array
  mean: Float64Array
  comoment: Float64Array
}): number {
  let total = 0
  let sum = 0
  for (let level = 0; level < classes; level++) {
    total += n[level]
    sum += n[level] > 0 ? n[level] * mean[level] : 0
  }
  const centre = sum / total
  let within = 0
  let between = 0
  for (let level = 0; level < classes; level++) {
    if (n[level] === 0) continue
    within += comoment[level]
    between += n[level] * (mean[level] - centre) * (mean[level] - centre)
  }
  return within + between > 0 ? within / (within + between) : 1
}

/** The columns without missing values whose levels are ranges of a numeric target: they are made of it. */
async function rangesOfTarget(
  batcher: RequestBatcher,
  name: string,
  target: Variable,
  remaining: ReadonlyMap<ColumnContents, number>,
  view: View,
): Promise<readonly (readonly [ColumnContents, Finding])[]> {
  const likely = [...remaining].flatMap(([one, share]) =>
    one.numbers === null && one.levels && one.column.missing === 0 && share <= mostLeft.ranges
      ? [{ one, levels: one.levels }]
      : [],
  )
  const found = await columnsOfRanges(
    batcher,
    target,
    likely.map(({ levels }) => levels),
    view,
  )
  const message = `has a range of ${name} for each level, and these do not overlap: is it made of the target?`
  return likely
    .filter(({ levels }) => found.has(levels))
    .map(({ one }) => [one, { kind: 'leak', message }] as const)
}

/**
 * The share that remains of the errors of one guess: for each column if one leaks, else for those that may.
 */
async function errorsWhereAnyLeaks(
  batcher: RequestBatcher,
  classes: Variable,
  contents: readonly ColumnContents[],
  views: LeakViews,
): Promise<ReadonlyMap<ColumnContents, number>> {
  // What the run reads as levels is quicker to compare whole.
  const unread = contents.filter((one) => !isReadAsLevels(one, views))
  const columns = columnsKey(unread.map(({ column }) => column))
  const key = `may predict ${columns} ${variableKey(classes)} ${viewKey(views.view)}`
  const screened = await foundOnce(contents, key, async () => {
    const { mayPredict } = await import('../on-demand/leak-screen.ts')
    return mayPredict(batcher, classes, unread, views.view)
  })
  const isLikely = new Set(screened)
  const likely = contents.filter((one) => isReadAsLevels(one, views) || isLikely.has(one))
  if (likely.length === 0) return new Map()
  const remaining = await remainingErrors(batcher, classes, likely, views)
  const isLeak = (share: number) => share <= mostLeft.classes
  // The next best column is one of all.
  return likely.length < contents.length && [...remaining.values()].some(isLeak)
    ? remainingErrors(batcher, classes, contents, views)
    : remaining
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

/** Two levels have at least so many rows: that all of them lie apart is no chance. */
const fewestRows = 5

/** Around the end of a range this share of the target's values is looked at. */
const window = 0.05
/** They take up at most so many times the room that they would in a uniform distribution. */
const mostRoom = 3

/**
 * Of columns of levels, those whose levels are ranges of a numeric target that adjoin and do not overlap,
 * such as low, middle and high. The target is cut where the levels, in the order of their means, would have
 * to end; then each level has one part of it, and each part one level. Where values are rare at these ends,
 * the levels may be causes with a large effect.
 */
async function columnsOfRanges(
  batcher: RequestBatcher,
  target: Variable,
  columns: readonly Variable[],
  view: View,
): Promise<ReadonlySet<Variable>> {
  if (columns.length === 0) return new Set()
  const moments = columns.map((by): MomentsRequest => {
    return { kind: 'moments', family: { list: [[target]] }, by, of: 'values', view }
  })
  const [ofLevels] = await batcher.request([moments])
  const orders = ofLevels.map(({ n, mean }): OrderRequest => {
    return { kind: 'order', variable: target, at: placesOf(n, mean), distinctUpTo: 0, view }
  })
  const [places] = await batcher.request([orders])
  const adjoining = columns.flatMap((column, i) => {
    const ends = endsOf(places[i].values)
    return ends.every(({ room }) => room <= mostRoom * window) ? [{ column, ends }] : []
  })
  const counts = adjoining.map(({ column, ends }): CountsRequest => {
    const cuts = [...new Set(ends.map(({ cut }) => cut))]
    const cut: Variable = { column: target.column, coding: { kind: 'cuts', cuts } }
    return { kind: 'counts', family: { list: [[column, cut]] }, view }
  })
  const [tables] = await batcher.request([counts])
  const areRangesOf = (i: number) => areRanges(tables[i][0].cells, tables[i][0].levels[1].length)
  return new Set(adjoining.filter((_, i) => areRangesOf(i)).map(({ column }) => column))
}

/** The first and the last rank, then three for each level but the last: its end, and those around it. */
function placesOf(n: Float64Array, mean: Float64Array): readonly Quantile[] {
  const of = n.reduce((sum, rows) => sum + rows, 0)
  const near = Math.max(1, (of * window) / 2)
  const at = (part: number): Quantile => ({ part: Math.min(of, Math.max(1, part)), of, side: 'lower' })
  let part = 0
  const ends = [...n.keys()]
    .filter((level) => n[level] > 0)
    .sort((a, b) => mean[a] - mean[b])
    .slice(0, -1)
    .flatMap((level) => {
      part += n[level]
      return [at(part), at(part - near), at(part + near)]
    })
  return [at(1), at(of), ...ends]
}

/** Where levels end, and the share of the target's range that the values around the end take up. */
function endsOf([min, max, ...values]: readonly number[]): readonly { cut: number; room: number }[] {
  const ends = Array.from({ length: values.length / 3 }, (_, i) => values.slice(3 * i, 3 * i + 3))
  return ends.map(([cut, below, above]) => ({ cut, room: (above - below) / (max - min) }))
}

/** Whether each row and each column of a table has one cell at most that is not 0. */
function areRanges(cells: Float64Array, width: number): boolean {
  const rows = cells.length / width
  const partsOf = new Uint8Array(rows)
  const levelsOf = new Uint8Array(width)
  let large = 0
  for (let row = 0; row < rows; row++)
    for (let part = 0; part < width; part++) {
      const count = cells[row * width + part]
      if (count === 0) continue
      if (++partsOf[row] > 1 || ++levelsOf[part] > 1) return false
      if (count >= fewestRows) large++
    }
  return large > 1
}
