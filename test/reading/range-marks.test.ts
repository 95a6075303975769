// Ranges whose ends have thousands separators: one mark for the whole column, and none that is a guess.
import { describe, expect, it } from 'vitest'
import { tableFromColumns } from 'criba'
import type { ReadOptions } from 'criba/node'
import { openSource, readTable } from 'criba/node'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'
import { readColumn } from './read-column.ts'

type Options = Pick<ReadOptions, 'types' | 'decimal' | 'missingWords'>
const range = { types: { x: 'range' } } as const

const read = (texts: readonly string[], options: Options = {}, separator = ';') =>
  readColumn(texts, { ...options, separator })

/** Cells, the part of the warning that shows one, and the middle of each, half of an upper limit and a lower limit. */
const decided: readonly (readonly [string, readonly string[], string, readonly number[]])[] = [
  [
    'Einkommen',
    ['unter 1.000 €', '1.000 - 1.999 €', '2.000 - 2.999 €', 'über 5.000 €'],
    '1.000 - 1.999 € from 1000 to 1999; unter 1.000 € is 500',
    [500, 1499.5, 2499.5, 5000],
  ],
  [
    'Klassen der amtlichen Statistik',
    ['unter 500 €', '500 bis unter 1.000 €', '1.000 bis unter 2.000 €', '2.000 € und mehr'],
    '500 bis unter 1.000 € from 500 to 1000; unter 500 € is 250',
    [250, 750, 1500, 2000],
  ],
  [
    'persons: 501 is not below 1.5',
    ['1-500', '501-1.500', '1.501-5.000', 'über 5.000'],
    '501-1.500 from 501 to 1500; über 5.000 is 5000',
    [250.5, 1000.5, 3250.5, 5000],
  ],
  [
    'persons: 1.001-5.000 would lie inside 1-1000',
    ['1-1000', '1.001-5.000', '5.001-9.000'],
    '1.001-5.000 from 1001 to 5000',
    [500.5, 3000.5, 7000.5],
  ],
  [
    'between',
    ['between 500 and 1,000', 'between 1,001 and 2,000', 'over 2,000'],
    'between 500 and 1,000 from 500 to 1000; over 2,000 is 2000',
    [750, 1500.5, 2000],
  ],
  [
    'ingresos',
    ['menos de 1.000 €', 'entre 1.000 y 1.500 €', 'entre 1.500 y 2.000 €', 'más de 2.000 €'],
    'entre 1.000 y 1.500 € from 1000 to 1500; menos de 1.000 € is 500',
    [500, 1250, 1750, 2000],
  ],
  [
    'revenus',
    ['moins de 500 €', 'de 500 à moins de 1 000 €', 'de 1 000 à moins de 1 500 €', '1 500 € ou plus'],
    'moins de 500 € is 250',
    [250, 750, 1250, 1500],
  ],
  [
    'redditi',
    ['meno di 1.000 €', '1.000 - 1.999 €', '2.000 - 2.999 €', 'oltre 3.000 €'],
    '1.000 - 1.999 € from 1000 to 1999; meno di 1.000 € is 500',
    [500, 1499.5, 2499.5, 3000],
  ],
  [
    'a zero before the mark',
    ['0.500-1.500', '1.500-2.000', '2.000-2.500'],
    '0.500-1.500 from 0.5 to 1.5',
    [1, 1.75, 2.25],
  ],
]

describe('the column decides the mark', () => {
  it.each(decided)('%s', async (_, texts, shown, values) => {
    for (const separator of [';', '\t', ',']) {
      const { type, warnings } = await read(texts, {}, separator)
      expect(type).toBe('categorical')
      expect(warnings).toMatchObject([{ code: 'ranges', remedy: { set: range, loses: true } }])
      expect(warnings[0].message).toContain(`x (${shown})`)
      const mended = await read(texts, range, separator)
      expect(mended.values).toEqual(values)
      expect(mended.warnings.filter(({ code }) => code !== 'thousands-marks')).toEqual([])
    }
  })

  it('what was read is shown', async () => {
    const { warnings } = await read(['1-500', '501-1.500', '1.501-5.000'], range)
    expect(warnings).toMatchObject([{ code: 'thousands-marks', columns: ['x'] }])
    expect(warnings[0].message).toContain('x (501-1.500 is 1000.5)')
  })
})

