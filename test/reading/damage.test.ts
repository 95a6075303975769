// What a spreadsheet did to identifiers, codes and ranges, and columns that only look like it.
import { describe, expect, it } from 'vitest'
import { tableFromColumns, tableFromCsv } from 'criba'
import type { ReadOptions } from 'criba/node'
import { openSource } from 'criba/node'
import { cells } from './cells.ts'
import { readColumn } from './read-column.ts'
import { testFolder } from './folder.ts'

/** The column of a text with these cells; commas separate them. */
const read = (
  texts: readonly string[],
  name = 'x',
  options: Pick<ReadOptions, 'types'> = {},
  separator = ',',
) => readColumn(texts, { ...options, name, separator })

const genes = ['TP53', 'BRCA1', 'EGFR', 'KRAS', 'MYC', 'PTEN', 'AKT1', 'CDK4']
const vatNumbers = ['DE123456789', 'FR987654321', 'AT123456780', 'DE123456782', 'DE123456783']

describe('numbers without their digits', () => {
  it.each([
    [
      'articles',
      'x',
      ['4.00639E+12', '4.00639E+12', '4.01234E+12', '4006381333931', '4006381333948'],
      '3×, such as 4.00639E+12',
    ],
    ['articles, all', 'EAN', ['4.00639E+12', '4.00639E+12', '4.01E+12', '4E+12'], '4×, such as 4.00639E+12'],
    [
      'teléfonos',
      'x',
      ['4,91512E+11', '4,91517E+11', '491512345678', '491701234567'],
      '2×, such as 4.91512E+11',
    ],
    ['números de cuenta', 'cuenta', ['1,23457E+11', '1,23457E+11', '9,1E+11'], '3×, such as 1.23457E+11'],
    [
      'Telefonnummern',
      'Telefon',
      ['4,91512E+11', ...['12', '23', '34', '45', '56'].map((end) => `+491512345${end}`), '-'],
      '4,91512E+11 1×',
    ],
    [
      'mit führender Null',
      'x',
      ['4.00639E+12', ...['1', '2', '3', '4', '5'].map((n) => `040063813339${n}`)],
      '4.00639E+12 1×',
    ],
    [
      'partite IVA',
      'x',
      ['1.23457E+11', '1.20346E+11', '1.23457E+11', ...vatNumbers],
      '1.23457E+11 2×, 1.20346E+11 1×',
    ],
    [
      'clones',
      'x',
      ['2.31E+19', '1.00E+05', '2310009E12', '1700020I14', '4930444G20', '1810009A15', 'A730017D01'],
      '2.31E+19 1×, 1.00E+05 1×',
    ],
  ])('%s', async (_, name, texts, shown) => {
    const { warnings } = await read(texts, name, {}, texts[0].includes(',') ? ';' : ',')
    const found = warnings.filter(({ code }) => code === 'lost-digits')
    expect(found).toMatchObject([{ columns: [name] }])
    expect(found[0].message).toContain(`${name} (${shown});`)
    expect(found[0].remedy).toBeUndefined()
  })

  it.each([
    ['concentrations', 'x', ['1.23E+11', '4.56E+12', '7.8E+11', '2.5E+12']],
    ['concentrations beside plain ones', 'x', ['1.23E+11', '4.56E+12', '7.8E+03', '0.5']],
    ['amounts in full', 'gdp', ['123456789012', '250000000000', '300000000000', '987654321098']],
    ['amounts as a program writes them', 'id', ['123456789012.0', '250000000000.0', '300000000000.0']],
    ['limits among numbers', 'x', ['1.23E+11', '<LOD', '2.5E+10', '3.5E+12', 'lost']],
    ['codes without an exponent of Excel', 'x', ['1E5', '2E7', '1E11', 'A1', 'B2', 'C3', 'D4', 'E5']],
    ['one row of two', 'x', ['1.23E+11', '123456789012']],
  ])('are not named in %s', async (_, name, texts) => {
    const { warnings } = await read(texts, name)
    expect(warnings.map(({ code }) => code)).not.toContain('lost-digits')
  })
})

describe('days among codes', () => {
  it.each([
    ['genes', ['2-Sep', '1-Mar', '2-Sep', ...genes], '2-Sep 2×, 1-Mar 1×'],
    ['Gene', ['02. Sep', '1-Mrz', ...genes], '02. Sep 1×, 1-Mrz 1×'],
    ['gènes', ['02-sept', '1-mars', ...genes], '02-sept 1×, 1-mars 1×'],
    ['genes by month', ['Sep-02', 'Mar 1', ...genes], 'Sep-02 1×, Mar 1 1×'],
    ['geni', ['2-set', ...genes], '2-set 1×'],
    ['códigos', ['12-oct', '10-12', '3-11', '4-22', '7-9', '33-1', '2-4'], '12-oct 1×'],
    [
      'many',
      [
        ...['1', '2', '3', '4', '5', '6'].map((day) => `${day}-Sep`),
        ...genes,
        ...vatNumbers,
        ...vatNumbers,
      ].concat(['A1', 'A2', 'A3', 'A4', 'A5']),
      '1-Sep 1×, 2-Sep 1×, 3-Sep 1×, 4-Sep 1×, 5-Sep 1×, others 1×',
    ],
  ])('%s', async (_, texts, shown) => {
    const { type, values, warnings } = await read(texts)
    expect(type).toBe('categorical')
    expect(values).toEqual(texts)
    expect(warnings).toMatchObject([{ code: 'spreadsheet-dates', columns: ['x'] }])
    expect(warnings[0].message).toContain(`x (${shown});`)
  })

  it.each([
    ['days alone', ['2-Sep', '3-Oct', '5-Nov', 'TBA']],
    ['days of a plan', ['W1', 'W2', '24-Dec', '31-Dec', 'W3']],
    ['codes with such letters', ['MAR1', 'SEP2', 'DEC1', 'A1', 'B2', 'C3', 'D4']],
    ['words', ['2-Sep', 'red wine', 'white wine', 'beer', 'water', 'milk', 'juice']],
    ['other words behind a number', ['2-Box', '3-Tin', ...genes]],
  ])('but not %s', async (_, texts) => {
    const { warnings } = await read(texts)
    expect(warnings).toEqual([])
  })

  it('nor where the user says that they are categories', async () => {
    const { warnings } = await read(['2-Sep', ...genes], 'x', { types: { x: 'categorical' } })
    expect(warnings).toEqual([])
  })
})

