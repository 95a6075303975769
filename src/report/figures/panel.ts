import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { colour } from './palette.ts'
import { placer } from './scale.ts'
import type { Scale } from './scale.ts'
import { contentOf, tag, textTag } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/** A rectangle with axes, in which marks stand. Margins are inside of its size. */
interface Panel {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly x: Scale
  readonly y: Scale
  readonly xLabel?: string
  readonly yLabel?: string
  /** Which axes have ticks and lines. */
  readonly axes: 'x' | 'y' | 'xy' | ''
}

let page: Document | undefined

/** Marks in a panel, drawn by Plot, as elements of SVG. */
export function plotted(panel: Panel, marks: Plot.Markish[]): string {
  page ??= parseHTML('<html></html>').document
  const { width, height, left, right, top, bottom, x, y, axes } = panel
  const svg = Plot.plot({
    document: page,
    width,
    height,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
    x: { type: x.type, domain: x.domain, axis: null },
    y: { type: y.type, domain: y.domain, axis: null },
    marks: [
      ...(axes.includes('x') ? [Plot.gridX(x.ticks, line)] : []),
      ...(axes.includes('y') ? [Plot.gridY(y.ticks, line)] : []),
      ...marks,
      ...(axes.includes('x')
        ? [Plot.axisX(numbered(x, width - left - right), { ...ticks, text: x.format })]
        : []),
      ...(axes.includes('y') ? [Plot.axisY(y.ticks, { ...ticks, text: y.format })] : []),
    ],
  })
  return tag('g', { 'text-anchor': 'middle' }, contentOf(svg)) + labelsOf(panel)
}

/** The room right of an axis for the half of its last number. */
export function endRoom(x: Scale): number {
  const last = x.ticks.at(-1)
  return Math.max(12, last === undefined ? 0 : Math.ceil(textWidth(x.format(last), 12) / 2) + 1)
}

/** The ticks that have a number: every second, third and so on, where the numbers of all would touch. */
function numbered({ ticks, format, domain, type }: Scale, width: number): readonly number[] {
  const place = placer({ ticks, format, domain, type }, 0, width)
  const ends = ticks.map((tick) => {
    const half = textWidth(format(tick), 12) / 2 + 4
    return [place(tick) - half, place(tick) + half] as const
  })
  for (let every = 1; every < ticks.length; every++) {
    const kept = ends.filter((_, i) => i % every === 0)
    if (kept.every(([start], i) => i === 0 || start >= kept[i - 1][1]))
      return ticks.filter((_, i) => i % every === 0)
  }
  return ticks.slice(0, 1)
}

const line = { stroke: colour('grid'), strokeOpacity: 1 }
const ticks = { tickSize: 0, tickPadding: 6, label: null, fontSize: 12, fill: colour('muted') }

/** The labels of the axes: that of y above it, where it is read first. */
function labelsOf({ width, height, left, right, top, xLabel, yLabel }: Panel): string {
  const x = xLabel && shortened(xLabel, width)
  const half = textWidth(x ?? '') / 2
  const middle = Math.max(half, Math.min(width - half, left + (width - left - right) / 2))
  const y = yLabel && shortened(yLabel, width)
  return [
    x && textTag(x, { x: middle, y: height - 4, 'text-anchor': 'middle' }, xLabel),
    y && textTag(y, { x: 0, y: top - 12 }, yLabel),
  ].join('')
}

/** The widest label of a tick. */
export function tickWidth(scale: Scale, measure: (text: string) => number): number {
  return Math.max(0, ...scale.ticks.map((tick) => measure(scale.format(tick))))
}

const gap = 24

/** The width of each of several panels side by side. */
export function panelWidth(count: number, width: number): number {
  const columns = columnsOf(count, width)
  return (width - (columns - 1) * gap) / columns
}

function columnsOf(count: number, width: number): number {
  const most = width < 460 ? 1 : width < 640 ? 2 : 3
  return count === 4 ? Math.min(2, most) : Math.max(1, Math.min(count, most))
}

/** Panels in rows, each row as high as its highest panel. */
export function arrange(
  panels: readonly { readonly content: string; readonly height: number }[],
  width: number,
): { content: string; height: number } {
  const columns = columnsOf(panels.length, width)
  const own = panelWidth(panels.length, width)
  const content: string[] = []
  let y = 0
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns)
    row.forEach((panel, i) =>
      content.push(tag('g', { transform: `translate(${i * (own + gap)},${y})` }, panel.content)),
    )
    y += Math.max(...row.map(({ height }) => height)) + 14
  }
  return { content: content.join(''), height: y }
}
