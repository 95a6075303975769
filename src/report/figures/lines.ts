import * as Plot from '@observablehq/plot'
import type { LineChart } from '#core'
import { legend } from './legend.ts'
import { colour, seriesColour, seriesDash } from './palette.ts'
import { endRoom, plotted, tickWidth } from './panel.ts'
import { hasPlace, placeNote, placer, scaleOf } from './scale.ts'
import { emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { oneLine, shortened, spread, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

type LinePoint = LineChart['points'][number]

const rowHeight = 16

/** A line for each series with its name at its end, the interval of each as a band. */
export function lineDrawing(chart: LineChart, width: number, words: FigureWords): Drawing {
  const { x: xAxis, y: yAxis, marks = [] } = chart
  const points = chart.points.filter((point) => hasPlace(xAxis, point.x) && hasPlace(yAxis, point.y))
  const notes = [
    ...placeNote(
      xAxis,
      [...chart.points, ...marks].map((point) => point.x),
      'x',
      words,
    ),
    ...placeNote(
      yAxis,
      chart.points.flatMap(({ y, low, high }) => [y, low, high]),
      'y',
      words,
    ),
  ]
  if (points.length === 0) return emptyDrawing(notes, words)
  const shownMarks = marks.filter(({ x }) => hasPlace(xAxis, x))
  const series = [...new Set(points.map((point) => point.series))]
  const bands = points.filter(({ low, high }) => hasPlace(yAxis, low) && hasPlace(yAxis, high))
  const x = scaleOf(
    xAxis,
    [...points, ...shownMarks].map((point) => point.x),
    width < 500 ? 4 : 8,
  )
  const y = scaleOf(
    yAxis,
    [...points.map((point) => point.y), ...bands.flatMap(({ low, high }) => [low!, high!])],
    5,
  )
  const plotHeight = width < 500 ? 220 : 300
  // Names stand at the ends of lines, where there is room for them.
  const direct = series.length > 1 && series.length * rowHeight <= plotHeight
  const names = direct
    ? Math.min(width * 0.3, Math.max(...series.map((name) => textWidth(oneLine(name)))))
    : 0
  const key = legend(direct || series.length < 2 ? [] : series.map((label, i) => itemOf(label, i)), width)
  const left = tickWidth(y, (text) => textWidth(text, 12)) + 12
  const right = Math.max(direct ? names + 22 : 0, endRoom(x))
  const rows = markRows(shownMarks, placer(x, left, width - right), width)
  const top = 30 + rows.length * rowHeight
  const panel = {
    ...{ width, height: top + plotHeight + 46, left, right, top, bottom: 46 },
    ...{ x, y, xLabel: xAxis.label, axes: 'xy' as const },
  }
  const place = placer(y, top + plotHeight, top)
  const content = [
    textTag(shortened(yAxis.label, width), { x: 0, y: 14 }, yAxis.label),
    plotted(panel, marksOf(points, bands, series)),
    ...rows.flat().map((mark) => markOf(mark, top, plotHeight)),
    direct
      ? endsOf(
          points,
          series,
          [placer(x, left, width - right), place],
          width - right,
          names,
          top + plotHeight,
        )
      : '',
  ]
  return {
    height: key.height + panel.height,
    content: key.content + tag('g', { transform: `translate(0,${key.height})` }, ...content),
    notes,
  }
}

function itemOf(label: string, i: number) {
  return { label: oneLine(label), colour: seriesColour(i), mark: 'line', dash: seriesDash(i) } as const
}

/** Bands below lines below points; points only where they are few enough to be seen. */
function marksOf(
  points: readonly LinePoint[],
  bands: readonly LinePoint[],
  series: readonly string[],
): Plot.Markish[] {
  return [
    ...series.map((name, i) =>
      Plot.areaY(
        bands.filter((point) => point.series === name),
        {
          ...{ x: 'x', y1: 'low', y2: 'high', fill: seriesColour(i), fillOpacity: 0.14 },
        },
      ),
    ),
    ...series.map((name, i) =>
      Plot.line(
        points.filter((point) => point.series === name),
        {
          ...{ x: 'x', y: 'y', stroke: seriesColour(i), strokeWidth: 2, strokeDasharray: seriesDash(i) },
        },
      ),
    ),
    ...series.map((name, i) => {
      const own = points.filter((point) => point.series === name)
      return Plot.dot(own.length <= 40 ? own : [], { x: 'x', y: 'y', fill: seriesColour(i), r: 2.75 })
    }),
  ]
}

/** The name of each line beside its last point, moved apart where lines end close together. */
function endsOf(
  points: readonly LinePoint[],
  series: readonly string[],
  [placeX, place]: readonly [(x: number) => number, (y: number) => number],
  x: number,
  width: number,
  bottom: number,
): string {
  const lasts = series.map((name) => points.findLast((point) => point.series === name)!)
  const ends = lasts.map(({ y }) => place(y))
  const places = spread(ends, rowHeight, bottom)
  return series
    .map((name, i) => {
      // A line that ends before the others is led to its name by a thin one.
      const end = placeX(lasts[i].x)
      const thin = {
        d: `M${end + 4},${ends[i]}H${x + 3}`,
        fill: 'none',
        stroke: seriesColour(i),
        'stroke-width': 0.75,
      }
      const d = `M${x + 3},${ends[i]}L${x + 10},${places[i]}H${x + 16}`
      const lead = {
        d,
        fill: 'none',
        stroke: seriesColour(i),
        'stroke-width': 2,
        'stroke-dasharray': seriesDash(i),
      }
      return (
        (end < x - 12 ? tag('path', thin) : '') +
        tag('path', lead) +
        textTag(shortened(name, width), { x: x + 20, y: places[i] + 4.5 }, name)
      )
    })
    .join('')
}

interface PlacedMark {
  readonly label: string
  readonly text: string
  readonly x: number
  readonly at: number
  readonly row: number
}

/** Labels of vertical lines, in as many rows as keep them apart. */
function markRows(
  marks: NonNullable<LineChart['marks']>,
  place: (x: number) => number,
  width: number,
): PlacedMark[][] {
  const rows: PlacedMark[][] = []
  const ends: number[] = []
  for (const { x, label } of [...marks].sort((a, b) => a.x - b.x)) {
    const text = shortened(label, width * 0.6, 12)
    const half = textWidth(text, 12) / 2
    const at = Math.min(Math.max(place(x), half), width - half)
    const free = ends.findIndex((end) => end + 10 <= at - half)
    const row = free < 0 ? rows.length : free
    ends[row] = at + half
    rows[row] = [...(rows[row] ?? []), { label, text, x: place(x), at, row }]
  }
  return rows
}

function markOf({ label, text, x, at, row }: PlacedMark, top: number, height: number): string {
  const y = 34 + row * rowHeight
  const line = {
    x1: x,
    x2: x,
    y1: y + 4,
    y2: top + height,
    stroke: colour('rule'),
    'stroke-dasharray': '4 3',
  }
  return tag('line', line) + textTag(text, { x: at, y, 'text-anchor': 'middle', 'font-size': 12 }, label)
}
