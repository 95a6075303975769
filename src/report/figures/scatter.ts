import type { ScatterChart } from '#core'
import { colour } from './palette.ts'
import { arrange, endRoom, panelWidth, plotted, tickWidth } from './panel.ts'
import { hasPlace, placeNote, placer, scaleOf } from './scale.ts'
import { dots, emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

const free = { label: '' }

/** One panel for each column against the same y. */
export function scatterDrawing(
  { panels, y: yAxis }: ScatterChart,
  width: number,
  words: FigureWords,
): Drawing {
  const points = panels.flatMap((panel) => panel.points)
  const notes = [
    ...placeNote(
      free,
      points.map(({ x }) => x),
      'x',
      words,
    ),
    ...placeNote(
      yAxis,
      points.map(({ y }) => y),
      'y',
      words,
    ),
  ]
  const isPlaced = ({ x, y }: { x: number; y: number }) => hasPlace(free, x) && hasPlace(yAxis, y)
  const placed = points.filter(isPlaced)
  if (placed.length === 0) return emptyDrawing(notes, words)
  const y = scaleOf(
    yAxis,
    placed.map((point) => point.y),
    4,
  )
  const own = panelWidth(panels.length, width)
  const left = tickWidth(y, (text) => textWidth(text, 12)) + 10
  const height = own > 300 ? 260 : 200
  const drawn = panels.map(({ label, time, scale, points: all }) => {
    const shown = all.filter(isPlaced)
    const x = scaleOf(
      { ...free, ...(time && { time }), ...(scale && { scale }) },
      shown.map((point) => point.x),
      own > 300 ? 5 : 3,
    )
    const right = endRoom(x)
    const panel = { width: own, height, left, right, top: 26, bottom: 26, x, y, axes: 'xy' as const }
    const [placeX, placeY] = [placer(x, left, own - right), placer(y, height - 26, 26)]
    const places = shown.map((point) => ({ x: placeX(point.x), y: placeY(point.y) }))
    const style = { radius: shown.length > 300 ? 1.6 : 2.4, colour: colour('chosen'), opacity: 0.5 }
    const head = { x: left, y: 14, 'font-weight': 600 }
    const content =
      textTag(shortened(label, own - left, 14.3), head, label) + plotted(panel, []) + dots(places, style)
    return { content, height }
  })
  const grid = arrange(drawn, width)
  return {
    height: grid.height + 22,
    content:
      textTag(shortened(yAxis.label, width), { x: 0, y: 13 }, yAxis.label) +
      tag('g', { transform: 'translate(0,22)' }, grid.content),
    notes,
  }
}
