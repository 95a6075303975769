import { grouped } from '../numbers.ts'
import type { Bin, SeriesColours } from './histograms.ts'
import { colour } from './palette.ts'
import { endRoom, plotted } from './panel.ts'
import { placer, scaleOf } from './scale.ts'
import { tag, textTag } from './svg-text.ts'
import { oneLine, shortened, textWidth } from './text-width.ts'

const mostLevels = 12
const row = 18

/** The levels of a column: one bar each, its series one after another. The rarest of many are one bar together. */
export function levelPanel(bins: readonly Bin[], { series, colours }: SeriesColours, width: number) {
  const levels = levelsOf(bins, series)
  const left =
    Math.min(width * 0.4, Math.max(0, ...levels.map(({ label }) => textWidth(oneLine(label), 12)))) + 8
  const totals = levels.map(({ rows }) => rows.reduce((sum, count) => sum + count, 0))
  const x = scaleOf({ label: '' }, totals, width > 300 ? 4 : 2, true)
  const height = levels.length * row + 30
  const right = endRoom(x)
  const panel = {
    ...{ width, height, left, right, top: 4, bottom: 26, axes: 'x' as const },
    ...{ x, y: { type: 'linear', domain: [0, 1], ticks: [], format: String } as const },
  }
  const place = placer(x, left, width - right)
  const bars = levels.flatMap(({ label, rows }, i) => {
    const y = 4 + i * row
    let from = 0
    const parts = rows.map((count, own) => {
      const [start, end] = [place(from), place(from + count)]
      from += count
      const box = { x: start, y: y + 2, width: end - start, height: row - 5 }
      return count > 0 ? tag('rect', { ...box, fill: colours[own], 'fill-opacity': 0.85 }) : ''
    })
    const text = { x: left - 6, y: y + 13, 'text-anchor': 'end', 'font-size': 12 }
    return [...parts, textTag(shortened(label, left - 8, 12), text, label)]
  })
  const label = {
    x: width - right,
    y: height - 8 + 14,
    'text-anchor': 'end',
    'font-size': 12,
    fill: colour('muted'),
  }
  return { content: plotted(panel, []) + bars.join('') + textTag('rows', label), height: height + 10 }
}

function levelsOf(bins: readonly Bin[], series: readonly string[]): { label: string; rows: number[] }[] {
  const byLevel = new Map<string, number[]>()
  for (const { level = '', series: own, rows } of bins) {
    const counts = byLevel.get(level) ?? series.map(() => 0)
    counts[series.indexOf(own)] += rows
    byLevel.set(level, counts)
  }
  const all = [...byLevel].map(([label, rows]) => ({
    label,
    rows,
    total: rows.reduce((sum, count) => sum + count, 0),
  }))
  if (all.length <= mostLevels) return all
  const kept = new Set([...all].sort((a, b) => b.total - a.total).slice(0, mostLevels - 1))
  const others = all.filter((level) => !kept.has(level))
  const rows = series.map((_, i) => others.reduce((sum, level) => sum + level.rows[i], 0))
  return [...all.filter((level) => kept.has(level)), { label: `${grouped(others.length)} others`, rows }]
}
