import * as Plot from '@observablehq/plot'
import type { Axis } from '#core'
import type { Bin, SeriesColours } from './histograms.ts'
import { colour } from './palette.ts'
import { endRoom, plotted, tickWidth } from './panel.ts'
import { scaleOf } from './scale.ts'
import { textTag } from './svg-text.ts'
import { textWidth } from './text-width.ts'

/** Most series that can be told apart where they overlap; more are stacked. */
const mostOverlaid = 3

interface Step {
  readonly low: number
  readonly high: number
  readonly rows: number
}

/** The bins of numbers: a filled step for each series, or the series stacked where they are many. */
export function numberPanel(
  bins: readonly Bin[],
  { series, colours }: SeriesColours,
  width: number,
  axis: Omit<Axis, 'label'>,
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
  const label = textTag('rows', { x: 0, y: 10, 'font-size': 12, fill: colour('muted') })
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
