import { chartCsv, figureSvg } from 'criba/report'
import { describe, expect, it } from 'vitest'
import { elementsOf, parseMarkup, textOf } from './markup.ts'
import type { HistogramChart, ScatterChart } from '../../src/core/results/chart.ts'
import type { TimeKind } from '../../src/core/spec/rank-spec.ts'

const day = (text: string) => Date.parse(text) / 86_400_000
const second = (text: string) => Date.parse(`${text}Z`) / 1000

function histogram(time: TimeKind, low: number, high: number): HistogramChart {
  return {
    ...{ kind: 'histograms', name: 'times', title: 'Times', caption: 'Rows.' },
    panels: [{ label: 'when', time, bins: [{ low, high, series: '', rows: 3 }] }],
  }
}

/** The texts of the ticks of x. */
function ticksOf(chart: HistogramChart | ScatterChart): string[] {
  const svg = parseMarkup(figureSvg(chart, { use: 'page' }))
  return elementsOf(svg, 'text')
    .filter(({ attributes }) => attributes['y'] === '0.71em')
    .map(textOf)
}

describe('dates and times in figures', () => {
  it('have ticks at full years, months, days, hours and minutes', () => {
    const ticks = (time: TimeKind, low: number, high: number) => ticksOf(histogram(time, low, high))
    expect(ticks('date', day('1991-05-01'), day('2021-01-01'))).toEqual([
      '1995',
      '2000',
      '2005',
      '2010',
      '2015',
      '2020',
    ])
    expect(ticks('date', day('2019-01-01'), day('2019-12-31'))).toEqual([
      '2019-01',
      '2019-03',
      '2019-05',
      '2019-07',
      '2019-09',
      '2019-11',
    ])
    expect(ticks('date', day('2024-02-27'), day('2024-03-02'))).toEqual([
      ...['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'],
    ])
    expect(ticks('datetime', second('2024-03-01T22:10:00'), second('2024-03-02T03:00:00'))).toEqual([
      ...['2024-03-01 23:00', '2024-03-02 00:00', '2024-03-02 01:00', '2024-03-02 02:00', '2024-03-02 03:00'],
    ])
    expect(ticks('time', 0, 86399)).toEqual(['00:00', '06:00', '12:00', '18:00'])
    // Two days are not divided into hours, which dates do not have.
    expect(ticks('date', day('2024-02-28'), day('2024-02-29'))).toEqual(['2024-02-28', '2024-02-29'])
    expect(ticks('date', day('0800-01-01'), day('1900-01-01'))).toEqual([
      '0800',
      '1000',
      '1200',
      '1400',
      '1600',
      '1800',
    ])
  })

  it('stand where a calendar has them', () => {
    const points = ['2020-01-01', '2021-01-01', '2022-01-01'].map((text, y) => ({ x: day(text), y }))
    const svg = parseMarkup(
      figureSvg(
        {
          ...{ kind: 'scatter', name: 'times', title: 'Times', caption: 'Rows.', y: { label: 'y' } },
          panels: [{ label: 'when', time: 'date', points }],
        },
        { use: 'page' },
      ),
    )
    const places = elementsOf(svg, 'text')
      .filter(({ attributes }) => attributes['y'] === '0.71em')
      .map(
        (text) =>
          [textOf(text), Number(/translate\((-?[\d.]+)/.exec(text.attributes['transform'])![1])] as const,
      )
    const first = places.find(([text]) => text.startsWith('2020'))![1]
    const middle = places.find(([text]) => text === '2021-01' || text === '2021')![1]
    const last = places.find(([text]) => text.startsWith('2022'))![1]
    // 2020 has 366 days, 2021 has 365.
    expect((middle - first) / (last - first)).toBeCloseTo(366 / 731, 3)
  })

  it('that are all the same, or outside the calendar, are drawn too', () => {
    for (const [time, value] of [
      ['date', day('2024-02-29')],
      ['datetime', second('2024-02-29T12:34:56')],
      ['time', 0],
      ['date', 1e12],
      ['datetime', -1e300],
    ] as const) {
      const svg = figureSvg(histogram(time, value, value), { use: 'page' })
      expect(svg).not.toMatch(/NaN|Infinity|Invalid/)
    }
  })

  it('are dates in the file of the figure', () => {
    expect(chartCsv(histogram('date', day('2024-02-28'), day('2024-03-10')))).toBe(
      'panel,series,low,high,level,rows\nwhen,,2024-02-28,2024-03-10,,3\n',
    )
    expect(chartCsv(histogram('date', day('2024-02-28') + 0.5, day('2024-02-29')))).toContain(
      '2024-02-28T12:00,2024-02-29',
    )
    const scatter: ScatterChart = {
      ...{ kind: 'scatter', name: 'times', title: 'Times', caption: 'Rows.' },
      y: { label: 'clock', time: 'time' },
      panels: [{ label: 'when', time: 'datetime', points: [{ x: second('2024-02-29T23:59:59'), y: 3600 }] }],
    }
    expect(chartCsv(scatter)).toBe('panel,x,y\nwhen,2024-02-29T23:59:59,01:00\n')
  })
})
