import type { Axis } from '#core'
import { shortNumber } from '../numbers.ts'
import { colour } from './palette.ts'
import { hasPlace } from './scale.ts'
import { tag, textTag } from './svg.ts'
import { shortened } from './text-width.ts'
import type { FigureWords } from './words.ts'

/** How a value is shown: its colour, by its sign, and how much of it, by its size. */
export interface Shade {
  readonly colour: string
  readonly opacity: number
  /** From −1 to 1; null without a value. */
  readonly level: number | null
}

const levels = 24

/** The shade of each value: from nothing at 0, or at the lower end, to the full colour at the other. */
export function shadeOf(values: readonly (number | null)[], axis: Axis): (value: number | null) => Shade {
  const { low, high, signed } = endsOf(values, axis)
  return (value) => {
    if (!hasPlace(axis, value)) return { colour: colour('grid'), opacity: 0.35, level: null }
    const level = signed ? value / high : high > low ? (value - low) / (high - low) : 1
    const size = Math.round(Math.min(1, Math.abs(level)) * levels) / levels
    return { colour: colour(level < 0 ? 'negative' : 'chosen'), opacity: round(0.04 + 0.91 * size), level }
  }
}

/** The colour of a number on a shade, with a contrast of 4.5 or more on light and on dark pages. */
export function inkOn({ colour: name, opacity }: Shade): string {
  if (opacity < 0.635) return colour('onFaint')
  return colour(opacity > 0.825 && name === colour('chosen') ? 'onFull' : 'onMiddle')
}

function endsOf(
  values: readonly (number | null)[],
  axis: Axis,
): { low: number; high: number; signed: boolean } {
  let low = axis.from ?? Infinity
  let high = axis.to ?? -Infinity
  for (const value of values) {
    if (!hasPlace(axis, value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return { low: 0, high: 1, signed: false }
  if (low >= 0) return { low: axis.from === undefined ? Math.min(low, 0) : low, high, signed: false }
  const most = Math.max(-low, high)
  return { low: -most, high: most, signed: true }
}

/** What the shades mean: a row of them with numbers. */
export function ramp(
  values: readonly (number | null)[],
  axis: Axis,
  width: number,
  words: FigureWords,
): { content: string; height: number } {
  const { low, high, signed } = endsOf(values, axis)
  const shade = shadeOf(values, axis)
  const steps = signed ? 13 : 9
  const size = Math.min(20, (width * 0.6) / steps)
  const at = (i: number) => (low / (steps - 1)) * (steps - 1 - i) + (high / (steps - 1)) * i
  const boxes = Array.from({ length: steps }, (_, i) => {
    const { colour: fill, opacity } = shade(at(i))
    return tag('rect', { x: i * size, y: 20, width: size - 1, height: 12, fill, 'fill-opacity': opacity })
  })
  const numbers = [0, (steps - 1) / 2, steps - 1].map((i) =>
    textTag(shortNumber(Number(at(i).toPrecision(2))), {
      ...anchorOf(i, steps, size),
      y: 46,
      'font-size': 12,
      fill: colour('muted'),
    }),
  )
  const label = textTag(shortened(axis.label, width), { x: 0, y: 13 }, axis.label)
  const missing = values.some((value) => !hasPlace(axis, value))
  return {
    content: [label, ...boxes, ...numbers, missing ? missingKey(steps * size + 20, words) : ''].join(''),
    height: 60,
  }
}

function missingKey(x: number, words: FigureWords): string {
  const box = tag('rect', { x, y: 20, width: 16, height: 12, fill: colour('grid'), 'fill-opacity': 0.35 })
  const stroke = tag('path', { d: `M${x + 5},30L${x + 11},22`, stroke: colour('rule') })
  return box + stroke + textTag(words.noValue, { x: x + 22, y: 31, 'font-size': 12 })
}

function anchorOf(i: number, steps: number, size: number) {
  if (i === 0) return { x: 0 }
  return i === steps - 1
    ? { x: steps * size, 'text-anchor': 'end' }
    : { x: (i + 0.5) * size, 'text-anchor': 'middle' }
}

function round(x: number): number {
  return Math.round(x * 100) / 100
}
