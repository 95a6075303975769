// Cells of several numbers between blanks, and days and months in digits: named, with the query that reads them.
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromCsv } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { inOrder, named } from './cells.ts'
import { isLong } from '../properties/runs.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

/** The query of a warning. */
function queryIn(message: string): string {
  const word = /--sql (?:"([^"]*)"|'((?:[^']|'\\'')*)')/.exec(message)!
  return word[1] ?? word[2].replaceAll("'\\''", "'")
}

const fileOf = (name: string, texts: readonly string[]) =>
  folder.write('several.csv', `${name};y\n${texts.map((cell, i) => `${cell};${i}`).join('\n')}\n`)

describe('numbers with a cross between them', () => {
  it('are no hexadecimal codes', async () => {
    const { columns, warnings } = await readTable(fileOf('status', ['0x00', '0x04', '0x10', '0x1F', '0x00']))
    expect([columns[0].type, warnings]).toEqual(['categorical', []])
  })

  it('are named, with the query that makes a column of each', async () => {
    const path = fileOf('size', ['30x40', '2,5 × 3 × 4', '10 X 15', '', '7.5x10'])
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['size'] }])
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(inOrder(mended)).toEqual([
      ['y', [0, 1, 2, 3, 4]],
      ['size_1', [30, 2.5, 10, null, 7.5]],
      ['size_2', [40, 3, 15, null, 10]],
      ['size_3', [null, 4, null, null, null]],
    ])
  })
})

it('numbers of one digit with a cross between them are kinds of drives', async () => {
  const { columns, warnings } = await readTable(fileOf('drive', ['4x4', '4x2', '6x4', '4x4']))
  expect(columns[0].type).toBe('categorical')
  expect(warnings).toEqual([])
})

describe('small numbers with a slash', () => {
  it('are named, with the query that makes a column of each', async () => {
    const path = fileOf('apgar', ['5/10', '4/9', '9/8', '', '7/8', '10/10'])
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['apgar'] }])
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(named(mended)).toEqual({
      y: [0, 1, 2, 3, 4, 5],
      apgar_1: [5, 4, 9, null, 7, 10],
      apgar_2: [10, 9, 8, null, 8, 10],
    })
  })

  it.each([
    ['fractions', ['1/2', '3/4', '5/8', '7/8', '1/4']],
    ['days', ['5/10', '4/9', '15/8', '31/12', '9/8']],
    ['sizes', ['8/10', '6/8', '10/12', '4/6']],
  ])('are not seen in %s', async (_, texts) => {
    expect((await readTable(fileOf('x', texts))).warnings).toEqual([])
  })
})

describe('whole temperatures with C and F', () => {
  it('are named where all with an F are above those with a C', async () => {
    const path = fileOf('water', ['15C', '59F', '16C', '68F', '17C', '50F'])
    const { warnings } = await readTable(path)
    expect(warnings).toMatchObject([{ code: 'mixed-units', columns: ['water'] }])
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(named(mended).water).toEqual([15, 15, 16, 20, 17, 10])
  })

  it('may be seats', async () => {
    expect((await readTable(fileOf('seat', ['12C', '14F', '30C', '2F', '7C', '8F']))).warnings).toEqual([])
  })
})

describe('temperatures in °C and °F', () => {
  it('are named, with the query that brings them to °C', async () => {
    const path = fileOf('temp', ['20.5 °C', '50 °F', '-40°F', '-40°C', '37,5 °C', '212 °F'])
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'mixed-units', columns: ['temp'] }])
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(named(mended)).toEqual({ y: [0, 1, 2, 3, 4, 5], temp: [20.5, 10, -40, -40, 37.5, 100] })
  })
})