describe('days among ranges', () => {
  it.each([
    ['05. Sep', ['0-4', '05. Sep', '10. Dez', '15-19', '20-24'], '05. Sep was 5-9, 2×', [2, 7, 11, 17, 22]],
    ['5-Sep', ['1-4', '5-Sep', 'Oct 14', '15-19', '20-24'], '5-Sep was 5-9, 2×', [2.5, 7, 12, 17, 22]],
    // 9 May 2022; 14 October 2022.
    [
      'numbers',
      ['1-4', '44690', '44848', '15-19', '20-24', '25-29'],
      '44690 was 5-9, 2×',
      [2.5, 7, 12, 17, 22, 27],
    ],
    // A sheet has them as dates: of 5-10 with the day or with the month first,
    [
      'dates',
      ['1-4', '2026-05-10', '11-20', '51+', '21-50'],
      '2026-05-10 was 5-10, 1×',
      [2.5, 7.5, 15.5, 51, 35.5],
    ],
    ['dates', ['1-4', '2026-10-05', '11-20', '21-50'], '2026-10-05 was 5-10, 1×', [2.5, 7.5, 15.5, 35.5]],
    // of 1-5 a day of this year, of 11-15 a month of another,
    [
      'days and months',
      ['2026-05-01', '2026-10-06', '2015-11-01', '16-20', '21-30', '31-40'],
      '2026-05-01 was 1-5, 3×',
      [3, 8, 13, 18, 25.5, 35.5],
    ],
    // and of 10-49 a month of the century before.
    [
      'months',
      ['1-4', '5-9', '1949-10-01', '50-64', '65+'],
      '1949-10-01 was 10-49, 1×',
      [2.5, 7, 29.5, 57, 65],
    ],
  ])('%s', async (_, texts, shown, values) => {
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    const types = { x: 'range' } as const
    expect(warnings).toMatchObject([{ code: 'spreadsheet-dates', remedy: { set: { types } } }])
    expect(warnings[0].message).toContain(shown)
    const mended = await read(texts, 'x', { types })
    expect(mended.values).toEqual(values)
    expect(mended.warnings).toEqual([])
    expect(cells(tableFromColumns({ x: texts }, types).columns[0])).toEqual(values)
  })

  it('but not where the others are dates', async () => {
    const { columns, warnings } = await tableFromCsv('x,y\n2026-05-10,1\n2026-06-10,2\n5-10,3\n')
    expect([columns[0].type, warnings.map(({ code }) => code)]).toEqual(['categorical', ['mixed-types']])
  })

  it('are named where the others are results of games', async () => {
    const games = ['0-0', '1-1', '2-2', '14-13', '0-1', '3-3', '15-14', '4-4', '2026-02-01', '2026-03-02']
    const { warnings } = await read(games)
    expect(warnings).toMatchObject([{ code: 'spreadsheet-dates', columns: ['x'] }])
    expect(warnings[0].message).toContain('2026-02-01')
    // Dates beside codes of another kind are their own.
    expect((await read([...genes, '2026-02-01', '2026-03-02'])).warnings).toEqual([])
  })

  it.each([
    ['numbers that are no days between the others', ['1-4', '44690', '5-9', '10-14', '15-19']],
    ['amounts', ['0-9999', '10000-19999', '20000-29999', '44690']],
    ['numbers of other centuries', ['1-4', '99999', '10-14', '15-19', '20-24']],
  ])('but not %s', async (_, texts) => {
    const { warnings } = await read(texts)
    expect(warnings.map(({ code }) => code)).toEqual(['ranges'])
    const { values } = await read(texts, 'x', { types: { x: 'range' } })
    expect(values).toContain(Number(texts.find((text) => /^\d+$/.test(text))))
  })
})

describe('DuckDB', () => {
  const folder = testFolder()

  it('gives the same warnings', async () => {
    const eans = ['4.00639E+12', '4.00639E+12', ...Array.from({ length: 7 }, (_, i) => `400638133393${i}`)]
    const lines = eans.map((ean, i) => `${ean},${['2-Sep', ...genes][i]}`)
    const path = folder.write('damage.csv', `ean,gene\n${lines.join('\n')}\n`)
    const found = await Promise.all(
      (['memory', 'duckdb'] as const).map(async (source) => {
        const opened = await openSource(path, { source })
        opened.close()
        return opened.warnings
      }),
    )
    expect(found[0].map(({ code }) => code)).toEqual(['lost-digits', 'spreadsheet-dates'])
    expect(found[1]).toEqual(found[0])
  })
})
