import { describe as describeTable, select, tableFromColumns } from 'criba'
import type { NumericColumn } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { draws } from '../messy/table-text.ts'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()
/** Heights in metres, 1.50 to 1.89, each three times. */
const metres = Array.from({ length: 120 }, (_, i) => (150 + (i % 40)) / 100)
const others = metres.map((_, i) => (i * 37) % 101)

async function unitsOf(values: readonly (number | null)[]) {
  const { warnings } = await describeTable(
    tableFromColumns({ height: values, others: values.map((_, i) => (i * 37) % 101) }),
  )
  return warnings.filter(({ message }) => message.startsWith('numbers that may be in two units'))
}

describe('numbers in two units', () => {
  it('are said with the query that brings them to the usual one, which mends them', async () => {
    const mixed = metres.map((value, i) => (i % 20 === 3 ? Math.round(value * 100) : value))
    const [warning, ...more] = await unitsOf(mixed)
    expect(more).toEqual([])
    expect(warning.columns).toEqual(['height'])
    expect(warning.message).toContain('height (153 and above beside 1.89, a factor of 100)')
    const path = folder.write(
      'heights.csv',
      ['height,others', ...mixed.map((h, i) => `${h},${others[i]}`)].join('\n'),
    )
    const [height] = (await readTable(path, { sql: warning.query! })).columns
    expect(height.type === 'numeric' && [...height.values]).toEqual(metres)
  })

  it.each([
    [
      'a few metres among centimetres',
      metres.map((h, i) => (i % 20 === 3 ? h : Math.round(h * 100))),
      '1.73 and below beside 150, a factor of 100',
    ],
    [
      'one weight in grams',
      metres.map((h, i) => (i === 7 ? 40_000 : Math.round(h * 311) / 10)),
      '40000 and above beside 58.8, a factor of 1000',
    ],
  ])('are found where there are %s', async (_, values, said) => {
    expect((await unitsOf(values)).map(({ message }) => message)).toEqual([expect.stringContaining(said)])
  })

  it('of which both units have as many distinct numbers are usual in that of more rows', async () => {
    // Sixteen weights in grams, and each of eight in kilograms in four rows: of sixteen each the grams are in fewer rows.
    const kilograms = Array.from({ length: 64 }, (_, i) => 2 + (i % 16) / 10)
    const grams = Array.from({ length: 16 }, (_, i) => 2050 + i * 100)
    expect((await unitsOf([...grams, ...kilograms]))[0].message).toContain('2050 and above beside 3.5')
    const many = Array.from({ length: 64 }, (_, i) => 2050 + (i % 16) * 100)
    expect((await unitsOf([...many, ...kilograms.slice(0, 16)]))[0].message).toContain(
      '3.5 and below beside 2050',
    )
  })

  it.each([
    ['one in the larger unit', 1000, 2.5, '2.5 and below beside 1800,'],
    ['one in the smaller unit', 1, 2500, '2500 and above beside 3,'],
  ])('are found among thousands of distinct ones: %s', async (_name, factor, other, said) => {
    const weights = Array.from({ length: 6000 }, (_, i) => 1.8 + ((i * 7) % 6001) / 5000)
    const inUnit = weights.map((w, i) => (i === 4321 ? other : w * factor))
    expect((await unitsOf(inUnit)).map(({ message }) => message)).toEqual([expect.stringContaining(said)])
  })

  it('are not said of thousands of distinct numbers without a gap, or of whole ones', async () => {
    const prices = Array.from({ length: 6000 }, (_, i) => 1.002 ** i)
    const codes = Array.from({ length: 6000 }, (_, i) => (i === 5 ? 2_500_000 : 1000 + ((i * 7) % 3001)))
    expect(await unitsOf(prices)).toEqual([])
    expect(await unitsOf(codes)).toEqual([])
  })

  it.each([
    ['metres alone', metres],
    ['whole numbers with one far away', metres.map((h, i) => (i === 7 ? 17_000 : Math.round(h * 100)))],
    ['numbers over many orders of size', metres.map((_, i) => 1.3 ** i)],
    ['a number that is far away and in no other unit', metres.map((h, i) => (i === 7 ? 900 : h))],
    ['numbers with zeros', metres.map((h, i) => (i === 7 ? 0 : i === 8 ? 170 : h))],
    ['few numbers', metres.map((_, i) => (i % 2 === 0 ? 1.5 + (i % 4) / 10 : 160))],
  ])('are not said of %s', async (_, values) => {
    expect(await unitsOf(values)).toEqual([])
  })

  describe('that spread widely in both', () => {
    const { normal, uniform, whole, pick } = draws(17)
    const lines = Array.from({ length: 400 }, (_, i) => i)
    /** Weights of organs around 0.05 g, most of them between 0.01 and 0.25. */
    const grams = lines.map(() => 0.05 * Math.exp(Math.max(-2, Math.min(2, 0.7 * normal()))))
    /** Of some rows in milligrams, as whole numbers. */
    const inTwo = (share: number, values = grams) =>
      values.map((g, i) => ((i * 7) % 10 < share * 10 ? Math.round(g * 1000) : Number(g.toPrecision(3))))

    it.each([0.4, 0.6, 0.1])('are said with the query: %s of the rows in milligrams', async (share) => {
      const mixed = inTwo(share)
      const [{ columns, query }, ...more] = await unitsOf(mixed)
      expect(more).toEqual([])
      expect(columns).toEqual(['height'])
      const path = folder.write('organs.csv', ['height', ...mixed].join('\n') + '\n')
      const [height] = (await readTable(path, { sql: query! })).columns as readonly NumericColumn[]
      const unit = query!.includes('* 1000') ? 1000 : 1
      // A milligram is rounded to half of it.
      for (const [i, value] of [...height.values].entries())
        expect(Math.abs(Number(value) / unit - grams[i])).toBeLessThan(0.00051)
    })

    it('are said of thousands of distinct ones, from memory and from DuckDB', async () => {
      const many = lines
        .flatMap(() => grams)
        .slice(0, 6000)
        .map((g, i) => g * (1 + i / 1e6))
      const mixed = many.map((g, i) => (i % 3 === 0 ? g * 1000 : g))
      const [{ message }] = await unitsOf(mixed)
      expect(message).toContain('a factor of 1000')
      const duckdb = await duckSourceOf(
        tableFromColumns({ height: mixed, others: mixed.map((_, i) => (i * 37) % 101) }),
      )
      const { warnings } = await describeTable(duckdb)
      duckdb.close()
      expect(warnings.map((one) => one.message)).toContain(message)
    })

    it('are said where some in one unit are a third of the least in the other', async () => {
      // From 3.1 to 38.5 mg in grams, and from 1 to 44 mg.
      const mixed = lines.map((i) => (i % 2 === 0 ? (31 + (i % 60) * 6) / 10_000 : 1 + (i % 44)))
      const [{ message }] = await unitsOf(mixed)
      expect(message).toContain('a factor of 1000')
    })

    it('are said of a column with less between them beside two surer ones', async () => {
      // From 0.004 to 0.21 g, and from 1.2 to 184 mg: nothing over a factor of 5.7.
      const near = lines.map((i) => (i % 2 === 0 ? 0.004 * 1.11 ** (i % 40) : 1.2 * 1.15 ** (i % 37)))
      expect(await unitsOf(near)).toEqual([])
      const found = async (columns: Parameters<typeof tableFromColumns>[0]) => {
        const { warnings } = await describeTable(tableFromColumns(columns))
        return warnings.find(({ message }) => message.startsWith('numbers that may be in two'))!.columns
      }
      expect(await found({ near, sure: inTwo(0.4) })).toEqual(['sure'])
      const all = { near, sure: inTwo(0.4), other: inTwo(0.6) }
      expect(await found(all)).toEqual(['near', 'sure', 'other'])
    })

    it.each([
      ['one unit', grams],
      ['incomes', lines.map(() => Math.exp(10 + 1.5 * normal()))],
      ['populations', lines.map(() => Math.round(Math.exp(8 + 2 * normal())))],
      ['concentrations over many decades', lines.map(() => Math.exp(3 * normal()))],
      ['shares', lines.map(() => uniform())],
      ['p-values', lines.map(() => uniform() ** 4)],
      [
        'prices with a few that are far away',
        lines.map((i) => (i % 90 === 0 ? 4999.99 + i : 3.99 + 60 * uniform())),
      ],
      ['counts of two kinds', lines.map(() => pick([whole(1, 40), whole(2000, 60000)]))],
      ['amounts, half of them 0', lines.map(() => pick([0, 20 + 80 * uniform()]))],
      [
        'mice and elephants in kilograms',
        lines.map(() => pick([0.015 + 0.03 * uniform(), 2500 + 4000 * uniform()])),
      ],
      ['values at a limit', lines.map(() => pick([0.005, 0.2 + 8 * uniform()]))],
      ['a few doses', lines.map(() => pick([0.1, 0.3, 1, 30, 100, 300]))],
      ['two groups without a wide gap', lines.map(() => Math.exp(pick([0, 4.6]) + 0.9 * normal()))],
    ])('but not of %s', async (_, values) => {
      expect(await unitsOf(values)).toEqual([])
    })
  })

  it('are said by a selection too', async () => {
    const mixed = metres.map((value, i) => (i % 20 === 3 ? Math.round(value * 100) : value))
    const y = others.map((other) => (other > 50 ? 'a' : 'b'))
    const { warnings } = await select(tableFromColumns({ height: mixed, others, y }), { target: 'y' })
    expect(warnings.filter(({ message }) => message.includes('two units'))).toHaveLength(1)
  })
})