describe('numbers between blanks', () => {
  it('are named, with the query that makes a column of each', async () => {
    const path = fileOf('gps', [
      '48.137 11.575 519.5 4.8',
      '-33.9 18.42 12 5',
      '40.4168  -3.7038',
      '',
      '19.4326 -99.1332 2240 6.25',
    ])
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['gps'] }])
    expect(warnings[0].message).toContain('gps (48.137 11.575 519.5 4.8)')
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(inOrder(mended)).toEqual([
      ['y', [0, 1, 2, 3, 4]],
      ['gps_1', [48.137, -33.9, 40.4168, null, 19.4326]],
      ['gps_2', [11.575, 18.42, -3.7038, null, -99.1332]],
      ['gps_3', [519.5, 12, null, null, 2240]],
      ['gps_4', [4.8, 5, null, null, 6.25]],
    ])
    expect(mended.warnings).toEqual([])
  })

  it('may have commas or semicolons between them, and brackets around', async () => {
    const texts = ['48.137, 11.575', '(-33.9, 18.42)', '40.4168,-3.7038', '19.4326; -99.1332']
    const path = folder.write('points.csv', `at\ty\n${texts.map((cell, i) => `${cell}\t${i}`).join('\n')}\n`)
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings[0].message).toContain(
      'several numbers in each cell, read as categorical: at (48.137, 11.575)',
    )
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(named(mended)).toEqual({
      y: [0, 1, 2, 3],
      at_1: [48.137, -33.9, 40.4168, 19.4326],
      at_2: [11.575, 18.42, -3.7038, -99.1332],
    })
  })

  it.each([
    ['points', ['2.46(2)', '2.85 (4)', '12.1(25)']],
    ['commas', ['2,46(2)', '2,85 (4)', '12,1(25)']],
  ])('in brackets have a query that reads them, with decimal %s', async (_, texts) => {
    const path = fileOf('bond', texts)
    const { warnings } = await readTable(path)
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(named(mended)).toEqual({ y: [0, 1, 2], bond_1: [2.46, 2.85, 12.1], bond_2: [2, 4, 25] })
  })

  it('stand in columns of any name, words of SQL too', async () => {
    const engine = await DuckDBInstance.create(':memory:')
    const keywords = await (
      await engine.connect()
    ).runAndReadAll(
      `SELECT keyword_name FROM duckdb_keywords() ${isLong ? '' : "WHERE keyword_category <> 'unreserved'"}`,
    )
    const names = keywords.getRows().map(([name]) => String(name))
    engine.closeSync()
    // Words that are not reserved are names like any other: all of them in the long tests.
    expect(names.length).toBeGreaterThan(isLong ? 400 : 100)
    const rows = ['48.1 11.5', '47.2 8.5', '52.5 13.4'].map((cell) => names.map(() => cell).join(';'))
    const path = folder.write('words.csv', [names.join(';'), ...rows].join('\n'))
    const { warnings } = await readTable(path)
    const mended = named(await readTable(path, { sql: queryIn(warnings[0].message) }))
    for (const name of names) expect(mended[`${name}_2`]).toEqual([11.5, 8.5, 13.4])
  })

  it('may have decimal commas', async () => {
    const path = fileOf('xy', ['48,137 11,575', '47,2 8,5', '52,52 13,405'])
    const { warnings } = await readTable(path)
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(named(mended)).toEqual({ y: [0, 1, 2], xy_1: [48.137, 47.2, 52.52], xy_2: [11.575, 8.5, 13.405] })
  })

  it.each([
    ['thousands', ['12 345', '1 234', '45 678', '1 234 567']],
    ['versions', ['1.2 3', '1.4 2', '2.0 1']],
    ['few', ['1.5 2.5', 'red', 'green', 'blue', 'black']],
  ])('are not seen in %s', async (_, texts) => {
    const { warnings } = await readTable(fileOf('x', texts))
    expect(warnings.filter(({ code }) => code === 'doubtful-numbers')).toEqual([])
  })
})

