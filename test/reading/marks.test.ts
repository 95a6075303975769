import fc from 'fast-check'
import * as criba from 'criba'
import { tableFromCsv } from 'criba'
import type { GivenType, Table } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { openByQueries } from './by-queries.ts'
import { failure, testFolder } from './folder.ts'
import { lines, padding, range } from './text-blocks.ts'

const folder = testFolder()
type Types = Readonly<Record<string, GivenType>>

/** Reads a text with a column of cells and one of numbers, all quoted. */
async function column(cells: readonly string[], separator = ',', types: Types = {}): Promise<Table> {
  const rows = cells.map((cell, i) => `"${cell}"${separator}"${i + 1}"`)
  return tableFromCsv(lines(`x${separator}n`, rows), { types, separator })
}

/** Its values, or its levels as one text, and the codes of its warnings. */
function shown({ columns: [x], warnings }: Table) {
  return [x.type === 'numeric' ? [...x.values] : x.levels.join('|'), ...warnings.map(({ code }) => code)]
}

const read = async (...given: Parameters<typeof column>) => shown(await column(...given))

describe('numbers with a unit', () => {
  it('are read without it if all cells have the same unit', async () => {
    expect(await read(['68%', '7.5 %', '-3%', 'NA'])).toEqual([[68, 7.5, -3, NaN], 'units'])
    expect(await read(['425,87 €', '1.000,00 €', '3,10 €'])).toEqual([[425.87, 1000, 3.1], 'units'])
    expect(await read(['$1,200', '$950', '-$12,500.50', '$-3'])).toEqual([[1200, 950, -12500.5, -3], 'units'])
    expect(await read(['£.5', '£12'])).toEqual([[0.5, 12], 'units'])
    expect(await read(['1 234 €', '12 €'])).toEqual([[1234, 12], 'units'])
    expect(await read(['12,5%', '3%'])).toEqual([[12.5, 3], 'units'])
  })

  it('stay texts if units differ, or some cells have none', async () => {
    expect(await read(['$5', '€5'])).toEqual(['$5|€5'])
    expect(await read(['5%', '5', '6'])).toEqual(['5|5%|6', 'mixed-types'])
    expect(await read(['$', '%'])).toEqual(['$|%'])
    expect(await read(['--$5', '$-+5'])).toEqual(['$-+5|--$5'])
  })

  it('stay texts if a mark may be a decimal mark or a thousands separator', async () => {
    for (const cells of [
      ['1.200 €', '950 €'],
      ['1,359 €', '1,412 €'],
      ['$1.200', '$2.000'],
    ])
      expect((await read(cells)).slice(1)).toEqual(['unclear-marks'])
    expect(await failure(column(['1.200 €', '950 €'], ',', { x: 'numeric' }))).toMatch(
      /^invalid number in column x/,
    )
  })
})

