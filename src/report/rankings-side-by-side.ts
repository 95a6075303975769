import type { FeatureScore, Ranking, RankResult } from '#core'
import { rankers } from '#methods'
import { methodLabel } from './command-text.ts'
import { alignNumbers, stars } from './numbers.ts'
import { column, formatColumns, shortenDistinctly } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { bar, dim, restLine, tint, widest, widthOf } from './text.ts'
import type { Display } from './text.ts'

/** Methods side by side, in as many blocks as the width requires; each block repeats the features. */
export function sideBySide(
  { rankings, meanRank = [] }: RankResult,
  { marks, hidden }: RowMarks,
  display: Display,
): string[] {
  const ranked = meanRank.filter(({ feature }) => !hidden.has(feature))
  const order = ranked.slice(0, display.lines)
  const columns = rankings.map((ranking) => scoreColumn(ranking, order, display))
  // Names are shortened so that at least one column of scores fits beside them.
  const score = columns.reduce(
    (most, { header, cells }) => Math.max(most, widest([header.title, ...cells])),
    0,
  )
  const others = widthOf(String(order.length)) + 'mean rank'.length + score + 6
  const lead = leadColumns(
    order,
    rankings.length,
    Math.max(8, Math.min(longestName(display), display.width - others)),
    marks,
  )
  const blocks = inBlocks(lead, columns, display).flatMap((block, i) => {
    const table = formatColumns([...lead, ...block], display)
    return [...(i > 0 ? [''] : []), ...table, ...restLine(order.length, ranked.length, display)]
  })
  return [...blocks, ...hiddenLine(hidden, display)]
}

type MeanRanks = NonNullable<RankResult['meanRank']>

/**
 * The columns that every block repeats: place, feature and mean rank. Equal mean ranks share the first place.
 */
function leadColumns(
  order: MeanRanks,
  methods: number,
  nameWidth: number,
  marks: ReadonlyMap<string, string>,
): readonly TextColumn[] {
  const cells = order.map(({ feature }) => marks.get(feature) ?? '')
  const places = new Map<number | null, number>()
  order.forEach(({ rank }, i) => places.has(rank) || places.set(rank, i + 1))
  return [
    column(
      '#',
      'right',
      // A column that methods scored and that has no place names its rows.
      order.map(({ rank, methods }) => (rank === null && methods > 0 ? '' : String(places.get(rank)))),
    ),
    column(
      'feature',
      'left',
      shortenDistinctly(
        order.map(({ feature }) => feature),
        nameWidth,
      ),
    ),
    column(
      'mean rank',
      'right',
      order.map(({ rank }) => rank?.toFixed(2) ?? '–'),
    ),
    ...takenBy(order, methods),
    ...(cells.some((cell) => cell !== '') ? [column('', 'left', cells)] : []),
  ]
}

/** How many methods scored each column, if not all did. */
function takenBy(order: MeanRanks, methods: number): readonly TextColumn[] {
  if (order.every((entry) => entry.methods === methods)) return []
  const cells = order.map((entry) => (entry.methods === methods ? '' : `of ${entry.methods}/${methods}`))
  return [column('', 'left', cells)]
}

/** A method's scores with their bars and stars, in the order of the mean ranks. */
function scoreColumn(ranking: Ranking, order: MeanRanks, display: Display): TextColumn {
  const entries = new Map(ranking.scores.map((entry) => [entry.feature, entry]))
  const shown = order.map(({ feature }) => entries.get(feature)!)
  const numbers = numbersOf(shown)
  const bars = barsOf(ranking, shown, 6)
  const cells = shown.map(
    (entry, i) => `${numbers[i]} ${tint(bars[i].padEnd(6), display)} ${stars(entry.qValue).padEnd(3)}`,
  )
  return column(withUnits(ranking), 'right', cells)
}

/** Divides columns into blocks that fit the display beside the repeated ones; at least one column a block. */
function inBlocks(
  lead: readonly TextColumn[],
  columns: readonly TextColumn[],
  display: Display,
): readonly TextColumn[][] {
  const widthOfAll = (group: readonly TextColumn[]) =>
    group.reduce((sum, { header, cells }) => sum + 2 + widest([header.title, ...cells]), 0)
  const blocks: TextColumn[][] = [[]]
  for (const column of columns) {
    const block = blocks[blocks.length - 1]
    if (block.length > 0 && widthOfAll([...lead, ...block, column]) > display.width) blocks.push([column])
    else block.push(column)
  }
  return blocks
}

/** What the rows of the table show of the findings. */
export interface RowMarks {
  readonly marks: ReadonlyMap<string, string>
  /** Columns without a row of their own: many constants would fill the screen. */
  readonly hidden: ReadonlySet<string>
}

/** The line under a table that counts the columns without a row of their own. */
export function hiddenLine({ size }: ReadonlySet<string>, display: Display): string[] {
  return size > 0 ? [dim(`and ${size} constant or empty columns, listed below`, display)] : []
}

/** The scores; † marks those on few rows. */
export function numbersOf(shown: readonly FeatureScore[]): readonly string[] {
  const numbers = alignNumbers(shown.map(({ score }) => score))
  if (!shown.some(({ fewRows }) => fewRows)) return numbers
  return numbers.map((number, i) => number + (shown[i].fewRows ? '†' : ' '))
}

/** The longest name that a table shows in full, in characters. */
export function longestName(display: Display): number {
  return Math.max(12, Math.min(40, Math.floor(display.width / 2.5)))
}

/** The header of a column of scores. */
export function withUnits(ranking: Ranking): string {
  return `${methodLabel(ranking)} (${ranking.units})`
}

/**
 * Bars in proportion to the score; the largest score with a place, on enough rows, has a full bar. A score
 * below 0 has none, unless its sign is a direction.
 */
export function barsOf({ method, scores }: Ranking, shown: readonly FeatureScore[], width: number): string[] {
  const record = rankers.find(({ id }) => id === method)
  const sizeOf = record && !record.signed ? (score: number) => Math.max(0, score) : Math.abs
  const size = ({ score, rank, fewRows }: FeatureScore) =>
    score === null || rank === null || fewRows ? 0 : sizeOf(score)
  const largest = scores.map(size).reduce((most, one) => (one < Infinity ? Math.max(most, one) : most), 0)
  return shown.map((entry) => {
    if (size(entry) === Infinity) return bar(1, width)
    return bar(largest === 0 ? 0 : size(entry) / largest, width)
  })
}
