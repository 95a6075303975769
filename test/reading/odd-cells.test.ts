// Columns of which most cells are numbers or dates, and some are not: one line names what keeps them from being read.
import { tableFromCsv } from 'criba'
import type { ReadOptions } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'

type Options = Pick<ReadOptions, 'types' | 'missingWords' | 'decimal'>

const textOf = (rows: readonly string[], name = 'x') =>
  `${name},n\n${rows.map((cell, i) => `"${cell.replaceAll('"', '""')}",${i}`).join('\n')}\n`

async function read(rows: readonly string[], options: Options = {}, name = 'x') {
  const { columns, warnings } = await tableFromCsv(textOf(rows, name), options)
  return { column: columns[0], values: cells(columns[0]), warnings }
}

const repeated = (words: readonly string[], times: number) =>
  Array.from({ length: times }, () => words).flat()

describe('a word among numbers or dates is named with the option that reads the rest', () => {
  const prices = ['€ 90/mese', '€ 110/mese', '€ 75/mese', '€ 300/mese']
  const rain = ['4,5', '2,8', '12,6', '7,1', '3,3', '9,9']
  const dates = ['13.02.23', '28.04.23', '15.07.23', '30.11.23', '01.12.23', '24.12.23', '31.01.23']
  it.each([
    ['an amount per month', [...prices, 'Sospeso'], { missingWords: ['+Sospeso'] }, [90, 110, 75, 300, null]],
    [
      'decimal commas between commas',
      [...rain, 'avería'],
      { missingWords: ['+avería'], types: { x: 'numeric' } },
      [4.5, 2.8, 12.6, 7.1, 3.3, 9.9, null],
    ],
    [
      'one unit that no table knows',
      ['3 vueltas', '5 vueltas', '8 vueltas', '9 vueltas', 'abandono'],
      { missingWords: ['+abandono'] },
      [3, 5, 8, 9, null],
    ],
    ['dates with short years', [...dates, 'offen', 'offen'], { missingWords: ['+offen'] }, null],
  ] as const)('%s', async (_, rows, set, values) => {
    const many = [...rows, ...rows]
    const { column, warnings } = await read(many)
    expect(column.type).toBe('categorical')
    const [warning, ...others] = warnings
    expect(others).toEqual([])
    expect(warning).toMatchObject({ code: 'mixed-types', column: 'x', remedy: { set, loses: true } })
    const mended = await read(many, set)
    expect(mended.column.type).toBe('numeric')
    if (values) expect(mended.values).toEqual([...values, ...values])
    expect(mended.warnings.map(({ code }) => code)).not.toContain('mixed-types')
  })

  it('and other texts with their counts, numbers with a unit apart', async () => {
    const { warnings } = await read([...repeated(['31', '32', '35', '38'], 4), '33 anni', 'trenta', 'trenta'])
    expect(warnings).toMatchObject([{ code: 'mixed-types' }])
    expect(warnings[0].message).toContain('"33 anni" 1×, "trenta" 2×')
  })

  it('but not lists of answers, which a comma separates too', async () => {
    const { warnings } = await read(['1,3', '2,4', '1,2', '2,5', '3,4', '1,5', '1,2,3', 'other'])
    expect(warnings).toEqual([])
  })
})

describe('both decimal marks in a column between commas', () => {
  it('are named, and read where the user says that the cells are numbers', async () => {
    const rows = ['1.74', '2,83', '2,65', '1.9', '3,1', '0.4']
    const { column, warnings } = await read(rows)
    expect(column.type).toBe('categorical')
    expect(warnings).toMatchObject([
      { code: 'doubtful-numbers', remedy: { set: { types: { x: 'numeric' } } } },
    ])
    const mended = await read(rows, { types: { x: 'numeric' } })
    expect(mended.values).toEqual([1.74, 2.83, 2.65, 1.9, 3.1, 0.4])
  })
})

describe('amounts of money whose only mark has three digits behind it', () => {
  it.each([
    [
      'a bare amount of four digits beside them',
      ['1.480€', '320€', '1250€', '2.900€'],
      ',',
      [1480, 320, 1250, 2900],
    ],
    ['commas', ['1,480€', '320€', '1250€', '2,900€'], '.', [1480, 320, 1250, 2900]],
  ] as const)('may be thousands: %s', async (_, rows, decimal, values) => {
    const { warnings } = await read(rows)
    expect(warnings).toMatchObject([{ code: 'unclear-marks', remedy: { set: { decimal } } }])
    expect((await read(rows, { decimal })).values).toEqual(values)
  })

  it('while four bare digits show decimals where they are no money', async () => {
    const { values } = await read(['1.480', '320', '1250', '2.900'])
    expect(values).toEqual([1.48, 320, 1250, 2.9])
  })
})

