import { chartCsv, figureSvg } from 'criba/report'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartsWith } from './charts.ts'
import { elementsOf, parseMarkup, textOf } from './markup.ts'
import type { Chart } from '../../src/core/results/chart.ts'

const facts = { name: 'chart', title: 'Title', caption: 'Caption.' }
const x = { label: 'x' }
const y = { label: 'y' }

/** Charts of every kind with one value at a time and with all of them. */
function chartsOf(values: readonly number[], scale: 'linear' | 'log' = 'linear'): Chart[] {
  const axis = { label: 'v', scale }
  const pairs = values.map((value, i) => ({ x: value, y: values[values.length - 1 - i] }))
  return [
    {
      ...facts,
      kind: 'bars',
      value: axis,
      bars: values.map((value, i) => ({ label: `${i}`, value, low: value, high: value })),
    },
    {
      ...facts,
      kind: 'lines',
      x: axis,
      y: axis,
      points: pairs.map((pair) => ({ ...pair, low: pair.y, high: pair.y, series: 'a' })),
    },
    { ...facts, kind: 'points', x: axis, y: axis, points: pairs },
    { ...facts, kind: 'matrix', labels: values.map(String), value: axis, values: values.map(() => values) },
    {
      ...{
        ...facts,
        kind: 'graph',
        value: axis,
        nodes: [...values.map((value, i) => ({ name: `${i}`, value })), { name: 'z', value: 1 }],
      },
      edges: values.map((value, i) => ({ a: `${i}`, b: 'z', value })),
    },
    {
      ...{ ...facts, kind: 'histograms' },
      panels: [
        { label: 'p', bins: values.map((value) => ({ low: value, high: value, series: 's', rows: 1 })) },
      ],
    },
    { ...facts, kind: 'scatter', y: axis, panels: [{ label: 'p', points: pairs }] },
    {
      ...{ ...facts, kind: 'landscape', x: axis, y: axis, alpha: 1, beta: 1 },
      sets: pairs.map((pair, i) => ({ features: [`${i}`], ...pair })),
    },
  ]
}

/** The texts of a figure, which must be well formed and have no number that is none. */
function textsOf(chart: Chart, width = 704): string[] {
  const svg = figureSvg(chart, { width })
  const root = parseMarkup(svg)
  const numbers = elementsOf(root).flatMap(({ attributes }) => Object.values(attributes))
  for (const value of numbers) expect(value, chart.kind).not.toMatch(/NaN|Infinity|undefined|e[+-]?\d{2}/)
  return elementsOf(root, 'text').map(textOf)
}