describe('days and months in digits', () => {
  const dayOf = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000
  it.each([
    [
      'DDMM',
      'Belegdatum',
      ['601', '902', '2703', '1102', '2402'],
      ['01-06', '02-09', '03-27', '02-11', '02-24'],
    ],
    [
      'DDMM',
      'Datum',
      ['0601', '0902', '2703', '1102', '2402'],
      ['01-06', '02-09', '03-27', '02-11', '02-24'],
    ],
    ['MMDD', 'date', ['106', '209', '327', '1231', '229'], ['01-06', '02-09', '03-27', '12-31', '02-29']],
  ])('%s of %s are named, with the query that makes dates of them', async (order, name, digits, dates) => {
    const path = fileOf(name, digits)
    const { warnings } = await readTable(path)
    expect(warnings).toMatchObject([{ code: 'unread-dates', columns: [name] }])
    expect(warnings[0].message).toContain(`: ${order})`)
    const sql = queryIn(warnings[0].message).replace('2000', '2024')
    const { columns } = await readTable(path, { sql })
    expect(columns[0]).toMatchObject({
      time: 'date',
      values: Float64Array.from(dates, (d) => dayOf(`2024-${d}`)),
    })
  })

  it.each([
    ['another name', 'n', ['601', '902', '2703', '1102', '2402']],
    ['no day above 12', 'date', ['601', '902', '703', '1102', '402']],
    ['no month', 'date', ['601', '902', '2713', '1102', '2402']],
    ['no day', 'date', ['601', '902', '3102', '1102', '3002']],
    ['few', 'date', ['601', '902', '2703', '601']],
    ['years', 'date', ['1999', '2001', '2005', '2011', '2024', '2012']],
    ['fractions', 'date', ['601.5', '902', '2703', '1102', '2402']],
  ])('are not seen with %s', async (_, name, digits) => {
    const text = `${name};y\n${digits.map((cell, i) => `${cell};${i}`).join('\n')}\n`
    const { columns, warnings } = await tableFromCsv(text)
    expect([columns[0].type, warnings]).toEqual(['numeric', []])
  })
})

describe('numbers between the same words', () => {
  it('are named, with the query that makes a column of each', async () => {
    const cells = ['3x de R$ 12,62', '10x de R$ 1.004,90', '6x de R$ 8', '2x de R$ 99,5', '1x de R$ 7,25']
    const path = fileOf('plan', cells)
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['plan'] }])
    const mended = await readTable(path, { sql: warnings[0].query! })
    expect(named(mended)).toEqual({
      y: [0, 1, 2, 3, 4],
      plan_1: [3, 10, 6, 2, 1],
      plan_2: [12.62, 1004.9, 8, 99.5, 7.25],
    })
  })

  it.each([
    ['codes', ['AB-12-34', 'AB-13-35', 'AB-14-36', 'AB-15-37', 'AB-16-38']],
    [
      'other words',
      ['3 adults 2 dogs', '1 adult 4 cats', '2 adults 1 dog', '5 adults 7 dogs', '4 kids 3 cats'],
    ],
    [
      'marks that may separate thousands',
      ['a 1.234 b 5', 'a 2.345 b 6', 'a 3.456 b 7', 'a 4.567 b 8', 'a 5.678 b 9'],
    ],
    ['the same number', ['2nde 1 a', '2nde 2 a', '2nde 3 a', '2nde 4 a', '2nde 5 a']],
  ])('are not %s', async (_, cells) => {
    expect((await readTable(fileOf('code', cells))).warnings).toEqual([])
  })
})

it('two numbers in a cell may have a decimal comma', async () => {
  const path = fileOf('TA', ['120/80', '118/76', '131/91', '142/88', '12,5/8', '150/95'])
  const { warnings } = await readTable(path)
  const mended = await readTable(path, { sql: warnings[0].query! })
  expect(named(mended)).toMatchObject({
    TA_1: [120, 118, 131, 142, 12.5, 150],
    TA_2: [80, 76, 91, 88, 8, 95],
  })
})
