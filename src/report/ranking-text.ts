import { leastInWords } from '../spec/min-rows.ts'
import type { FeatureScore, Ranking, RankResult } from '../trace/ranking.ts'
import { codingNote } from './coding-note.ts'
import { dataLine } from './data-line.ts'
import { doubtful, findingLines, marksOf } from './findings-text.ts'
import { methodLabel } from './method-label.ts'
import { alignNumbers, formatProbability, stars } from './numbers.ts'
import { rankers } from '../criteria/registry.ts'
import { shortenApart } from './short-names.ts'
import {
  bar,
  dim,
  noBreak,
  restLine,
  setTable,
  shorten,
  tableWidth,
  tint,
  widest,
  widthOf,
  wrap,
} from './text.ts'
import type { Paper, Setting } from './text.ts'

const widestBar = 20
const narrowestBar = 4

/** Rankings as a table for people: one method with its bars and p-values, several side by side by their mean rank. */
export function rankingText(result: RankResult, name: string, paper: Paper): string {
  const marks = marksOf(result.columns)
  const hidden = hiddenOf(result.columns)
  const body =
    result.rankings.length === 1
      ? oneMethod(result.rankings[0], { marks, hidden }, paper)
      : sideBySide(result, { marks, hidden }, paper)
  return [
    dataLine(result.data, name, paper),
    '',
    ...body,
    ...findingLines(result.columns, (some) => `look twice at ${some}:`, paper, doubtful),
    ...footnotes(result, name, paper),
  ].join('\n')
}

/** What was found of the columns, as far as their rows show it. */
interface Looks {
  readonly marks: ReadonlyMap<string, string>
  /** Columns that have no row, where many would fill the screen with nothing. */
  readonly hidden: ReadonlySet<string>
}

/** So many columns without a second value are listed with the others. */
const fewConstants = 3

function hiddenOf(columns: RankResult['columns']): ReadonlySet<string> {
  const names = columns
    .filter(({ findings = [] }) => findings.some(({ kind }) => kind === 'constant' || kind === 'empty'))
    .map(({ name }) => name)
  return new Set(names.length > fewConstants ? names : [])
}

function hiddenLine({ size }: ReadonlySet<string>, paper: Paper): string[] {
  return size > 0 ? [dim(`and ${size} columns without a second value, named below`, paper)] : []
}

