import type { TimeKind } from '../spec/rank-spec.ts'
import type { Description } from '../trace/description.ts'
import type { FeatureCoding } from '../trace/ranking.ts'
import { dataLine } from './data-line.ts'
import { findingLines } from './findings-text.ts'
import { grouped, shortNumber } from './numbers.ts'
import { timeText } from './time-text.ts'
import { dim, restLine, setTable, shorten, tableWidth } from './text.ts'
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
  const rows = shown.map(({ name, type, time, missing, distinct, min, max, levels }) => [
    shorten(name, 40),
    time ?? type,
    missing === 0 ? '' : grouped(missing),
    grouped(distinct),
    min === undefined ? '' : valueText(min, time),
    max === undefined ? '' : valueText(max, time),
    levels ? levels.join(', ') : inBins(codings.get(name), time),
  ])
  const room = Math.max(20, paper.width - tableWidth(settings.slice(0, 6), rows) - 2)
  const fitted = rows.map((row) => [...row.slice(0, 6), dim(shorten(row[6], room), paper)])
  return [
    dataLine(description.data, name, paper),
    '',
    ...setTable(settings, fitted, paper),
    ...restLine(shown.length, description.columns.length, paper),
    ...findingLines(description.columns, (some) => `to be looked at: ${some}`, paper),
  ].join('\n')
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