describe('a mark that the column leaves open', () => {
  it.each([
    ['weights', ['1.500-2.000', '2.000-2.500', '2.500-3.000'], ',', [1750, 2250, 2750], [1.75, 2.25, 2.75]],
    [
      'prices per litre',
      ['1,400-1,449 €/l', '1,450-1,499 €/l', '1,500-1,549 €/l'],
      '.',
      [1424.5, 1474.5, 1524.5],
      [1.4245, 1.4745, 1.5245],
    ],
    [
      'persons',
      ['1,001-5,000', '5,001-10,000', '> 20,000'],
      '.',
      [3000.5, 7500.5, 20_000],
      [3.0005, 7.5005, 20],
    ],
  ] as const)('%s', async (_, texts, mark, grouped, plain) => {
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    const option = `--decimal ${mark} --types x=range`
    expect(warnings).toMatchObject([
      { code: 'unclear-marks', columns: ['x'], remedy: { option, set: { decimal: mark, ...range } } },
    ])
    expect(warnings[0].message).toContain(option)
    await expect(read(texts, range)).rejects.toMatchObject({ remedy: { set: { decimal: mark } } })
    await expect(read(texts, range)).rejects.toThrow(
      `invalid ranges in column x: "${texts[0]}" may have decimals or thousands (say --decimal`,
    )
    expect((await read(texts, { ...range, decimal: mark })).values).toEqual(grouped)
    const other = await read(texts, { ...range, decimal: mark === '.' ? ',' : '.' })
    other.values.forEach((value, i) => expect(value).toBeCloseTo(plain[i], 12))
    expect(other.warnings).toEqual([])
  })

  it('numbers alone are read as in a column of numbers', async () => {
    expect((await read(['9.427', '2', '4.176'], range)).values).toEqual([9.427, 2, 4.176])
    const among = ['0-9', '10-19', '20-29', '1.368', '5.191', '8.848']
    expect((await read(among)).warnings).toEqual([])
  })

  it('names the cell that is no range with the mark of the others', async () => {
    await expect(read(['501-1.500', '2.5-3.5', '4-6'], range)).rejects.toThrow(/line 2.*"501-1\.500"/)
    await expect(read(['1-2', '501-1.500'], { ...range, decimal: '.' })).rejects.toThrow(/line 3.*"501-1/)
  })
})

describe('what are no ranges', () => {
  it.each([
    ['marks of both kinds', ['1.500-2,500', '2.500-3,500', '3.500-4,500']],
    ['numbers of telephones', ['030 123-456', '040 234-567', '089 345-678']],
    ['ranges that no mark orders', ['501-1.500', '1.500-2', '3-4']],
    ['scores', ['21-15', '15-21', '2-0']],
    ['limits alone', ['unter 1.000', 'über 5.000', 'unter 1.000']],
  ])('%s', async (_, texts) => {
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    expect(warnings).toEqual([])
  })
})

describe('other sources', () => {
  const folder = testFolder()
  const texts = ['1-500', '501-1.500', '1.501-5.000', 'über 5.000']
  const values = [250.5, 1000.5, 3250.5, 5000]

  it('read the same ranges', async () => {
    expect(cells(tableFromColumns({ x: texts }, { x: 'range' }).columns[0])).toEqual(values)
    const listed = texts.map((text) => `('${text}')`).join(', ')
    const parquet = await folder.parquet('ranges.parquet', `SELECT * FROM (VALUES ${listed}) AS t(x)`)
    const json = folder.write('ranges.json', JSON.stringify(texts.map((x) => ({ x }))))
    const csv = folder.write('ranges.csv', `x\n${texts.map((text) => `"${text}"`).join('\n')}\n`)
    for (const path of [parquet, json, csv])
      expect(cells((await readTable(path, range)).columns[0])).toEqual(values)
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(csv, { source })
      expect(opened.warnings.map(({ message }) => message).join()).toContain('501-1.500 from 501 to 1500')
      opened.close()
    }
  })

  it('take the point for the decimal mark where the column leaves it open', async () => {
    const open = ['1.500-2.000', '2.000-2.500']
    expect(cells(tableFromColumns({ x: open }, { x: 'range' }).columns[0])).toEqual([1.75, 2.25])
    const json = folder.write('open.json', JSON.stringify(open.map((x) => ({ x }))))
    expect(cells((await readTable(json, range)).columns[0])).toEqual([1.75, 2.25])
  })
})

describe('ranges of round numbers that overlap', () => {
  it('are named with the type that reads them', async () => {
    const texts = ['0-10', '10-30', '20-40', '30-40', '0-10']
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'ranges', remedy: { option: '--types x=range' } }])
    expect((await read(texts, range)).values).toEqual([5, 20, 30, 35, 5])
  })

  it.each([
    ['results', ['10-5', '5-15', '10-20', '0-10']],
    ['codes', ['2-121', '3-122', '4-123', '2-124']],
    ['few', ['0-10', '5-20', '0-10']],
  ])('are not seen in %s', async (_, texts) => {
    expect((await read(texts)).warnings.map(({ code }) => code)).not.toContain('ranges')
  })
})
