import * as Plot from '@observablehq/plot'
import type { Axis, HistogramChart } from '#core'
import { legend } from './legend.ts'
import { colour, seriesColour } from './palette.ts'
import { arrange, endRoom, panelWidth, plotted, tickWidth } from './panel.ts'
import { placer, scaleOf } from './scale.ts'
import { emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { oneLine, shortened, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

/** Most series that can be told apart where they overlap; more are stacked. */
const mostOverlaid = 3

/** The names of series with the colour of each. */
interface SeriesColours {
  readonly series: readonly string[]
  readonly colours: readonly string[]
}

type Bin = HistogramChart['panels'][number]['bins'][number]

/** One panel for each column: steps over its numbers, or a bar for each of its levels. */
export function histogramDrawing({ panels }: HistogramChart, width: number, words: FigureWords): Drawing {
  const all = panels.flatMap(({ bins }) => bins)
  if (all.length === 0) return emptyDrawing([], words)
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
      const names = [...new Set(beside.map(({ level }) => level ?? words.withoutPlace))].join(', ')
      notes.push(words.notInPanel(oneLine(label), rows, names))
    }
    const body =
      numbers.length > 0
        ? numberPanel(
            numbers,
            { series, colours },
            own,
            { ...(time && { time }), ...(scale && { scale }) },
            words,
          )
        : levelPanel(levels, { series, colours }, own, words)
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

interface Step {
  readonly low: number
  readonly high: number
  readonly rows: number
}

/** The bins of numbers: a filled step for each series, or the series stacked where they are many. */
function numberPanel(
  bins: readonly Bin[],
  { series, colours }: SeriesColours,
  width: number,
  axis: Omit<Axis, 'label'>,
  words: FigureWords,
) {
  const ends = bins.flatMap(({ low, high }) => [low!, high!])
  const x = scaleOf({ label: '', ...axis }, ends, width > 300 ? 5 : 3)
  // A bin of a single value has no width of its own.
  const least = (x.domain[1] / 100 - x.domain[0] / 100) * 2
  const steps = series.map((name) =>
    bins
      .filter((bin) => bin.series === name)
      .map(({ low, high, rows }) => widened({ low: low!, high: high!, rows }, least))
      .sort((a, b) => a.low - b.low),
  )
  const overlaid = series.length <= mostOverlaid
  const stacked = overlaid ? [] : stackedBins(steps)
  const tops = overlaid ? steps.flat().map(({ rows }) => rows) : stacked.map(({ to }) => to)
  const y = scaleOf({ label: '' }, tops, 3, true)
  const left = tickWidth(y, (text) => textWidth(text, 12)) + 10
  const height = width > 300 ? 190 : 150
  const panel = { width, height, left, right: endRoom(x), top: 22, bottom: 26, x, y, axes: 'xy' as const }
  const marks = overlaid
    ? steps.flatMap((own, i) => [
        Plot.areaY(outline(own), { x: 'x', y2: 'y', y1: 0, fill: colours[i], fillOpacity: 0.22 }),
        Plot.line(outline(own), { x: 'x', y: 'y', stroke: colours[i], strokeWidth: 1.5 }),
      ])
    : [
        Plot.rect(stacked, {
          ...{ x1: 'low', x2: 'high', y1: 'from', y2: 'to', stroke: colour('surface'), strokeWidth: 0.5 },
          fill: { value: ({ series: i }: { series: number }) => colours[i], scale: null },
        }),
      ]
  const label = textTag(words.rows, { x: 0, y: 10, 'font-size': 12, fill: colour('muted') })
  return { content: label + plotted(panel, [...marks, Plot.ruleY([0], { stroke: colour('rule') })]), height }
}

function widened(step: Step, least: number): Step {
  return step.high > step.low ? step : { ...step, low: step.low - least / 2, high: step.high + least / 2 }
}

/** The line around bars without the lines between them; down to zero where bins do not touch. */
function outline(steps: readonly Step[]): { x: number; y: number }[] {
  return steps.flatMap(({ low, high, rows }, i) => [
    ...(i > 0 && steps[i - 1].high === low ? [] : [{ x: low, y: 0 }]),
    { x: low, y: rows },
    { x: high, y: rows },
    ...(i + 1 < steps.length && steps[i + 1].low === high ? [] : [{ x: high, y: 0 }]),
  ])
}

function stackedBins(steps: readonly (readonly Step[])[]) {
  const reached = new Map<string, number>()
  return steps.flatMap((own, series) =>
    own.map(({ low, high, rows }) => {
      const from = reached.get(`${low} ${high}`) ?? 0
      reached.set(`${low} ${high}`, from + rows)
      return { low, high, from, to: from + rows, series }
    }),
  )
}

const mostLevels = 12
const row = 18

/**
 * The levels of a column: one bar each, its series one after another. The rarest of many are one bar
 * together.
 */
function levelPanel(
  bins: readonly Bin[],
  { series, colours }: SeriesColours,
  width: number,
  words: FigureWords,
) {
  const levels = levelsOf(bins, series, words)
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
  return { content: plotted(panel, []) + bars.join('') + textTag(words.rows, label), height: height + 10 }
}

function levelsOf(
  bins: readonly Bin[],
  series: readonly string[],
  words: FigureWords,
): { label: string; rows: number[] }[] {
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
  return [...all.filter((level) => kept.has(level)), { label: words.others(others.length), rows }]
}

function isNumeric({ low, high }: Bin): boolean {
  return [low, high].every((end) => end !== undefined && Math.abs(end) <= 1e307)
}
