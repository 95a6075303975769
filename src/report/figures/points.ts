import * as Plot from '@observablehq/plot'
import type { PointChart } from '#core'
import { legend, symbolOf } from './legend.ts'
import { seriesColour } from './palette.ts'
import { endRoom, plotted, tickWidth } from './panel.ts'
import { hasPlace, placeNote, placer, scaleOf } from './scale.ts'
import { emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { oneLine, shortened, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface PlacedLabel {
  readonly text: string
  readonly full: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

const size = 12

/**
 * Labels of points: right, left, above or below of each, where they meet no point and no label before; else
 * none.
 */
function placeLabels(
  points: readonly { readonly x: number; readonly y: number; readonly label: string | undefined }[],
  frame: Box,
): PlacedLabel[] {
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 }))
  return points.flatMap(({ x, y, label }) => {
    if (label === undefined) return []
    const text = shortened(label, Math.min(180, (frame.right - frame.left) * 0.45), size)
    const width = textWidth(text, size)
    const places = [
      { x: x + 8, y: y + 4, anchor: 'start', left: x + 8 },
      { x: x - 8, y: y + 4, anchor: 'end', left: x - 8 - width },
      { x, y: y - 8, anchor: 'middle', left: x - width / 2 },
      { x, y: y + 17, anchor: 'middle', left: x - width / 2 },
    ] as const
    for (const { left, ...place } of places) {
      const box = { left, right: left + width, top: place.y - size + 2, bottom: place.y + 3 }
      if (!inside(box, frame) || taken.some((other) => meet(box, other))) continue
      taken.push(box)
      return [{ text, full: label, ...place }]
    }
    return []
  })
}

function inside(box: Box, frame: Box): boolean {
  return (
    box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
  )
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Points in the plane, each series with its colour and its form; labels where they are free. */
export function pointDrawing(chart: PointChart, width: number, words: FigureWords): Drawing {
  const { x: xAxis, y: yAxis } = chart
  const points = chart.points.filter((point) => hasPlace(xAxis, point.x) && hasPlace(yAxis, point.y))
  const notes = [
    ...placeNote(
      xAxis,
      chart.points.map(({ x }) => x),
      'x',
      words,
    ),
    ...placeNote(
      yAxis,
      chart.points.map(({ y }) => y),
      'y',
      words,
    ),
  ]
  if (points.length === 0) return emptyDrawing(notes, words)
  const series = [...new Set(points.flatMap((point) => point.series ?? []))]
  const x = scaleOf(
    xAxis,
    points.map((point) => point.x),
    width < 500 ? 4 : 8,
  )
  const y = scaleOf(
    yAxis,
    points.map((point) => point.y),
    5,
  )
  const plotHeight = width < 500 ? 260 : 360
  const left = tickWidth(y, (text) => textWidth(text, 12)) + 12
  const panel = {
    ...{ width, height: 30 + plotHeight + 46, left, right: endRoom(x), top: 30, bottom: 46 },
    ...{ x, y, xLabel: xAxis.label, yLabel: yAxis.label, axes: 'xy' as const },
  }
  const items = series.map(
    (label, i) => ({ label: oneLine(label), colour: seriesColour(i), mark: 'symbol', symbol: i }) as const,
  )
  const key = legend(series.length < 2 ? [] : items, width)
  const numberOf = (own: string | undefined) => (own === undefined ? 0 : series.indexOf(own))
  const groups = [...new Set(points.map((point) => numberOf(point.series)))]
  const placeX = placer(x, left, width - 14)
  const placeY = placer(y, 30 + plotHeight, 30)
  const named = points.map(({ label, ...point }) => ({ label, x: placeX(point.x), y: placeY(point.y) }))
  const labels = placeLabels(named, { left, right: width, top: 14, bottom: 30 + plotHeight })
  const without = named.filter(({ label }) => label !== undefined).length - labels.length
  if (without > 0) notes.push(words.withoutLabels(without, points.length))
  const content = [
    plotted(
      panel,
      groups.map((group) =>
        Plot.dot(
          points.filter((point) => numberOf(point.series) === group),
          {
            ...{ x: 'x', y: 'y', r: 4, symbol: symbolOf(group), fill: seriesColour(group), fillOpacity: 0.8 },
          },
        ),
      ),
    ),
    ...labels.map(({ text, full, x, y, anchor }) =>
      textTag(text, { x, y, 'text-anchor': anchor, 'font-size': 12 }, full),
    ),
  ]
  return {
    height: key.height + panel.height,
    content: key.content + tag('g', { transform: `translate(0,${key.height})` }, ...content),
    notes,
  }
}
