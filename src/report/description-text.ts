import type { TimeKind } from '../spec/rank-spec.ts'
import type { Description } from '../trace/description.ts'
import type { FeatureCoding } from '../trace/ranking.ts'
import { dataLine } from './data-line.ts'
import { findingLines } from './findings-text.ts'
import { grouped, shortNumber } from './numbers.ts'
import { timeText } from './time-text.ts'
import { shortenApart } from './short-names.ts'
import { clean, dim, restLine, setTable, shorten, tableWidth, widest, wrap } from './text.ts'
import type { Paper, Setting } from './text.ts'

const settings: readonly Setting[] = [
  { title: 'column', align: 'left' },
  { title: 'type', align: 'left' },
  { title: 'missing', align: 'right' },
  { title: 'distinct', align: 'right' },
  { title: 'min', align: 'right' },
  { title: 'max', align: 'right' },
  { title: 'levels', align: 'left' },
]

/** A description as a table for people: a line for each column, with the levels or the cuts it would be read by. */
export function descriptionText(description: Description, name: string, paper: Paper): string {
  const codings = new Map(description.coding.map((coding) => [coding.feature, coding]))
  const shown = description.columns.slice(0, paper.lines)
  const cells = shown.map(({ name, type, time, missing, distinct, min, max, levels }) => [
    name,
    time ?? type,
    missing === 0 ? '' : grouped(missing),
    grouped(distinct),
    min === undefined ? '' : valueText(min, time),
    max === undefined ? '' : valueText(max, time),
    levels ? levels.join(', ') : inBins(codings.get(name), time),
  ])
  const { rows, hasLevels } = fitted(cells, paper)
  return [
    dataLine(description.data, name, paper),
    '',
    ...setTable(settings.slice(0, hasLevels ? 7 : 6), rows, paper),
    ...restLine(shown.length, description.columns.length, paper),
    ...(hasLevels ? [] : ['', ...wrap(withoutLevels, paper.width).map((line) => dim(line, paper))]),
    ...findingLines(description.columns, (some) => `to be looked at: ${some}`, paper),
  ].join('\n')
}

/** Characters of a name, and of what stands last: at most, and at least. */
const [longestName, shortestName, shortestLevels] = [40, 10, 16]
const withoutLevels = 'levels and cuts have no room here: --format json shows them'

/** Rows with their names and levels cut to the paper; without levels where they have no room. */
function fitted(cells: readonly (readonly string[])[], paper: Paper) {
  const others = tableWidth(
    settings.slice(1, 6),
    cells.map((row) => row.slice(1, 6)),
  )
  const wanted = Math.max('column'.length, Math.min(longestName, widest(cells.map(([name]) => clean(name)))))
  const room = paper.width - others - 2
  const hasLevels = room - 2 - Math.min(wanted, shortestName) >= shortestLevels
  const name = Math.min(wanted, hasLevels ? Math.max(shortestName, room - 2 - 20) : Math.max(6, room))
  const names = shortenApart(
    cells.map(([name]) => name),
    name,
  )
  const levels = Math.max(shortestLevels, room - 2 - Math.min(name, wanted))
  const rows = cells.map((row, i) => {
    const front = [names[i], ...row.slice(1, 6)]
    return hasLevels ? [...front, dim(shorten(row[6], levels), paper)] : front
  })
  return { rows, hasLevels }
}

/** Bins by their cuts: `≤ 3 | 4.5 | 7 <`. */
function inBins(coding: FeatureCoding | undefined, time: TimeKind | undefined): string {
  if (!coding?.cuts) return ''
  if (coding.cuts.length === 0) return 'one bin'
  return `cuts ${coding.cuts.map((cut) => valueText(cut, time)).join(' | ')}`
}

function valueText(value: number, time: TimeKind | undefined): string {
  return time ? timeText(value, time) : shortNumber(value)
}