describe('thousands separators', () => {
  it('are recognised if the column determines the decimal mark', async () => {
    expect(await read(['1.234,5', '12,5', '2.000', '7'])).toEqual([
      [1234.5, 12.5, 2000, 7],
      'thousands-marks',
    ])
    expect(await read(['1,234.5', '12.5', '2,000', '7'])).toEqual([
      [1234.5, 12.5, 2000, 7],
      'thousands-marks',
    ])
    expect(await read(['1,234,567', '12,345', '950'])).toEqual([[1234567, 12345, 950], 'thousands-marks'])
    expect(await read(["1'234.5", '12'])).toEqual([[1234.5, 12], 'thousands-marks'])
    expect(await read(['1\u202f234', '12'])).toEqual([[1234, 12], 'thousands-marks'])
    expect(await read(['1 234,5', '12'])).toEqual([[1234.5, 12], 'thousands-marks'])
  })

  it('are refused if it does not', async () => {
    for (const cells of [
      ['1,234', '950'],
      ['1,234', '2.345'],
      ['1 234', '950'],
      ['123.456.789', '101.202.303'],
    ])
      expect(await failure(column(cells))).toMatch(
        /^invalid number in column x, row 1 .*thousands separators/,
      )
    // After semicolons a comma is a decimal mark, after tabs it is ambiguous.
    expect(await failure(column(['1,234', '950'], '\t'))).toMatch(/thousands separators/)
    expect(await read(['1,234', '950'], ';')).toEqual([[1.234, 950], 'decimal-comma'])
  })

  it('are not recognised in addresses, lists, versions or answers', async () => {
    for (const cells of [
      ['192.168.100.101', '192.168.100.102'],
      ['10.168.100.101', '10.168.100.102'],
      ['1,3', '2', '1,2'],
      ['1.2.3', '1.10.0'],
      ['12,34,567', '1'],
      ['01,234.5', '1'],
    ])
      expect((await column(cells)).columns[0].type).toBe('categorical')
  })

  it('are points if commas are decimal marks', async () => {
    // The point separates thousands, because the comma is the decimal mark.
    expect(await read(['1.234', '12,5', '7'], ';')).toEqual([[1234, 12.5, 7], 'thousands-marks'])
    const codes = ['decimal-comma', 'unclear-marks']
    expect(await read(['1.5', '12,5', '1.234'], ';')).toEqual([[1.5, 12.5, 1.234], ...codes])
    expect(await read(['1.234', '2.345'], ';')).toEqual([[1.234, 2.345]])
  })

  it('are recognised late in a long text, in memory, on threads and in the engine', async () => {
    const rows = 26_000
    const late = 24_000
    const cells = Array.from({ length: rows }, (_, row) => (row < late ? `${row % 900},5` : '1.234,5'))
    const path = folder.write(
      'late.csv',
      lines(
        'x;n',
        cells.map((cell) => `${cell};${padding}`),
      ),
    )
    const wanted = (row: number) => (row < late ? (row % 900) + 0.5 : 1234.5)
    for (const threads of [1, 2]) {
      const table = await readTable(path, { threads })
      const [x] = table.columns
      expect(x.type === 'numeric' && x.values.every((value, row) => value === wanted(row))).toBe(true)
      expect(table.warnings.map(({ code }) => code)).toEqual(['thousands-marks'])
    }
    const short = folder.write(
      'short.csv',
      lines(
        'x;n',
        cells.map((cell, row) => `${cell};${row}`),
      ),
    )
    const engine = await openByQueries(short)
    expect(engine.columns[0]).toMatchObject({ type: 'numeric', missing: 0 })
    const { columns } = await criba.describe(engine)
    expect(columns[0]).toMatchObject({ min: 0.5, max: 1234.5, distinct: 901 })
    engine.close()
  })

  it('are read exactly in the formats of several countries', async () => {
    const number = fc.tuple(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.integer({ min: 0, max: 6 }),
    )
    const styles = { en: [',', '.'], de: ['.', ','], ch: ["'", '.'], fr: ['\u202f', ','] } as const
    const unit = fc.constantFrom(['', ''], ['€', ''], ['', '%'], ['', ' €'])
    await fc.assert(
      fc.asyncProperty(
        fc.array(number, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...Object.values(styles)),
        unit,
        async (numbers, [thousands, decimal], [before, behind]) => {
          // The last number determines both marks.
          const plain = [...numbers, [1234567n, 2]].map(([digits, places]) => {
            const sign = (digits as bigint) < 0n ? '-' : ''
            const all = String(digits)
              .replace('-', '')
              .padStart(Number(places) + 1, '0')
            const at = all.length - Number(places)
            return [sign, all.slice(0, at), all.slice(at)] as const
          })
          const cells = plain.map(([sign, whole, fraction]) => {
            const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
            return `${sign}${before}${grouped}${fraction ? decimal + fraction : ''}${behind}`
          })
          const { columns } = await column(cells)
          const wanted = plain.map(([sign, whole, fraction]) => Number(`${sign}${whole}.${fraction}0`))
          expect(columns[0].type === 'numeric' && [...columns[0].values]).toEqual(wanted)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('whole numbers that start with 0', () => {
  it('are codes, wherever in the column they occur', async () => {
    expect(await read(['01011', '20000'])).toEqual(['01011|20000', 'leading-zeros'])
    expect(await read(['20000', '01011', 'NA'])).toEqual(['01011|20000', 'leading-zeros'])
    expect(await read(['\u00a001011', '5'])).toEqual(['5|\u00a001011', 'leading-zeros'])
    expect(await read(['0', '10', '0.5', '00.5', '-01', '1e05'])).toEqual([[0, 10, 0.5, 0.5, -1, 1e5]])
    expect(await read(['01011', '20000'], ',', { x: 'numeric' })).toEqual([[1011, 20000]])
    expect(await read(['01', '2A', '2B', '75'])).toEqual(['01|2A|2B|75'])
  })

  it.each([1, 2])('are codes also late in a long text, on %j threads', async (threads) => {
    const rows = range(26_000).map((row) => `${row === 25_999 ? '00042' : 10_000 + (row % 7)},${padding}`)
    const path = folder.write('zip.csv', lines('zip,n', rows))
    const { columns, warnings } = await readTable(path, { threads })
    const [zip] = columns
    expect(zip.type === 'categorical' && zip.levels).toEqual([
      '00042',
      '10000',
      '10001',
      '10002',
      '10003',
      '10004',
      '10005',
      '10006',
    ])
    expect(warnings).toMatchObject([{ code: 'leading-zeros', columns: ['zip'] }])
    const forced = await readTable(path, { threads, types: { zip: 'numeric' } })
    expect(forced.columns[0].type === 'numeric' && forced.columns[0].values[25_999]).toBe(42)
  })
})

describe('other texts', () => {
  it('of two levels stay two levels', async () => {
    for (const [yes, no] of [
      ['true', 'false'],
      ['yes', 'no'],
      ['TRUE', 'FALSE'],
      ['T', 'F'],
    ])
      expect(await read([yes, no, yes])).toEqual([`${no < yes ? no : yes}|${no < yes ? yes : no}`])
  })

  it('among numbers give a warning, with decimal commas as with decimal points', async () => {
    for (const [cell, separator] of [
      ['1,5', ';'],
      ['1.5', ';'],
      ['1.5', ','],
      ['5%', ','],
    ]) {
      const { warnings } = await column([cell, cell, cell, 'odd'], separator)
      expect(warnings).toMatchObject([{ code: 'mixed-types', column: 'x' }])
      expect(warnings[0].message).toMatch(/1 of 4 cells are not numbers \(first: row 4.*"odd"/)
    }
  })
})
