import type { FeatureScore, Ranking, RankResult } from '../trace/ranking.ts'
import { codingNote } from './coding-note.ts'
import { dataLine } from './data-line.ts'
import { methodLabel } from './method-label.ts'
import { alignNumbers, formatProbability } from './numbers.ts'
import { criteria } from '../criteria/registry.ts'
import { bar, dim, setTable, shorten, tableWidth, tint, widthOf, wrap } from './text.ts'
import type { Paper, Setting } from './text.ts'

const widestBar = 20
const narrowestBar = 4

/** Rankings as a table for people: one method with its bars and p-values, several side by side by their mean rank. */
export function rankingText(result: RankResult, name: string, paper: Paper): string {
  const body = result.rankings.length === 1 ? oneMethod(result.rankings[0], paper) : sideBySide(result, paper)
  return [dataLine(result.data, name, paper), '', ...body, ...footnotes(result, name, paper)].join('\n')
}

function oneMethod(ranking: Ranking, paper: Paper): string[] {
  const { scores } = ranking
  const shown = scores.slice(0, paper.lines)
  const hasP = scores.some(({ pValue }) => pValue !== undefined)
  const numbers = alignNumbers(shown.map(({ score }) => score))
  const columns: Setting[] = [
    { title: '#', align: 'right' },
    { title: 'feature', align: 'left' },
    { title: withUnits(ranking), align: 'right' },
    ...(hasP ? pColumns : []),
  ]
  const nameWidth = longestName(paper)
  const rows = shown.map((entry, i) => [
    entry.rank === null ? '' : String(entry.rank),
    shorten(entry.feature, nameWidth),
    numbers[i],
    ...(hasP ? [formatProbability(entry.pValue), formatProbability(entry.qValue), stars(entry)] : []),
  ])
  // The bar takes what room is left, and stands next to the score; a reason stands in its place.
  const room = paper.width - tableWidth(columns, rows) - 2
  const bars = barsOf(ranking, shown, Math.min(widestBar, room))
  const withBars = rows.map((row, i) => {
    const { score, why } = shown[i]
    const cell =
      room < narrowestBar
        ? ''
        : score === null || why
          ? dim(shorten(why ?? '', Math.max(room, 8)), paper)
          : tint(bars[i], paper)
    return [...row.slice(0, 3), cell, ...row.slice(3)]
  })
  const settings = [...columns.slice(0, 3), { title: '', align: 'left' } as const, ...columns.slice(3)]
  return [...setTable(settings, withBars, paper), ...rest(scores.length, paper)]
}

function longestName(paper: Paper): number {
  return Math.max(12, Math.min(40, Math.floor(paper.width / 2.5)))
}

const pColumns: readonly Setting[] = [
  { title: 'p', align: 'right' },
  { title: 'q', align: 'right' },
  { title: '', align: 'left' },
]

/** Methods side by side, in as many blocks as the width needs; each block repeats the features. */
function sideBySide({ rankings, meanRank = [] }: RankResult, paper: Paper): string[] {
  const order = meanRank.slice(0, paper.lines)
  const nameWidth = longestName(paper)
  const places = new Map(order.map(({ feature }, i) => [feature, i]))
  const lead = [
    {
      setting: { title: '#', align: 'right' } as const,
      cells: order.map(({ rank }) => String(order.findIndex((other) => other.rank === rank) + 1)),
    },
    {
      setting: { title: 'feature', align: 'left' } as const,
      cells: order.map(({ feature }) => shorten(feature, nameWidth)),
    },
    {
      setting: { title: 'mean rank', align: 'right' } as const,
      cells: order.map(({ rank }) => rank.toFixed(2)),
    },
  ]
  const columns = rankings.map((ranking) => {
    const shown: FeatureScore[] = []
    for (const entry of ranking.scores) {
      const place = places.get(entry.feature)
      if (place !== undefined) shown[place] = entry
    }
    const numbers = alignNumbers(shown.map(({ score }) => score))
    const bars = barsOf(ranking, shown, 6)
    const cells = shown.map(
      (entry, i) => `${numbers[i]} ${tint(bars[i].padEnd(6), paper)} ${stars(entry).padEnd(3)}`,
    )
    return { setting: { title: withUnits(ranking), align: 'right' } as const, cells }
  })
  const widths = (group: readonly { setting: Setting; cells: readonly string[] }[]) =>
    group.reduce(
      (sum, { setting, cells }) => sum + 2 + Math.max(...[setting.title, ...cells].map(widthOf)),
      0,
    )
  const blocks: (typeof columns)[] = [[]]
  for (const column of columns) {
    const block = blocks[blocks.length - 1]
    if (block.length > 0 && widths([...lead, ...block, column]) > paper.width) blocks.push([column])
    else block.push(column)
  }
  return blocks.flatMap((block, i) => {
    const all = [...lead, ...block]
    const rows = order.map((_, row) => all.map(({ cells }) => cells[row]))
    const table = setTable(
      all.map(({ setting }) => setting),
      rows,
      paper,
    )
    return [...(i > 0 ? [''] : []), ...table, ...rest(meanRank.length, paper)]
  })
}

function withUnits(ranking: Ranking): string {
  return `${methodLabel(ranking)} (${ranking.units})`
}

function rest(count: number, paper: Paper): string[] {
  return count > paper.lines ? [dim(`… and ${count - paper.lines} more (--format csv lists all)`, paper)] : []
}

/** Bars by the size of the score, the largest of the whole ranking full; below 0 there is none unless a sign is a direction. */
function barsOf({ method, scores }: Ranking, shown: readonly FeatureScore[], width: number): string[] {
  const record = criteria.find(({ id }) => id === method)
  const sizeOf = record && !record.signed ? (score: number) => Math.max(0, score) : Math.abs
  const size = ({ score }: FeatureScore) => (score === null ? 0 : sizeOf(score))
  const largest = Math.max(0, ...scores.map(size).filter(Number.isFinite))
  return shown.map((entry) => {
    if (size(entry) === Infinity) return bar(1, width)
    return bar(largest === 0 ? 0 : size(entry) / largest, width)
  })
}

function stars({ qValue = 1 }: FeatureScore): string {
  if (qValue < 0.001) return '***'
  if (qValue < 0.01) return '**'
  return qValue < 0.05 ? '*' : ''
}

function footnotes({ rankings, spec, coding }: RankResult, name: string, paper: Paper): string[] {
  const hasQ = rankings.some(({ scores }) => scores.some(({ qValue }) => qValue !== undefined))
  const note = 'q: false discovery rate (Benjamini–Hochberg); * q < 0.05, ** q < 0.01, *** q < 0.001'
  const lines = [...(hasQ ? wrap(note, paper.width) : []), ...codingNote({ spec, coding }, name, paper)]
  return lines.length > 0 ? ['', ...lines.map((line) => dim(line, paper))] : []
}
