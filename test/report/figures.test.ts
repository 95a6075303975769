import { figureSvg } from 'criba/report'
import { describe, expect, it } from 'vitest'
import { chartsWith, hostileNames, shownAs } from './charts.ts'
import { elementsOf, parseMarkup, placedElements, textOf } from './markup.ts'
import type {
  BarChart,
  Chart,
  GraphChart,
  LandscapeChart,
  LineChart,
  MatrixChart,
} from '../../src/core/results/chart.ts'
import type { MarkupElement } from './markup.ts'

const facts = { name: 'chart', title: 'Title', caption: 'Caption.' }

function drawn(chart: Chart, width?: number): MarkupElement {
  const svg = figureSvg(chart, width === undefined ? {} : { width })
  expect(svg, chart.kind).not.toMatch(/NaN|undefined|Infinity|null/)
  return parseMarkup(svg)
}

function texts(svg: MarkupElement): string[] {
  return elementsOf(svg, 'text').map(textOf)
}

/** Where texts stand that say a number: the labels of ticks. */
function ticksOf(svg: MarkupElement): Map<number, { x: number; y: number }> {
  const labels = placedElements(svg).filter(({ element }) => element.attributes['y'] === '0.71em')
  return new Map(labels.map(({ element, x, y }) => [Number(textOf(element).replace('−', '-')), { x, y }]))
}

describe.each(chartsWith('alpha', 'beta').map((chart) => [chart.name, chart] as const))(
  'a figure of %s',
  (_, chart) => {
    it('is a picture with a title and a description that is the same each time', () => {
      const svg = drawn(chart)
      expect(svg.name).toBe('svg')
      expect(svg.attributes).toMatchObject({ role: 'img', xmlns: 'http://www.w3.org/2000/svg', width: '736' })
      const [title, desc, style] = svg.children as MarkupElement[]
      expect([title.name, textOf(title)]).toEqual(['title', 'Title alpha'])
      expect([desc.name, textOf(desc)]).toEqual(['desc', expect.stringMatching(/^Caption beta/)])
      expect(textOf(style)).toContain('prefers-color-scheme:dark')
      expect(figureSvg(chart)).toBe(figureSvg(chart))
      expect(elementsOf(svg).filter(({ attributes }) => 'id' in attributes)).toEqual([])
    })

    it('is laid out in the width that it is given, and has no style of its own in a page', () => {
      const svg = parseMarkup(figureSvg(chart, { width: 358, use: 'page' }))
      expect(svg.attributes['viewBox']).toMatch(/^0 0 358 /)
      expect(elementsOf(svg, 'style')).toEqual([])
      // Text keeps its size.
      const sizes = elementsOf(svg, 'text').map(({ attributes }) => Number(attributes['font-size'] ?? 13))
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11)
    })

    it('shows names as text, whatever they are', () => {
      const known = 'title desc style g text path rect line circle svg'.split(' ')
      for (const name of hostileNames) {
        const hostile = chartsWith(name, `${name} 2`).find((other) => other.name === chart.name)!
        const svg = drawn(hostile)
        for (const { name: element, attributes } of [svg, ...elementsOf(svg)]) {
          expect(known).toContain(element)
          expect(Object.keys(attributes).filter((key) => /^(on|href|style|xlink)/.test(key))).toEqual([])
        }
        expect(textOf(svg.children[1] as MarkupElement)).toContain(shownAs(name))
      }
    })
  },
)

describe('names', () => {
  it('that are long are shortened, with the whole name where the pointer rests', () => {
    const name = `begin${'x'.repeat(190)}end`
    const svg = drawn({ ...facts, kind: 'bars', value: { label: 'v' }, bars: [{ label: name, value: 1 }] })
    const label = elementsOf(svg, 'text').find((text) => textOf(text).startsWith('begin'))!
    expect(textOf(label)).toMatch(/^beginx+…x+end$/)
    expect(textOf(label).length).toBeLessThan(60)
    expect(elementsOf(label, 'title').map(textOf)).toEqual([name])
  })

  it('are not cut inside a character', () => {
    const family = '👩‍👩‍👧‍👦'
    const svg = drawn({
      ...{ ...facts, kind: 'bars', value: { label: 'v' } },
      bars: [{ label: family.repeat(60), value: 1 }],
    })
    const label = texts(svg).find((text) => text.includes('…'))!
    expect(label.replaceAll(family, '')).toBe('…')
  })
})

