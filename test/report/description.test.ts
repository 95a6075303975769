import * as criba from 'criba'
import { tableFromColumns } from 'criba'
import type { ColumnDescription, Frequencies, Histogram } from 'criba'
import { describe, expect, it } from 'vitest'
import { descriptionText, frequenciesText, sparkline } from '../../dist/src/report/description-text.js'
import { widthOf } from '../../dist/src/report/text.js'
import { draws } from '../messy/table-text.ts'

describe('a histogram in one line', () => {
  const of = (counts: readonly number[], more: Partial<Histogram> = {}) => ({
    from: 0,
    to: 1,
    counts,
    ...more,
  })

  it('has a block for each bin, as high as its share of the fullest', () => {
    expect(sparkline(of([1, 2, 3, 4, 5, 6, 7, 8]))).toBe('▁▂▃▄▅▆▇█')
    expect(sparkline(of([0, 1, 1000, 0]))).toBe(' ▁█ ')
    expect(sparkline(of([7]))).toBe('█')
    expect(sparkline(of([1000, 876, 875]))).toBe('██▇')
  })

  it('marks values below and above the bins', () => {
    expect(sparkline(of([2, 2], { below: 1, above: 3 }))).toBe('<██>')
    expect(sparkline(of([2, 2], { above: 3 }))).toBe('██>')
    expect(sparkline(of([2, 2], { below: 0, above: 0 }))).toBe('██')
  })

  it('draws two bins as one', () => {
    expect(sparkline(of([1, 3, 4, 4, 1]), 2)).toBe('▄█▁')
  })
})

describe('levels with their shares', () => {
  const of = (counts: Readonly<Record<string, number>>, others = 0): Frequencies => ({
    most: Object.entries(counts).map(([level, count]) => ({ level, count })),
    others,
  })
  const species = of({ Adelie: 152, Gentoo: 124, Chinstrap: 68 })

  it.each([
    [44, 'Adelie 44 % · Gentoo 36 % · Chinstrap 20 %'],
    [42, 'Adelie 44 % · Gentoo 36 % · Chinstrap 20 %'],
    [41, 'Adelie 44 % · Gentoo 36 % · …'],
    [28, 'Adelie 44 % · …'],
    [14, 'Adel… 44 % · …'],
    [13, 'Ade… 44 % · …'],
    [12, ''],
  ])('are as many as fit into %i characters', (width, text) => {
    expect(frequenciesText(species, width)).toBe(text)
  })

  it('are never shown as none or all by rounding', () => {
    expect(frequenciesText(of({ a: 999, b: 1 }), 40)).toBe('a >99 % · b <1 %')
    expect(frequenciesText(of({ a: 5 }), 40)).toBe('a 100 %')
    expect(frequenciesText(of({ a: 1, b: 1 }, 998), 40)).toBe('each <1 %')
    expect(frequenciesText(of({ a: 1, b: 1 }, 2), 40)).toBe('a 25 % · b 25 % · …')
  })

  it('stay on one line', () => {
    expect(frequenciesText(of({ 'a\nb': 1 }), 40)).toBe('a·b 100 %')
  })
})

describe('the description of a messy table', () => {
  const { normal, whole, pick, uniform } = draws(5)
  const rows = Array.from({ length: 300 }, () => null)
  const seconds = (from: string, range: number) =>
    rows.map(() => new Date(Date.parse(from) + 1000 * Math.floor(range * uniform())))
  const table = tableFromColumns({
    'a long name of a column that nobody shortens': rows.map(() => normal()),
    far: rows.map((_, i) => (i === 7 ? 1e9 : normal())),
    sizes: rows.map(() => 10 ** whole(-300, 300)),
    year: seconds('2020-01-01', 300 * 86_400),
    hour: seconds('2020-01-01', 3600),
    empty: rows.map(() => null),
    text: rows.map(() => pick(['one level with a name as long as a sentence', '日本語', 'b'])),
    id: rows.map((_, i) => `row ${i}`),
    few: rows.map(() => whole(0, 3)),
  })
  const shown = async (width: number, target?: string) => {
    const description = await criba.describe(table, target === undefined ? {} : { target })
    return descriptionText(description, 'table', { width, colour: false, lines: 50 }).split('\n')
  }

  it.each([60, 72, 80, 100, 120, 200])('fits into %i characters', async (width) => {
    for (const line of await shown(width)) expect(widthOf(line)).toBeLessThanOrEqual(width)
  })

  it('has histograms, and tells what the marks mean', async () => {
    const lines = await shown(130)
    const rowOf = (name: string) => lines.find((line) => line.startsWith(name))!
    expect(rowOf('far')).toMatch(/ 1\.000e9 {2}[▁-█ ]{12}>/)
    expect(rowOf('few')).toMatch(/ 3 {2}[▂-█]{4}$/)
    expect(rowOf('empty')).toMatch(/300 +0$/)
    expect(rowOf('id')).toMatch(/each <1 %$/)
    expect(lines).toContainEqual(expect.stringMatching(/^< and > stand for values far from the others/))
  })

  it('shows times far apart as dates', async () => {
    const lines = await shown(130)
    const rowOf = (name: string) => lines.find((line) => line.startsWith(name))!
    expect(rowOf('year')).toMatch(/ 2020-01-0\d +2020-10-2\d /)
    expect(rowOf('hour')).toMatch(/ 2020-01-01T00:0\d(:\d\d)? /)
  })

  it('says that it has no space for histograms', async () => {
    expect(await shown(60)).toContain('too narrow to show histograms and cuts: --format json shows')
    expect((await shown(130)).join()).not.toContain('too narrow')
  })

  it('has no title of a range where nothing is a number', async () => {
    const texts = tableFromColumns({ a: ['u', 'v', 'v'], b: ['x', 'x', 'y'] })
    const text = descriptionText(await criba.describe(texts), 'table', {
      width: 80,
      colour: false,
      lines: 50,
    })
    expect(text).toMatch(/^column +type +missing {2}distinct {2}distribution$/m)
    expect(text).toMatch(/ 2 {2}v 67 % · u 33 %$/m)
  })
})

it('has the counts in JSON as in the text', async () => {
  const { columns } = await criba.describe(tableFromColumns({ a: [1, 2, 2], b: ['x', 'y', 'y'] }))
  const [a, b] = columns as readonly [ColumnDescription, ColumnDescription]
  expect(sparkline(a.histogram!)).toBe('▄█')
  expect(frequenciesText(b.frequencies!, 30)).toBe('y 67 % · x 33 %')
})
