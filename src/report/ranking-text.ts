import { leastInWords } from '#core'
import type { Ranking, RankResult } from '#core'
import { codingNote, dataLine } from './data-text.ts'
import { doubtfulKinds, findingLines, marksOf } from './findings-text.ts'
import { formatProbability, stars } from './numbers.ts'
import { penaltyLines } from './path-text.ts'
import { barsOf, hiddenLine, longestName, numbersOf, sideBySide, withUnits } from './rankings-side-by-side.ts'
import type { RowMarks } from './rankings-side-by-side.ts'
import { shortenDistinctly } from './text-columns.ts'
import { dim, formatTable, noBreak, restLine, shorten, tableWidth, tint, wrap } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'
import { withUnfitLast } from './unfit-columns.ts'

const widestBar = 20
const narrowestBar = 4

/**
 * Rankings as a table: one method with bars and p-values, several methods side by side in the order of the
 * mean rank.
 */
export function rankingText(ranked: RankResult, name: string, display: Display): string {
  const result = withUnfitLast(ranked)
  return [
    dataLine(result.data, name, display),
    '',
    ...rows(result, display),
    ...result.rankings.flatMap(({ method, path }) =>
      path ? penaltyLines(path, display, `${method}: `) : [],
    ),
    ...findingLines(result.columns, (some) => `to check: ${some}`, display, doubtfulKinds),
    ...footnotes(result, name, display),
  ].join('\n')
}

/** The table of rankings alone. */
export function rankingRows(ranked: RankResult, display: Display): readonly string[] {
  return rows(withUnfitLast(ranked), display)
}

function rows(result: RankResult, display: Display): readonly string[] {
  const marks = marksOf(result.columns, result.warnings)
  const hidden = hiddenOf(result.columns)
  return result.rankings.length === 1
    ? oneMethod(result.rankings[0], { marks, hidden }, display)
    : sideBySide(result, { marks, hidden }, display)
}

/** Up to this many constant or empty columns have rows of their own. */
const fewConstants = 3

/** The constant and empty columns, if there are many. */
function hiddenOf(columns: RankResult['columns']): ReadonlySet<string> {
  const names = columns
    .filter(({ findings = [] }) => findings.some(({ kind }) => kind === 'constant' || kind === 'empty'))
    .map(({ name }) => name)
  return new Set(names.length > fewConstants ? names : [])
}

/** The scores of one method with bars, p-values and marks. */
function oneMethod(ranking: Ranking, { marks, hidden }: RowMarks, display: Display): string[] {
  const scores = ranking.scores.filter(({ feature }) => !hidden.has(feature))
  const shown = scores.slice(0, display.lines)
  const hasP = scores.some(({ pValue }) => pValue !== undefined)
  const hasMarks = shown.some(({ feature }) => marks.has(feature))
  const hasZ = shown.some(({ z }) => z !== undefined)
  const numbers = numbersOf(shown)
  const columns: ColumnHeader[] = [
    { title: '#', align: 'right' },
    { title: 'feature', align: 'left' },
    { title: withUnits(ranking), align: 'right' },
    ...(hasZ ? [{ title: 'z', align: 'right' } as const] : []),
    ...(hasP ? pColumns : []),
    ...(hasMarks ? [{ title: '', align: 'left' } as const] : []),
  ]
  const titles = columns.map(({ title }) => title)
  const others = tableWidth(columns, [titles.map((title, i) => (i === 1 ? '' : title))]) - 'feature'.length
  const names = shortenDistinctly(
    shown.map(({ feature }) => feature),
    Math.max(8, Math.min(longestName(display), display.width - others)),
  )
  const rows = shown.map((entry, i) => [
    entry.rank === null ? '' : String(entry.rank),
    names[i],
    numbers[i],
    ...(hasZ ? [entry.z === undefined ? '' : entry.z.toFixed(2)] : []),
    ...(hasP ? [formatProbability(entry.pValue), formatProbability(entry.qValue), stars(entry.qValue)] : []),
    ...(hasMarks ? [dim(marks.get(entry.feature) ?? '', display)] : []),
  ])
  // Bars take the free width beside the scores; a column without a score has its reason there.
  const free = display.width - tableWidth(columns, rows) - 2
  const bars = barsOf(ranking, shown, Math.min(widestBar, free))
  const withBars = rows.map((row, i) => {
    const { score, why } = shown[i]
    const cell =
      free < narrowestBar
        ? ''
        : score === null || why
          ? dim(shorten(why ?? '', Math.max(free, 8)), display)
          : tint(bars[i], display)
    return [...row.slice(0, 3), cell, ...row.slice(3)]
  })
  const headers = [...columns.slice(0, 3), { title: '', align: 'left' } as const, ...columns.slice(3)]
  return [
    ...formatTable(headers, withBars, display),
    ...restLine(shown.length, scores.length, display),
    ...hiddenLine(hidden, display),
  ]
}

const pColumns: readonly ColumnHeader[] = [
  { title: 'p', align: 'right' },
  { title: 'q', align: 'right' },
  { title: '', align: 'left' },
]

function footnotes({ rankings, data, spec, coding }: RankResult, name: string, display: Display): string[] {
  const hasQ = rankings.some(({ scores }) => scores.some(({ qValue }) => qValue !== undefined))
  const levels = ['* q < 0.05', '** q < 0.01', '*** q < 0.001'].map((level) => level.replaceAll(' ', noBreak))
  const note = `q: false discovery rate (Benjamini–Hochberg); ${levels.join(', ')}`
  const few = rankings.some(({ scores }) => scores.some(({ fewRows }) => fewRows))
    ? wrap(
        `† scored on fewer than ${leastInWords(spec.minRows)}${spec.minRows > 1 ? '' : ' of the most complete column'}, so ranked after the others`,
        display.width,
      )
    : []
  const lines = [
    ...few,
    ...(hasQ ? wrap(note, display.width) : []),
    ...codingNote({ data, spec, coding }, name, display),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => dim(line, display))] : []
}