describe('bars', () => {
  const chart: BarChart = {
    ...{ ...facts, kind: 'bars', value: { label: 'bits' }, reference: { value: 0.2, label: 'noise' } },
    bars: [
      { label: 'a', value: 0.4, low: 0.2, high: 0.6, chosen: true },
      { label: 'b', value: -0.2 },
      { label: 'c', value: null },
    ],
  }

  it('go from zero to their value', () => {
    const svg = drawn(chart)
    const ticks = ticksOf(svg)
    const rects = placedElements(svg).filter(({ element }) => element.attributes['height'] === '16')
    expect(rects).toHaveLength(2)
    const ends = rects.map(({ element: { attributes }, x }) => {
      const start = x + Number(attributes['x'])
      return [start, start + Number(attributes['width'])]
    })
    for (const [at, from, to] of [
      [0, 0, 0.4],
      [1, -0.2, 0],
    ]) {
      expect(ends[at][0]).toBeCloseTo(ticks.get(from)!.x, 1)
      expect(ends[at][1]).toBeCloseTo(ticks.get(to)!.x, 1)
    }
    expect(texts(svg)).toContain('no value')
  })

  it('have their interval and the reference at their places', () => {
    const svg = drawn(chart)
    const ticks = ticksOf(svg)
    const lines = placedElements(svg).filter(
      ({ element }) => element.name === 'line' || element.name === 'path',
    )
    const dashed = lines.find(({ element }) => element.attributes['stroke-dasharray'] === '4 3')!
    expect(dashed.x + Number(dashed.element.attributes['x1'])).toBeCloseTo(ticks.get(0.2)!.x, 1)
    const interval = lines
      .map(({ element, x }) => ({
        x,
        d: /^M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)$/.exec(element.attributes['d'] ?? ''),
      }))
      .filter(({ d }) => d !== null && d[2] === d[4])
    expect(interval).toHaveLength(2)
    expect(interval[1].x + Number(interval[1].d![1])).toBeCloseTo(ticks.get(0.2)!.x, 1)
    expect(interval[1].x + Number(interval[1].d![3])).toBeCloseTo(ticks.get(0.6)!.x, 1)
  })

  it('that were chosen have another colour, and a bold name', () => {
    const svg = drawn(chart)
    const fills = elementsOf(svg, 'rect').map(({ attributes }) => attributes['class'])
    // Those of the legend come first.
    expect(fills).toEqual(['fill-chosen', 'fill-quiet', 'fill-chosen', 'fill-quiet'])
    const bold = elementsOf(svg, 'text').filter(({ attributes }) => attributes['font-weight'] === '600')
    expect(bold.map(textOf)).toEqual(['Title', 'a'])
  })

  it('of one name without series are as many rows', () => {
    const bars = [1, 2, 3].map((value) => ({ label: 'same', value }))
    const svg = drawn({ ...facts, kind: 'bars', value: { label: 'v' }, bars })
    expect(texts(svg).filter((text) => text === 'same')).toHaveLength(3)
  })
})

describe('lines', () => {
  const chart: LineChart = {
    ...{
      ...facts,
      kind: 'lines',
      x: { label: 'size' },
      y: { label: 'accuracy' },
      marks: [{ x: 2, label: 'chosen' }],
    },
    points: [1, 2, 3].flatMap((x) =>
      ['first', 'second', 'third'].map((series, i) => ({ x, y: 0.9 + i * 1e-4, low: 0.8, high: 1, series })),
    ),
  }

  it('have names at their ends that do not meet', () => {
    const svg = drawn(chart)
    const labels = placedElements(svg)
      .filter(({ element }) => element.name === 'text' && /first|second|third/.test(textOf(element)))
      .map(({ element, y }) => y + Number(element.attributes['y']))
      .sort((a, b) => a - b)
    expect(labels).toHaveLength(3)
    expect(labels[1] - labels[0]).toBeGreaterThanOrEqual(15.9)
    expect(labels[2] - labels[1]).toBeGreaterThanOrEqual(15.9)
  })

  it('have marks where their value is', () => {
    const svg = drawn(chart)
    const mark = placedElements(svg).find(({ element }) => element.attributes['stroke-dasharray'] === '4 3')!
    expect(mark.x + Number(mark.element.attributes['x1'])).toBeCloseTo(ticksOf(svg).get(2)!.x, 1)
    expect(texts(svg)).toContain('chosen')
  })

  it('of many series have a legend', () => {
    const points = Array.from({ length: 40 }, (_, i) => ({ x: 1, y: i, series: `series ${i}` }))
    const svg = drawn({ ...chart, points })
    expect(texts(svg).filter((text) => text.startsWith('series'))).toHaveLength(40)
  })
})

