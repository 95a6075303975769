import * as Plot from '@observablehq/plot'
import type { Bar, BarChart } from '#core'
import { alignNumbers, grouped } from '../numbers.ts'
import { legend } from './legend.ts'
import type { LegendItem } from './legend.ts'
import { colour, seriesColour } from './palette.ts'
import { plotted } from './panel.ts'
import { hasPlace, placeNote, placer, scaleOf } from './scale.ts'
import { emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { oneLine, shortened, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

/** Bold letters are as wide as larger ones. */
const bold = 14.3

/** A bar with the place of its upper and its lower edge. */
interface PlacedBar {
  readonly bar: Bar
  readonly number: string
  readonly y1: number
  readonly y2: number
  readonly middle: number
}

/** The bars of one label. */
interface Row {
  readonly label: string
  readonly chosen: boolean
  /** Its upper edge. */
  readonly start: number
  readonly middle: number
  readonly bars: readonly PlacedBar[]
}

/** Horizontal bars, each with its label before it and its number after it. */
export function barDrawing(chart: BarChart, width: number, words: FigureWords): Drawing {
  const { bars, value: axis, reference } = chart
  const values = bars.flatMap(({ value, low, high }) => [value, low, high]).concat(reference?.value ?? [])
  const notes = placeNote(axis, values, 'value', words)
  if (bars.length === 0) return emptyDrawing(notes, words)
  const longest = Math.max(...bars.map(({ label, chosen }) => textWidth(oneLine(label), chosen ? bold : 13)))
  // In narrow figures long labels stand above their bars, where they can be read.
  const above = width < 500 && longest > width * 0.42
  const rows = rowsOf(bars, above ? 19 : 0)
  const placed = rows.flatMap((row) => row.bars)
  const height = placed[placed.length - 1].y2 + 6
  const right = Math.max(...placed.map(({ number }) => textWidth(number, 12))) + 12
  const scale = scaleOf(
    axis,
    values.filter((value) => hasPlace(axis, value)),
    width < 500 ? 3 : 6,
    true,
  )
  const left = above
    ? Math.max(2, Math.ceil(textWidth(scale.format(scale.ticks[0] ?? 0), 12) / 2))
    : Math.min(width * 0.42, longest) + 10
  const key = legend(legendOf(bars, words), width)
  const top = reference && hasPlace(axis, reference.value) ? 20 : 2
  const panel = {
    ...{ width, height: top + height + 46, left, right, top, bottom: 46 },
    ...{ x: scale, y: { type: 'linear', domain: [height, 0], ticks: [], format: String } as const },
    ...{ xLabel: axis.label, axes: 'x' as const },
  }
  const line = top === 20 ? [reference!] : []
  const place = placer(scale, left, width - right)
  const content = [
    plotted(panel, [...marksOf(placed, chart, scale.type === 'log' ? scale.domain[0] : 0)]),
    ...rows.map(({ label, chosen, middle, start }) =>
      above
        ? labelAbove(label, chosen, width, top + start - 5)
        : labelOf(label, chosen, left - 8, top + middle + 4.5),
    ),
    ...placed.map(({ bar, number, middle }) =>
      textTag(bar.value === null ? words.noValue : number, {
        ...{ x: width, y: top + middle + 4, 'text-anchor': 'end', 'font-size': 12, fill: colour('muted') },
      }),
    ),
    ...line.map(({ label, value }) => referenceOf(label, place(value), top, height, width)),
  ]
  return {
    height: key.height + panel.height,
    content: key.content + tag('g', { transform: `translate(0,${key.height})` }, ...content),
    notes,
  }
}

/** Whole numbers with commas, others with the same decimals. */
function numbersOf(values: readonly (number | null)[]): string[] {
  const texts = alignNumbers(values)
  return values.every((value) => value === null || (Number.isSafeInteger(value) && Math.abs(value) < 1e7))
    ? values.map((value, i) => (value === null ? texts[i] : grouped(value).replace('-', '−')))
    : texts
}

/**
 * Bars of one label are one row, also if others stand between them in the data; `head` is the room above each
 * row.
 */
function rowsOf(bars: readonly Bar[], head: number): Row[] {
  const numbers = numbersOf(bars.map(({ value }) => value))
  const several = bars.some(({ series }) => series !== undefined)
  const groups = new Map<string, number[]>()
  bars.forEach(({ label }, i) => {
    // Without series each bar is a row of its own, whatever its label.
    const key = several ? label : `${i}`
    groups.set(key, [...(groups.get(key) ?? []), i])
  })
  const thick = bars.length > 60 ? 11 : several ? 13 : 16
  const space = bars.length > 60 ? 4 : 8
  let y = 4
  return [...groups.values()].map((indexes) => {
    y += head
    const start = y
    const placed = indexes.map((i) => {
      const bar = { bar: bars[i], number: numbers[i], y1: y, y2: y + thick, middle: y + thick / 2 }
      y += thick + 1
      return bar
    })
    y += space
    const chosen = indexes.some((i) => bars[i].chosen === true)
    return {
      label: bars[indexes[0]].label,
      chosen,
      start,
      middle: (start + placed[placed.length - 1].y2) / 2,
      bars: placed,
    }
  })
}

function marksOf(
  placed: readonly PlacedBar[],
  { bars, value: axis }: BarChart,
  base: number,
): Plot.Markish[] {
  const fill = fillOf(bars)
  const drawn = placed.filter(({ bar }) => hasPlace(axis, bar.value))
  const intervals = placed.flatMap(({ bar: { low, high }, middle, y1, y2 }) =>
    hasPlace(axis, low) && hasPlace(axis, high) ? [{ low, high, middle, half: (y2 - y1) / 5 }] : [],
  )
  const ends = intervals.flatMap(({ low, high, middle, half }) =>
    [low, high].map((end) => ({ end, from: middle - half, to: middle + half })),
  )
  const along = { x1: 'low', x2: 'high', y1: 'middle', y2: 'middle' } as const
  return [
    Plot.rect(drawn, {
      x1: ({ bar }: PlacedBar) => Math.min(base, bar.value!),
      x2: ({ bar }: PlacedBar) => Math.max(base, bar.value!),
      ...{ y1: 'y1', y2: 'y2', fill: { value: ({ bar }: PlacedBar) => fill(bar), scale: null } },
    }),
    Plot.ruleX([base], { stroke: colour('rule') }),
    // A bright line below the dark one keeps an interval visible on its bar.
    Plot.link(intervals, { ...along, stroke: colour('surface'), strokeWidth: 3.5 }),
    Plot.link(intervals, { ...along, strokeWidth: 1.25 }),
    Plot.link(ends, { x1: 'end', x2: 'end', y1: 'from', y2: 'to', strokeWidth: 1.25 }),
  ]
}

function seriesOf(bars: readonly Bar[]): string[] {
  return [...new Set(bars.flatMap(({ series }) => series ?? []))]
}

function fillOf(bars: readonly Bar[]): (bar: Bar) => string {
  const series = seriesOf(bars)
  if (series.length > 0) return ({ series: own }) => seriesColour(own === undefined ? 6 : series.indexOf(own))
  const some = bars.some(({ chosen }) => chosen)
  return ({ chosen }) => colour(some && !chosen ? 'quiet' : 'chosen')
}

function legendOf(bars: readonly Bar[], words: FigureWords): LegendItem[] {
  const series = seriesOf(bars)
  if (series.length > 0)
    return series.map((label, i) => ({ label: oneLine(label), colour: seriesColour(i), mark: 'box' }))
  const chosen = bars.filter((bar) => bar.chosen).length
  if (chosen === 0 || chosen === bars.length) return []
  return [
    { label: words.chosen, colour: colour('chosen'), mark: 'box' },
    { label: words.notChosen, colour: colour('quiet'), mark: 'box' },
  ]
}

function labelOf(label: string, chosen: boolean, x: number, y: number): string {
  const weight = chosen ? 600 : undefined
  return textTag(
    shortened(label, x, chosen ? bold : 13),
    { x, y, 'text-anchor': 'end', 'font-weight': weight },
    label,
  )
}

function labelAbove(label: string, chosen: boolean, width: number, y: number): string {
  const weight = chosen ? 600 : undefined
  // It stays readable on the lines behind it.
  const halo = { stroke: colour('surface'), 'stroke-width': 4, 'paint-order': 'stroke' }
  return textTag(
    shortened(label, width - 2, chosen ? bold : 13),
    { x: 2, y, ...halo, 'font-weight': weight },
    label,
  )
}

/** The dashed line across all bars. */
function referenceOf(label: string, x: number, top: number, height: number, width: number): string {
  const text = shortened(label, width * 0.6, 12)
  const half = textWidth(text, 12) / 2
  const at = Math.min(Math.max(x, half), width - half)
  const line = {
    x1: x,
    x2: x,
    y1: top - 4,
    y2: top + height,
    stroke: 'currentColor',
    'stroke-dasharray': '4 3',
  }
  return (
    tag('line', line) + textTag(text, { x: at, y: top - 8, 'text-anchor': 'middle', 'font-size': 12 }, label)
  )
}