describe('two numbers in a cell', () => {
  it('are named although one pair is the wrong way round', async () => {
    const pairs = Array.from({ length: 60 }, (_, i) => `${120 + (i % 30)}/${70 + (i % 20)}`)
    const { warnings } = await read([...pairs, '65/140'])
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers' }])
    expect(warnings[0].message).toContain('two numbers in each cell')
  })

  it('are named where both have decimals, and are no dates', async () => {
    const pairs = Array.from({ length: 12 }, (_, i) => `0.0${20 + i}/0.0${31 - i}`)
    expect((await read(pairs)).warnings[0].message).toContain('two numbers in each cell')
    expect((await read(pairs.map((one) => one.replaceAll('0.0', '')))).warnings).toEqual([])
  })

  it('and a line break between a number and letters is no unit', async () => {
    expect((await read(['"1\naa"', '"2\naa"', '"3\naa"'])).warnings).toEqual([])
  })

  it.each([
    ['a slash', ['7 / 10', '4 / 10', '10 / 10', '9/10', '2 / 10']],
    ['a word', ['7 of 10', '4 of 10', '10 of 10', '9 of 10', '2 of 10']],
    ['a German word', ['7,5 von 15', '4 von 15', '10 von 15', '9,5 von 15']],
  ])('one out of the other are named: %s', async (_, rows) => {
    const { warnings } = await read(rows)
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers' }])
    expect(warnings[0].message).toContain('numbers out of another')
    expect(warnings[0].message).toContain('regexp_extract')
  })

  it.each([
    ['days of months', ['7/10', '12/10', '25/10', '30/10', '2/10']],
    ['several wholes', ['1/2', '3/4', '5/8', '7/8', '1/3']],
    ['scores', ['3/1', '2/2', '0/1', '4/1', '5/2']],
    ['rooms', ['12 de mayo', '7 of clubs', '3 von Eis', '5 de oros']],
  ])('but not %s', async (_, rows) => {
    const { warnings } = await read(rows)
    expect(warnings.filter(({ message }) => message.includes('out of another'))).toEqual([])
  })
})

describe('what spreadsheets and portals write', () => {
  it('numbers as formulas are numbers', async () => {
    const { values } = await read(['="70"', '="8"', '="1250"', '="-3"', '=""', '15'])
    expect(values).toEqual([70, 8, 1250, -3, null, 15])
  })

  it('codes with a leading zero as formulas are codes, the same as without', async () => {
    const { column, warnings } = await read(['="0070"', '="0008"', '0070', '="1250"', '=""', '1250'])
    expect(column).toMatchObject({ type: 'categorical', levels: ['0008', '0070', '1250'] })
    expect(column.type === 'categorical' && [...column.codes]).toEqual([1, 0, 1, 2, 0, 2])
    expect([...column.missing!]).toEqual([0, 0, 0, 0, 1, 0])
    expect(warnings.map(({ code }) => code)).toEqual(['leading-zeros'])
  })

  it('names of columns and texts with quotes are what the formula holds', async () => {
    const { columns } = await tableFromCsv('="id","=""x"""\n"=""a""""b""",1\n="c",2\n')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'x'])
    expect(cells(columns[0])).toEqual(['a"b', 'c'])
  })
})

describe('years with months', () => {
  it.each([
    ['French', ['8 ans 3 mois', '2 ans 11 mois', '1 an', '7 mois'], [99, 35, 12, 7]],
    ['English', ['3 years 4 months', '1 year 0 months', '2 years and 1 month'], [40, 12, 25]],
    ['German', ['3 Jahre 4 Monate', '1 Jahr und 2 Monate', '5 Jahre'], [40, 14, 60]],
    ['Spanish', ['3 años y 4 meses', '1 año 2 meses', '5 años'], [40, 14, 60]],
    ['Italian', ['3 anni e 4 mesi', '1 anno 2 mesi', '5 anni'], [40, 14, 60]],
    ['letters', ['3y 4m', '1y 2m', '5y'], [40, 14, 60]],
  ] as const)('are months: %s', async (_, rows, values) => {
    const found = await read(rows)
    expect(found.values).toEqual(values)
    expect(found.warnings[0]).toMatchObject({ code: 'units' })
  })
})

describe('months of more languages', () => {
  it.each([
    ['Dutch', ['14 mei 2024', '3 mrt. 2023', 'ma 5 augustus 2024', '1 januari 2024']],
    ['Portuguese', ['14 de maio de 2024', '3 mar 2023', '5 de agosto de 2024', '1 janeiro 2024']],
    ['Polish', ['14 maja 2024', '3 marca 2023', '5 sierpnia 2024', '1 stycznia 2024']],
  ])('%s', async (_, rows) => {
    const { values } = await read(rows)
    const days = (values as number[]).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
    expect(days).toEqual(['2024-05-14', '2023-03-03', '2024-08-05', '2024-01-01'])
  })
})