describe('a matrix', () => {
  const size = 4
  const chart: MatrixChart = {
    ...{ ...facts, kind: 'matrix', labels: ['a', 'b', 'c', 'd'], value: { label: 'r', from: 0, to: 1 } },
    values: Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => (i === j ? 1 : (i + j) / 10)),
    ),
    tree: [
      { a: 0, b: 1, height: 0.2 },
      { a: 2, b: 3, height: 0.4 },
      { a: 4, b: 5, height: 0.8 },
    ],
  }

  it('is darker where its value is larger', () => {
    const svg = drawn(chart)
    const shades = elementsOf(svg, 'path').filter(({ attributes }) => 'fill-opacity' in attributes)
    const opacityAt = new Map<string, number>()
    for (const { attributes } of shades)
      for (const [, x, y] of attributes['d'].matchAll(/M([\d.]+),([\d.]+)h/g))
        opacityAt.set(`${x} ${y}`, Number(attributes['fill-opacity']))
    expect(opacityAt.size).toBe(size * size)
    const cells = [...opacityAt].map(([key, opacity]) => ({ at: key.split(' ').map(Number), opacity }))
    cells.sort((p, q) => p.at[1] - q.at[1] || p.at[0] - q.at[0])
    const values = chart.values.flat()
    for (const [i, { opacity }] of cells.entries()) {
      // 24 steps from 0.04 to 0.95.
      expect(Math.abs(opacity - 0.04 - (0.91 * Math.round(values[i]! * 24)) / 24)).toBeLessThan(0.0051)
    }
    expect(texts(svg)).toContain('0.30')
  })

  it('has its tree beside the rows: leaves at their middle, merges at their height', () => {
    const svg = drawn(chart)
    const tree = elementsOf(svg, 'path').find(({ attributes }) => /H.*V.*H/.test(attributes['d'] ?? ''))!
    const merges = [...tree.attributes['d'].matchAll(/M([\d.]+),([\d.]+)H([\d.]+)V([\d.]+)H([\d.]+)/g)].map(
      (merge) => merge.slice(1).map(Number),
    )
    const rows = placedElements(svg)
      .filter(({ element }) => element.name === 'text' && /^[abcd]$/.test(textOf(element)))
      .map(({ element }) => Number(element.attributes['y']))
      .slice(0, size)
    const [first, second, third] = merges
    // Labels stand 4.2 below the middle of their row.
    const leaves = [first[1], first[3], second[1], second[3]]
    for (const [i, leaf] of leaves.entries()) expect(leaf).toBeCloseTo(rows[i] - 4.2, 1)
    expect([third[1], third[3]]).toEqual([(first[1] + first[3]) / 2, (second[1] + second[3]) / 2])
    const base = first[0]
    expect((first[2] - base) / (third[2] - base)).toBeCloseTo(0.25, 2)
    expect((second[2] - base) / (third[2] - base)).toBeCloseTo(0.5, 2)
    expect([third[0], third[4]]).toEqual([first[2], second[2]])
  })

  it('of many columns says that names have no room', () => {
    const labels = Array.from({ length: 200 }, (_, i) => `column ${i}`)
    const values = labels.map(() => labels.map(() => 1))
    const svg = drawn({ ...chart, labels, values, tree: [] })
    expect(texts(svg).join(' ')).toContain('The names of rows and columns have no room here')
    expect(figureSvg({ ...chart, labels, values, tree: [] }).length).toBeLessThan(2_000_000)
  })

  it('has two colours if values are negative, and none where there is no value', () => {
    const svg = drawn({
      ...{ ...chart, labels: ['a', 'b'], value: { label: 'bits' }, tree: [] },
      values: [
        [0.5, -0.25],
        [null, 0],
      ],
    })
    const shades = elementsOf(svg, 'path').map(({ attributes }) => [
      attributes['class'],
      attributes['fill-opacity'],
    ])
    expect(shades).toContainEqual(['fill-chosen', '0.95'])
    expect(shades).toContainEqual(['fill-negative', '0.5'])
    expect(texts(svg)).toContain('no value')
  })
})

