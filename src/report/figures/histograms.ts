import type { HistogramChart } from '#core'
import { grouped } from '../numbers.ts'
import { emptyDrawing } from './drawing.ts'
import type { Drawing } from './drawing.ts'
import { legend } from './legend.ts'
import { levelPanel } from './level-panel.ts'
import { numberPanel } from './number-panel.ts'
import { colour, seriesColour } from './palette.ts'
import { arrange, panelWidth } from './small-multiples.ts'
import { tag, textTag } from './svg-text.ts'
import { oneLine, shortened } from './text-width.ts'

/** The names of series with the colour of each. */
export interface SeriesColours {
  readonly series: readonly string[]
  readonly colours: readonly string[]
}

export type Bin = HistogramChart['panels'][number]['bins'][number]

/** One panel for each column: steps over its numbers, or a bar for each of its levels. */
export function histogramDrawing({ panels }: HistogramChart, width: number): Drawing {
  const all = panels.flatMap(({ bins }) => bins)
  if (all.length === 0) return emptyDrawing([])
  const series = [...new Set(all.map((bin) => bin.series))]
  const others = new Set(all.filter((bin) => bin.others).map((bin) => bin.series))
  const colours = series.map((name, i) => (others.has(name) ? colour('quiet') : seriesColour(i)))
  const items = series.map((label, i) => ({
    ...{ label: oneLine(label), colour: colours[i], mark: 'box' as const, opacity: 0.85 },
  }))
  const key = legend(series.length > 1 ? items : [], width)
  const own = panelWidth(panels.length, width)
  const notes: string[] = []
  const drawn = panels.map(({ label, time, scale, bins }) => {
    const numbers = bins.filter(isNumeric)
    const levels = bins.filter((bin) => !isNumeric(bin))
    const beside = levels.filter(({ rows }) => rows > 0)
    if (numbers.length > 0 && beside.length > 0) {
      const rows = beside.reduce((sum, bin) => sum + bin.rows, 0)
      const names = [...new Set(beside.map(({ level }) => level ?? 'without a place'))].join(', ')
      notes.push(`Not drawn in ${oneLine(label)}: ${grouped(rows)} rows (${names}).`)
    }
    const body =
      numbers.length > 0
        ? numberPanel(numbers, { series, colours }, own, { ...(time && { time }), ...(scale && { scale }) })
        : levelPanel(levels, { series, colours }, own)
    const head = textTag(shortened(label, own, 14.3), { x: 0, y: 14, 'font-weight': 600 }, label)
    return {
      content: head + tag('g', { transform: 'translate(0,22)' }, body.content),
      height: body.height + 22,
    }
  })
  const grid = arrange(drawn, width)
  return {
    height: key.height + grid.height,
    content: key.content + tag('g', { transform: `translate(0,${key.height})` }, grid.content),
    notes,
  }
}

function isNumeric({ low, high }: Bin): boolean {
  return [low, high].every((end) => end !== undefined && Math.abs(end) <= 1e307)
}
