import { describe, expect, it } from 'vitest'
import { palette } from '../../dist/src/report/figures/palette.js'
import { inkOn, shadeOf } from '../../dist/src/report/figures/shades.js'

type Rgb = readonly number[]
const schemes = ['light', 'dark'] as const

function linear(hex: string): Rgb {
  return [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}

function times(matrix: readonly Rgb[], colour: Rgb): Rgb {
  return matrix.map((row) => row.reduce((sum, weight, i) => sum + weight * colour[i], 0))
}

/** The contrast of WCAG. */
function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [a, b]
    .map((colour) => times([[0.2126, 0.7152, 0.0722]], colour)[0] + 0.05)
    .sort((p, q) => p - q)
  return high / low
}

/** A colour on a ground, as browsers mix them: by their coded values. */
function mixed(colour: string, ground: string, opacity: number): Rgb {
  const parts = [1, 3, 5].map((at) => {
    const [over, under] = [colour, ground].map((hex) => parseInt(hex.slice(at, at + 2), 16))
    return Math.round(over * opacity + under * (1 - opacity))
      .toString(16)
      .padStart(2, '0')
  })
  return linear(`#${parts.join('')}`)
}

/** The place of a colour in CIE L*a*b*, where distances are seen. */
function lab(colour: Rgb): Rgb {
  const [x, y, z] = times(
    [
      [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
      [0.2126, 0.7152, 0.0722],
      [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
    ],
    colour.map((part) => Math.min(1, Math.max(0, part))),
  ).map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

// Machado, Oliveira and Fernandes 2009, complete blindness.
const sights = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

describe.each(schemes)('colours on %s pages', (scheme) => {
  const ground = linear(palette.surface[scheme])

  it.each(Object.entries(sights))('are apart for eyes that see %s', (_, sight) => {
    const series = Object.entries(palette).filter(([name]) => name.startsWith('series'))
    expect(series).toHaveLength(8)
    const places = series.map(([, colours]) => lab(times(sight, linear(colours[scheme]))))
    const signs = [palette.chosen, palette.negative].map((colours) =>
      lab(times(sight, linear(colours[scheme]))),
    )
    const apart = (a: Rgb, b: Rgb) => Math.hypot(...a.map((part, i) => part - b[i]))
    for (const [i, a] of places.entries())
      for (const b of places.slice(0, i)) expect(apart(a, b)).toBeGreaterThan(11)
    expect(apart(signs[0], signs[1])).toBeGreaterThan(30)
  })

  it('have the contrast that text and marks need', () => {
    expect(contrast(linear(palette.muted[scheme]), ground)).toBeGreaterThan(4.5)
    for (const name of ['chosen', 'negative', 'rule'] as const)
      expect(contrast(linear(palette[name][scheme]), ground)).toBeGreaterThan(3)
  })

  it('leave numbers in cells legible', () => {
    const shade = shadeOf([-1, 1], { label: '' })
    for (let value = -1; value <= 1; value += 1 / 96) {
      const cell = shade(value)
      const name = (text: string) => text.slice(6, -1) as keyof typeof palette
      const ink = linear(palette[name(inkOn(cell))][scheme])
      const under = mixed(palette[name(cell.colour)][scheme], palette.surface[scheme], cell.opacity)
      expect(contrast(ink, under), `${value}`).toBeGreaterThan(4.5)
    }
  })
})
