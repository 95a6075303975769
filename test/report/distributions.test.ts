// Rows in bins against plain counting, on both sources.
import { readFileSync } from 'node:fs'
import { MemorySource, tableFromColumns, tableFromCsv } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { distributions } from 'criba/report'
import { describe, expect, it } from 'vitest'
import {
  isLogarithmic,
  logarithmicEdges,
  readableEdges,
} from '../../dist/src/analyses/distributions/edges.js'
import { previousNumber } from '../../dist/src/analyses/profile/previous-number.js'
import { sampledRows } from '../../dist/src/analyses/distributions/sampled-rows.js'
import { openByQueries } from '../reading/by-queries.ts'

const cancer = 'examples/breast-cancer.csv'
const [header, ...lines] = readFileSync(cancer, 'utf8').trim().split('\n')
const names = header.split(',')
const cellsOf = (name: string) => lines.map((line) => line.split(',')[names.indexOf(name)])

/** Whether a bin has a value: each has its upper end, the first its lower end too. */
const isIn = (x: number, low: number, high: number, bins: readonly { readonly low?: number }[]) =>
  (x > low || (x === low && low === bins[0].low)) && x <= high

describe('distributions', () => {
  it('count the rows of each bin and class, with the upper end of the bin', async () => {
    const [{ bins }] = await distributions(await readTable(cancer), ['worst perimeter'], {
      target: 'diagnosis',
    })
    const values = cellsOf('worst perimeter').map(Number)
    const classes = cellsOf('diagnosis')
    for (const { low, high, series, rows } of bins) {
      const plain = values.filter((x, i) => isIn(x, low!, high!, bins) && classes[i] === series).length
      expect(rows, `${low} ${series}`).toBe(plain)
    }
    expect(bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(569)
    expect(bins.map(({ low }) => low).filter((_, i) => i % 2 === 0)).toEqual([
      40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240,
    ])
  })

  it('put a value at an edge into the bin below, also at 0, on both sources', async () => {
    const values = [-3, -2, -1, -0.5, -1e-300, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10]
    const table = tableFromColumns({ x: values, y: values.map((_, i) => i % 2) })
    const [{ bins }] = await distributions(table, ['x'])
    for (const { low, high, rows } of bins)
      expect(rows, `${low}`).toBe(values.filter((x) => isIn(x, low!, high!, bins)).length)
    expect(bins.some(({ low }) => low === 0)).toBe(true)
    const duck = await duckSourceOf(table)
    try {
      expect((await distributions(duck, ['x']))[0].bins).toEqual(bins)
    } finally {
      duck.close()
    }
  })

  it('have equally many whole numbers in each bin, as a description has', async () => {
    // 40 numbers, each twice.
    const x = Array.from({ length: 80 }, (_, i) => i >> 1)
    const [{ bins }] = await distributions(tableFromColumns({ x }), ['x'])
    // Nine bins at most for 80 rows: eight of five numbers.
    expect(bins.map(({ low, high, rows }) => [low, high, rows])).toEqual(
      Array.from({ length: 8 }, (_, i) => [5 * i - 0.5, 5 * i + 4.5, 10]),
    )
  })

  it('count levels from the most frequent on, and the rare ones together', async () => {
    const levels = Array.from({ length: 400 }, (_, i) => (i < 300 ? `a${i % 3}` : `b${i % 20}`))
    const table = tableFromColumns({ x: levels, y: levels.map((_, i) => ['u', 'v'][i % 2]) })
    const [{ bins }] = await distributions(table, ['x'])
    expect(bins.slice(0, 3).map(({ level, rows }) => [level, rows])).toEqual([
      ['a0', 100],
      ['a1', 100],
      ['a2', 100],
    ])
    expect(bins.at(-1)).toEqual({ level: '12 other levels', series: '', rows: 60 })
    expect(bins).toHaveLength(12)
    const [{ bins: byClass }] = await distributions(table, ['y'], { target: 'x' })
    const others = byClass.filter(({ series }) => series === '16 other classes')
    expect(others.reduce((sum, { rows }) => sum + rows, 0)).toBe(80)
  })

  it('count weights, leave out gaps, and say why a column has no bins', async () => {
    const table = await tableFromCsv(
      [
        'a,w,empty,id,y',
        ...Array.from(
          { length: 1200 },
          (_, i) => `${i % 5 ? i % 3 : ''},${1 + (i % 2)},,n${i},${i % 2 ? 'u' : 'v'}`,
        ),
      ].join('\n'),
    )
    const [a, empty, id] = await distributions(table, ['a', 'empty', 'id'], { weights: 'w', target: 'y' })
    const plain = (value: number, odd: number) =>
      Array.from({ length: 1200 }, (_, i) => i).filter((i) => i % 5 && i % 3 === value && i % 2 === odd)
        .length *
      (1 + odd)
    for (const { level, series, rows } of a.bins)
      expect(rows).toBe(plain(Number(level), series === 'u' ? 1 : 0))
    expect([empty, id].map(({ bins, why }) => [bins.length, why])).toEqual([
      [0, 'no row has a value'],
      [0, 'it has more than 1000 levels'],
    ])
  })

  it('are the same from DuckDB, dates and gaps included', async () => {
    const file = 'examples/penguins.csv'
    const columns = ['species', 'sex', 'body_mass_g', 'bill_length_mm']
    const duck = await openByQueries(file)
    try {
      for (const spec of [{}, { target: 'island' }])
        expect(await distributions(duck, columns, spec)).toEqual(
          await distributions(await readTable(file), columns, spec),
        )
    } finally {
      duck.close()
    }
    const dates = await tableFromCsv(
      ['day,y', ...Array.from({ length: 40 }, (_, i) => `2024-01-${10 + (i % 20)},${i % 2}`)].join('\n'),
    )
    const [{ time, bins }] = await distributions(dates, ['day'])
    expect(time).toBe('date')
    expect(bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(40)
    expect(bins[0].low).toBeLessThanOrEqual(Date.UTC(2024, 0, 10) / 86_400_000)
  })
})

describe('edges of bins', () => {
  it('are multiples of 1, 2 or 5 times a power of ten that enclose the values', () => {
    expect(readableEdges(0.12, 0.58, 5)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    expect(readableEdges(0, 100, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    expect(readableEdges(-7, 12, 20)).toHaveLength(20)
    let seed = 1
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    for (let run = 0; run < 2000; run++) {
      const scale = Number(`1e${Math.floor(random() * 30) - 15}`)
      const least = (random() - 0.5) * scale
      const most = least + random() * scale * Number(`1e${Math.floor(random() * 6) - 3}`)
      const edges = readableEdges(least, most, 20)
      if (edges === null) continue
      expect(edges[0]).toBeLessThanOrEqual(least)
      expect(edges[1]).toBeGreaterThan(least)
      expect(edges.at(-1)).toBeGreaterThanOrEqual(most)
      expect(edges.at(-2)).toBeLessThan(most)
      expect(edges.length).toBeLessThanOrEqual(22)
      expect(edges.every((edge, i) => i === 0 || edge > edges[i - 1])).toBe(true)
    }
  })

  it('of skewed numbers have one width on a logarithmic axis', () => {
    expect(logarithmicEdges(0.02, 30, 5)).toEqual([0.01, 0.1, 1, 10, 100])
    const quarters = logarithmicEdges(1, 999, 20)!
    expect(quarters).toHaveLength(13)
    for (const [i, edge] of quarters.entries()) expect(Math.log10(edge)).toBeCloseTo(i / 4, 14)
    expect(logarithmicEdges(1, 1000, 20)!.at(-1)).toBe(1000)
    expect(logarithmicEdges(0, 10, 20)).toBe(null)
    expect(logarithmicEdges(1e-320, 10, 20)).toBe(null)
    expect(isLogarithmic(1, 20, 1000)).toBe(true)
    expect(isLogarithmic(1, 21, 1000)).toBe(false)
    expect(isLogarithmic(1.01, 20, 1000)).toBe(false)
    expect(isLogarithmic(0, 20, 1000)).toBe(false)
    expect(isLogarithmic(1, 20, Infinity)).toBe(false)
  })

  it('of skewed numbers count rows as a plain count does, from both sources', async () => {
    const values = Array.from({ length: 300 }, (_, i) => Number(`${1 + (i % 9)}e${((i * i) % 7) - 3}`))
    const table = await tableFromCsv(['x', ...values].join('\n'))
    const [{ scale, bins }] = await distributions(table, ['x'])
    const duck = await duckSourceOf(table)
    expect(await distributions(duck, ['x'])).toEqual(await distributions(table, ['x']))
    duck.close()
    expect(scale).toBe('log')
    for (const { low, high, rows } of bins)
      expect(rows).toBe(values.filter((x) => isIn(x, low!, high!, bins)).length)
    expect(bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(300)
  })

  it('are refused where no width divides the range', () => {
    expect(readableEdges(1, 1, 20)).toBe(null)
    expect(readableEdges(-1.7e308, 1.7e308, 20)).toBe(null)
    expect(readableEdges(1e16, 1e16 + 4, 20)).toBe(null)
  })

  it('have no double between a number and the one just below it', () => {
    for (const x of [1, -1, 0.1, 20, 1e300, -1e-300]) {
      expect(previousNumber(x)).toBeLessThan(x)
      expect((previousNumber(x) + x) / 2 === x || (previousNumber(x) + x) / 2 === previousNumber(x)).toBe(
        true,
      )
    }
    expect(previousNumber(1)).toBe(1 - Number.EPSILON / 2)
    expect(previousNumber(0)).toBe(-Number.MIN_VALUE)
  })
})

describe('rows drawn for a scatter plot', () => {
  it('are rows of the table, as many as asked for, the same from both sources', async () => {
    const file = 'examples/diabetes.csv'
    const table = await readTable(file)
    const size = { most: 100, seed: 3 }
    const found = await sampledRows(new MemorySource(table), ['bmi', 's5'], { target: 'progression' }, size)
    expect([found.rows, found.drawn]).toEqual([442, 100])
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
    // Rows stay together.
    found.target.values.forEach((y, i) => {
      const [bmi, s5] = found.columns.map(({ values }) => values[i])
      expect(rows.some((row) => row[2] === bmi && row[8] === s5 && row[10] === y)).toBe(true)
    })
    const duck = await openByQueries(file)
    try {
      expect(await sampledRows(duck, ['bmi', 's5'], { target: 'progression' }, size)).toEqual(found)
    } finally {
      duck.close()
    }
    const all = await sampledRows(table, ['bmi'], { target: 'progression' }, { most: 500, seed: 0 })
    expect(all.columns[0].values).toEqual(rows.map((row) => row[2]))
    expect(all.target).toEqual({ feature: 'progression', values: rows.map((row) => row[10]) })
  })

  it('have levels by their names, the most frequent first, the rarest as one, and gaps', async () => {
    const cells = Array.from({ length: 60 }, (_, i) =>
      i % 20 === 0 ? null : `l${String(i % 15).padStart(2, '0')}`,
    )
    const table = tableFromColumns({ cells, y: cells.map((_, i) => (i % 3 === 0 ? 'no' : 'yes')) })
    const size = { most: 100, seed: 0 }
    const found = await sampledRows(table, ['cells'], { target: 'y' }, size)
    expect(found.target).toEqual({
      feature: 'y',
      levels: [{ name: 'no' }, { name: 'yes' }],
      values: cells.map((_, i) => (i % 3 === 0 ? 0 : 1)),
    })
    const [{ levels, values }] = found.columns
    expect(levels).toHaveLength(12)
    expect(levels!.at(-1)).toEqual({ name: '4 other levels', others: true })
    // l00, l05 and l10 have three rows each, the others four.
    const named = new Map(levels!.map(({ name }, place) => [name, place]))
    cells.forEach((cell, i) => expect(values[i]).toBe(cell === null ? null : (named.get(cell) ?? 11)))
    const duck = await duckSourceOf(table)
    try {
      expect(await sampledRows(duck, ['cells'], { target: 'y' }, size)).toEqual(found)
    } finally {
      duck.close()
    }
  })
})