describe('a graph', () => {
  const names = Array.from({ length: 30 }, (_, i) => `a column with a long name ${i}`)
  const chart: GraphChart = {
    ...{ ...facts, kind: 'graph', value: { label: 'bits' } },
    nodes: names.map((name, i) => ({ name, value: i })),
    edges: [
      { a: names[0], b: names[7], value: 0.2 },
      { a: names[1], b: names[9], value: -0.1 },
      { a: names[1], b: 'unknown', value: 1 },
    ],
  }

  it.each([704, 358])('%i pixels wide has names that do not meet', (width) => {
    const svg = drawn(chart, width)
    const labels = placedElements(svg).filter(
      ({ element }) => element.name === 'text' && textOf(element).startsWith('a col'),
    )
    expect(labels).toHaveLength(30)
    for (const anchor of ['start', 'end']) {
      const side = labels.filter(({ element }) => element.attributes['text-anchor'] === anchor)
      const places = side.map(({ element, y }) => y + Number(element.attributes['y'])).sort((a, b) => a - b)
      expect(places).toHaveLength(15)
      for (const [i, place] of places.entries()) if (i > 0) expect(place - places[i - 1]).toBeGreaterThan(13)
      expect(places[0]).toBeGreaterThan(0)
      expect(places[14]).toBeLessThan(Number(svg.attributes['height']))
    }
  })

  it('has edges as wide as they are strong, negative ones dashed, and says which it lacks', () => {
    const svg = drawn(chart)
    const edges = elementsOf(svg, 'path').filter(({ attributes }) => attributes['d'].includes('Q'))
    expect(edges.map((edge) => elementsOf(edge, 'title').map(textOf)[0])).toEqual([
      `${names[1]}, ${names[9]}: −0.1`,
      `${names[0]}, ${names[7]}: 0.2`,
    ])
    const [weak, strong] = edges.map(({ attributes }) => attributes)
    expect([weak['class'], strong['class']]).toEqual(['stroke-negative', 'stroke-chosen'])
    expect([weak['stroke-dasharray'] !== undefined, strong['stroke-dasharray']]).toEqual([true, undefined])
    // From 0.75 pixels for nothing to 6 for the strongest.
    expect(Number(weak['stroke-width'])).toBeCloseTo(3.375, 1)
    expect(Number(strong['stroke-width'])).toBe(6)
    expect(texts(svg)).toContain('Not drawn: 1 edge without a node at both ends.')
  })
})

describe('a landscape', () => {
  const chart: LandscapeChart = {
    ...{ ...facts, kind: 'landscape', x: { label: 'bits' }, y: { label: 'variance' }, alpha: 1, beta: 2 },
    sets: [
      { features: ['a'], x: 0.2, y: 0.1, front: true },
      { features: ['b'], x: 0.6, y: 0.4, front: true },
      { features: ['c', 'a'], x: 0.4, y: 0.4 },
    ],
  }

  it('marks the best set, with the line of those as good', () => {
    const svg = drawn(chart)
    const winner = elementsOf(svg, 'g').find(({ attributes }) => attributes['class'] === 'winner')!
    // 0.2 − 0.2 = 0 is best; on the line x = 2 y.
    expect(elementsOf(winner, 'text').map(textOf)).toEqual(['a'])
    expect(texts(svg)).toContain('Best at α = 1, β = 2: a')
    const ring = elementsOf(winner, 'circle')[0].attributes
    const dots = elementsOf(svg, 'circle').filter(({ attributes }) => attributes['r'] === '3.25')
    expect(dots).toHaveLength(2)
    expect([ring['cx'], ring['cy']]).toEqual([dots[0].attributes['cx'], dots[0].attributes['cy']])
    const [, x1, y1, x2, y2] = /^M(-?[\d.]+),(-?[\d.]+)L(-?[\d.]+),(-?[\d.]+)$/
      .exec(elementsOf(winner, 'path')[0].attributes['d'])!
      .map(Number)
    const slope = (y2 - y1) / (x2 - x1)
    expect(Number(ring['cy'])).toBeCloseTo(y1 + (Number(ring['cx']) - x1) * slope, 0)
    // The pixels of a step of x and of y, from the two dots of the front.
    const [first, second] = dots.map(({ attributes }) => [Number(attributes['cx']), Number(attributes['cy'])])
    const [unitX, unitY] = [(second[0] - first[0]) / 0.4, (second[1] - first[1]) / 0.3]
    expect(slope).toBeCloseTo((0.5 * unitY) / unitX, 2)
  })

  it('has no line where α and β are 0, and the smallest set first', () => {
    const svg = drawn({ ...chart, alpha: 0, beta: 0, sets: [...chart.sets].reverse() })
    expect(texts(svg)).toContain('Best at α = 0, β = 0: b')
    const winner = elementsOf(svg, 'g').find(({ attributes }) => attributes['class'] === 'winner')!
    expect(elementsOf(winner, 'path')[0].attributes['d']).toBe('M0,0')
  })

  it('draws 2,047 sets in little', () => {
    const sets = Array.from({ length: 2047 }, (_, i) => ({
      features: ['a'],
      x: Math.sin(i),
      y: Math.cos(i * 7),
    }))
    expect(figureSvg({ ...chart, sets }).length).toBeLessThan(60_000)
  })
})
