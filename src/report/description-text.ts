import type { TimeKind } from '../spec/rank-spec.ts'
import type { Description } from '../trace/description.ts'
import type { FeatureCoding } from '../trace/ranking.ts'
import { cutsText, valueText } from './cuts-text.ts'
import { dataLine } from './data-line.ts'
import { findingLines } from './findings-text.ts'
import { grouped } from './numbers.ts'
import { shortenDistinctly } from './short-names.ts'
import { clean, dim, restLine, formatTable, shorten, tableWidth, widest, wrap } from './text.ts'
import type { Display, ColumnHeader } from './text.ts'

const headers: readonly ColumnHeader[] = [
  { title: 'column', align: 'left' },
  { title: 'type', align: 'left' },
  { title: 'missing', align: 'right' },
  { title: 'distinct', align: 'right' },
  { title: 'min', align: 'right' },
  { title: 'max', align: 'right' },
  { title: 'levels', align: 'left' },
]

/** A description as a table: one line for each column, with its levels or cuts. */
export function descriptionText(description: Description, name: string, display: Display): string {
  const codings = new Map(description.coding.map((coding) => [coding.feature, coding]))
  const shown = description.columns.slice(0, display.lines)
  const cells = shown.map(({ name, type, time, missing, distinct, min, max, levels }) => [
    name,
    time ?? type,
    missing === 0 ? '' : grouped(missing),
    grouped(distinct),
    min === undefined ? '' : valueText(min, time),
    max === undefined ? '' : valueText(max, time),
    levels ? levels.join(', ') : inBins(codings.get(name), time),
  ])
  const { rows, hasLevels } = fitted(cells, display)
  return [
    dataLine(description.data, name, display),
    '',
    ...formatTable(headers.slice(0, hasLevels ? 7 : 6), rows, display),
    ...restLine(shown.length, description.columns.length, display),
    ...(hasLevels ? [] : ['', ...wrap(withoutLevels, display.width).map((line) => dim(line, display))]),
    ...findingLines(description.columns, (some) => `to check: ${some}`, display),
  ].join('\n')
}

/** The widest and the narrowest name, and the narrowest column of levels, in characters. */
const [longestName, shortestName, shortestLevels] = [40, 10, 16]
const withoutLevels = 'too narrow to show levels and cuts: --format json shows them'

/** Rows with names and levels shortened to the width of the display, or without levels if it is too narrow. */
function fitted(cells: readonly (readonly string[])[], display: Display) {
  const others = tableWidth(
    headers.slice(1, 6),
    cells.map((row) => row.slice(1, 6)),
  )
  const wanted = Math.max('column'.length, Math.min(longestName, widest(cells.map(([name]) => clean(name)))))
  const free = display.width - others - 2
  const hasLevels = free - 2 - Math.min(wanted, shortestName) >= shortestLevels
  const name = Math.min(wanted, hasLevels ? Math.max(shortestName, free - 2 - 20) : Math.max(6, free))
  const names = shortenDistinctly(
    cells.map(([name]) => name),
    name,
  )
  const levels = Math.max(shortestLevels, free - 2 - Math.min(name, wanted))
  const rows = cells.map((row, i) => {
    const front = [names[i], ...row.slice(1, 6)]
    return hasLevels ? [...front, dim(shorten(row[6], levels), display)] : front
  })
  return { rows, hasLevels }
}

/** The cuts between bins: `cuts 3 | 4.5 | 7`. */
function inBins(coding: FeatureCoding | undefined, time: TimeKind | undefined): string {
  if (!coding?.cuts) return ''
  return cutsText(coding.cuts, time)
}