describe('figures of extreme values', () => {
  it.each([
    ['nothing', []],
    ['zero', [0]],
    ['one value', [3.5]],
    ['equal values', [0.1, 0.1, 0.1]],
    ['negative values', [-3, -1, -2]],
    ['values next to each other', [1, 1 + 2 ** -52]],
    ['tiny values', [1e-300, 2e-300, 0]],
    ['the least value', [5e-324, 0]],
    ['huge values', [-1e300, 1e300]],
    ['values of all sizes', [1e-300, 1, 1e300]],
    ['values too large', [1.7e308, -1.7e308, 1]],
    ['what are no numbers', [NaN, Infinity, -Infinity, 1]],
  ])('draws %s', (_, values) => {
    for (const scale of ['linear', 'log'] as const)
      for (const chart of chartsOf(values, scale)) for (const width of [704, 240]) textsOf(chart, width)
  })

  it('draws what fast-check finds', () => {
    const number = fc.oneof(
      fc.double(),
      fc.double({ min: -10, max: 10 }),
      fc.constantFrom(0, -0, 1e300, 5e-324),
    )
    const property = fc.property(fc.array(number, { maxLength: 8 }), fc.boolean(), (values, log) => {
      for (const chart of chartsOf(values, log ? 'log' : 'linear')) textsOf(chart)
    })
    fc.assert(property, { numRuns: 10 })
  })

  it('says so where there is nothing to draw', () => {
    const empty = chartsOf([]).filter(({ kind }) => kind !== 'graph')
    const graph: Chart = { ...facts, kind: 'graph', value: x, nodes: [], edges: [] }
    for (const chart of [...empty, graph])
      expect(textsOf(chart), chart.kind).toContain('There is nothing to draw.')
  })

  it('says which values have no place', () => {
    const log = textsOf({
      ...{ ...facts, kind: 'points', x: { ...x, scale: 'log' }, y },
      points: [
        { x: 0, y: 1 },
        { x: 10, y: 1 },
        { x: -1, y: 1 },
      ],
    })
    expect(log.join(' ')).toContain(
      'Not drawn: 2 values of x (zero, negative, or too small or large for a logarithmic axis).',
    )
    const infinite = textsOf({
      ...facts,
      kind: 'bars',
      value: x,
      bars: [{ label: 'perfect', value: Infinity }],
    })
    expect(infinite.join(' ')).toContain('Not drawn: 1 value (infinite or too large).')
    expect(infinite).toContain('∞')
  })

  it('has ticks that tell values apart, and round numbers', () => {
    const ticks = (values: readonly number[], scale: 'linear' | 'log' = 'linear') => {
      const points = values.map((value) => ({ x: value, y: 1 }))
      const svg = parseMarkup(
        figureSvg({ ...facts, kind: 'points', x: { ...x, scale }, y, points }, { use: 'page' }),
      )
      return elementsOf(svg, 'text')
        .filter(({ attributes }) => attributes['y'] === '0.71em')
        .map(textOf)
    }
    expect(ticks([0, 1])).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
    expect(ticks([-2, 31])).toEqual(['−5', '0', '5', '10', '15', '20', '25', '30'])
    expect(ticks([-2, 32])).toEqual(['−5', '0', '5', '10', '15', '20', '25', '30', '35'])
    expect(ticks([1000, 4000])).toEqual(['1,000', '1,500', '2,000', '2,500', '3,000', '3,500', '4,000'])
    expect(ticks([0, 4e300])).toEqual([
      '0',
      '5e299',
      '1e300',
      '1.5e300',
      '2e300',
      '2.5e300',
      '3e300',
      '3.5e300',
      '4e300',
    ])
    expect(ticks([0, 1e-300])).toEqual(['0', '2e−301', '4e−301', '6e−301', '8e−301', '1e−300'])
    expect(ticks([3, 700], 'log')).toEqual(['1', '10', '100', '1,000'])
    expect(ticks([0.02, 0.9], 'log')).toEqual(['0.02', '0.05', '0.1', '0.2', '0.5', '1'])
    expect(ticks([1e-300, 1e300], 'log').length).toBeLessThan(12)
  })
})

describe('charts as CSV', () => {
  const csvOf = (name: string, a: string, b: string) =>
    chartCsv(chartsWith(a, b).find((chart) => chart.name === name)!)

  it('have a line for each mark', () => {
    expect(csvOf('bars', 'a', 'b')).toBe(
      'label,series,value,low,high,chosen\na,,0.6,0.5,0.7,yes\nb,,-0.2,-0.3,0,\nnone,,,,,\n',
    )
    expect(csvOf('lines', 'a', 'b')).toBe(
      'series,x,y,low,high\na,1,0.5,0.4,0.6\na,2,0.7,0.6,0.8\nb,1,0.4,,\nb,2,0.6,,\n',
    )
    expect(csvOf('points', 'a', 'b')).toBe('series,label,x,y\na,a,1,2\nb,b,4,5\n,,2,3\n')
    expect(csvOf('matrix', 'a', 'b')).toBe(',a,b,c\na,1,0.5,\nb,0.5,1,-0.2\nc,,-0.2,1\n')
    expect(csvOf('graph', 'a', 'b')).toBe(
      'a,b,value,chosen\na,,1,yes\nb,,0.5,\nthird,,0,\na,b,0.3,\nb,third,-0.1,\n',
    )
    expect(csvOf('histograms', 'a', 'b')).toBe(
      'panel,series,low,high,level,rows\na,a,0,1,,5\na,a,1,2,,3\na,b,0,1,,2\nb,a,,,a,4\nb,b,,,b,6\n',
    )
    expect(csvOf('scatter', 'a', 'b')).toBe('panel,x,y\na,1,2\nb,3,4\n')
    expect(csvOf('landscape', 'a', 'b')).toBe(
      'features,x,y,front\na,0.5,0.4,yes\nb,0.4,0.5,\n"a,b",0.7,0.45,yes\n',
    )
  })

  it('quote names, and keep all digits', () => {
    expect(csvOf('scatter', 'a "b", c', 'd\ne')).toBe('panel,x,y\n"a ""b"", c",1,2\n"d\ne",3,4\n')
    expect(csvOf('landscape', 'a,b', 'c')).toContain('"""a,b"",c",0.7')
    const value = 0.1 + 0.2
    const csv = chartCsv({
      ...facts,
      kind: 'bars',
      value: x,
      bars: [{ label: 'a', value, low: 5e-324, high: 1e300 }],
    })
    expect(csv.split('\n')[1].split(',').slice(2, 5).map(Number)).toEqual([value, 5e-324, 1e300])
  })
})