function oneMethod(ranking: Ranking, { marks, hidden }: Looks, paper: Paper): string[] {
  const scores = ranking.scores.filter(({ feature }) => !hidden.has(feature))
  const shown = scores.slice(0, paper.lines)
  const hasP = scores.some(({ pValue }) => pValue !== undefined)
  const hasMarks = shown.some(({ feature }) => marks.has(feature))
  const numbers = numbersOf(shown)
  const columns: Setting[] = [
    { title: '#', align: 'right' },
    { title: 'feature', align: 'left' },
    { title: withUnits(ranking), align: 'right' },
    ...(hasP ? pColumns : []),
    ...(hasMarks ? [{ title: '', align: 'left' } as const] : []),
  ]
  const titles = columns.map(({ title }) => title)
  const others = tableWidth(columns, [titles.map((title, i) => (i === 1 ? '' : title))]) - 'feature'.length
  const names = shortenApart(
    shown.map(({ feature }) => feature),
    Math.max(8, Math.min(longestName(paper), paper.width - others)),
  )
  const rows = shown.map((entry, i) => [
    entry.rank === null ? '' : String(entry.rank),
    names[i],
    numbers[i],
    ...(hasP ? [formatProbability(entry.pValue), formatProbability(entry.qValue), stars(entry.qValue)] : []),
    ...(hasMarks ? [dim(marks.get(entry.feature) ?? '', paper)] : []),
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
  return [
    ...setTable(settings, withBars, paper),
    ...restLine(shown.length, scores.length, paper),
    ...hiddenLine(hidden, paper),
  ]
}

/** The scores, those on few rows with a mark. */
function numbersOf(shown: readonly FeatureScore[]): readonly string[] {
  const numbers = alignNumbers(shown.map(({ score }) => score))
  if (!shown.some(({ fewRows }) => fewRows)) return numbers
  return numbers.map((number, i) => number + (shown[i].fewRows ? '†' : ' '))
}

function longestName(paper: Paper): number {
  return Math.max(12, Math.min(40, Math.floor(paper.width / 2.5)))
}

const pColumns: readonly Setting[] = [
  { title: 'p', align: 'right' },
  { title: 'q', align: 'right' },
  { title: '', align: 'left' },
]

/** A column of the table with its cells. */
interface Filled {
  readonly setting: Setting
  readonly cells: readonly string[]
}

/** Methods side by side, in as many blocks as the width needs; each block repeats the features. */
function sideBySide(
  { rankings, meanRank = [] }: RankResult,
  { marks, hidden }: Looks,
  paper: Paper,
): string[] {
  const ranked = meanRank.filter(({ feature }) => !hidden.has(feature))
  const order = ranked.slice(0, paper.lines)
  const columns = rankings.map((ranking) => scoreColumn(ranking, order, paper))
  // A name gives way to a column of scores beside it.
  const score = columns.reduce(
    (most, { setting, cells }) => Math.max(most, widest([setting.title, ...cells])),
    0,
  )
  const others = widthOf(String(order.length)) + 'mean rank'.length + score + 6
  const lead = leadColumns(
    order,
    rankings.length,
    Math.max(8, Math.min(longestName(paper), paper.width - others)),
    marks,
  )
  const blocks = inBlocks(lead, columns, paper).flatMap((block, i) => {
    const all = [...lead, ...block]
    const rows = order.map((_, row) => all.map(({ cells }) => cells[row]))
    const table = setTable(
      all.map(({ setting }) => setting),
      rows,
      paper,
    )
    return [...(i > 0 ? [''] : []), ...table, ...restLine(order.length, ranked.length, paper)]
  })
  return [...blocks, ...hiddenLine(hidden, paper)]
}

type MeanRanks = NonNullable<RankResult['meanRank']>

/** Place, feature and mean rank; equal mean ranks share the place of the first. */
function leadColumns(
  order: MeanRanks,
  methods: number,
  nameWidth: number,
  marks: ReadonlyMap<string, string>,
): readonly Filled[] {
  const cells = order.map(({ feature }) => marks.get(feature) ?? '')
  const places = new Map<number | null, number>()
  order.forEach(({ rank }, i) => places.has(rank) || places.set(rank, i + 1))
  return [
    { setting: { title: '#', align: 'right' }, cells: order.map(({ rank }) => String(places.get(rank))) },
    {
      setting: { title: 'feature', align: 'left' },
      cells: shortenApart(
        order.map(({ feature }) => feature),
        nameWidth,
      ),
    },
    {
      setting: { title: 'mean rank', align: 'right' },
      cells: order.map(({ rank }) => rank?.toFixed(2) ?? '–'),
    },
    ...takenBy(order, methods),
    ...(cells.some((cell) => cell !== '') ? [{ setting: { title: '', align: 'left' }, cells } as const] : []),
  ]
}

/** By how many methods each column was taken, where some took fewer than all. */
function takenBy(order: MeanRanks, methods: number): readonly Filled[] {
  if (order.every((entry) => entry.methods === methods)) return []
  const cells = order.map((entry) => (entry.methods === methods ? '' : `of ${entry.methods}/${methods}`))
  return [{ setting: { title: '', align: 'left' }, cells }]
}

/** A method's scores with their bars and stars, in the order of the mean ranks. */
function scoreColumn(ranking: Ranking, order: MeanRanks, paper: Paper): Filled {
  const entries = new Map(ranking.scores.map((entry) => [entry.feature, entry]))
  const shown = order.map(({ feature }) => entries.get(feature)!)
  const numbers = numbersOf(shown)
  const bars = barsOf(ranking, shown, 6)
  const cells = shown.map(
    (entry, i) => `${numbers[i]} ${tint(bars[i].padEnd(6), paper)} ${stars(entry.qValue).padEnd(3)}`,
  )
  return { setting: { title: withUnits(ranking), align: 'right' }, cells }
}

/** As many columns a block as the paper is wide, beside those that every block repeats; at least one. */
function inBlocks(lead: readonly Filled[], columns: readonly Filled[], paper: Paper): readonly Filled[][] {
  const widthOfAll = (group: readonly Filled[]) =>
    group.reduce((sum, { setting, cells }) => sum + 2 + widest([setting.title, ...cells]), 0)
  const blocks: Filled[][] = [[]]
  for (const column of columns) {
    const block = blocks[blocks.length - 1]
    if (block.length > 0 && widthOfAll([...lead, ...block, column]) > paper.width) blocks.push([column])
    else block.push(column)
  }
  return blocks
}

function withUnits(ranking: Ranking): string {
  return `${methodLabel(ranking)} (${ranking.units})`
}

/** Bars by the size of the score, the largest of the whole ranking on enough rows full; below 0 there is none unless a sign is a direction. */
function barsOf({ method, scores }: Ranking, shown: readonly FeatureScore[], width: number): string[] {
  const record = rankers.find(({ id }) => id === method)
  const sizeOf = record && !record.signed ? (score: number) => Math.max(0, score) : Math.abs
  const size = ({ score, fewRows }: FeatureScore) => (score === null || fewRows ? 0 : sizeOf(score))
  const largest = scores.map(size).reduce((most, one) => (one < Infinity ? Math.max(most, one) : most), 0)
  return shown.map((entry) => {
    if (size(entry) === Infinity) return bar(1, width)
    return bar(largest === 0 ? 0 : size(entry) / largest, width)
  })
}

function footnotes({ rankings, data, spec, coding }: RankResult, name: string, paper: Paper): string[] {
  const hasQ = rankings.some(({ scores }) => scores.some(({ qValue }) => qValue !== undefined))
  const levels = ['* q < 0.05', '** q < 0.01', '*** q < 0.001'].map((level) => level.replaceAll(' ', noBreak))
  const note = `q: false discovery rate (Benjamini–Hochberg); ${levels.join(', ')}`
  const few = rankings.some(({ scores }) => scores.some(({ fewRows }) => fewRows))
    ? wrap(
        `† scored on fewer than ${leastInWords(spec.minRows)} of the column with the most, and ranked after the others`,
        paper.width,
      )
    : []
  const lines = [
    ...few,
    ...(hasQ ? wrap(note, paper.width) : []),
    ...codingNote({ data, spec, coding }, name, paper),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => dim(line, paper))] : []
}
