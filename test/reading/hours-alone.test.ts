// Dates with an hour alone: 24 is midnight of the next day, as in ISO 8601:2004, 4.2.3.
import { describe as describeColumns, tableFromCsv } from 'criba'
import type { GivenType } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { failure, testFolder } from './folder.ts'
import { readColumn } from './read-column.ts'
import { plainRows, xlsx } from './sheet-files.ts'

const folder = testFolder()
const pad = (value: number) => String(value).padStart(2, '0')
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
/** 13 and 14 January 2020, each with these hours. */
const hoursOf = (first: number, last: number) =>
  [13, 14].flatMap((day) => range(first, last).map((hour) => [day, hour] as const))
/** Seconds since 1970 by the calendar of JavaScript; hour 24 is the first of the next day. */
const seconds = (day: number, hour: number) => Date.UTC(2020, 0, day, hour) / 1000
const wanted = (hours: readonly (readonly [number, number])[]) => hours.map((of) => seconds(...of))

type Written = (day: number, hour: number) => string
const forms: readonly (readonly [string, Written, number, number])[] = [
  ['with the day first', (d, h) => `${d}/01/2020 ${pad(h)}`, 1, 24],
  ['with the month first', (d, h) => `01/${d}/2020 ${pad(h)}`, 1, 24],
  ['with the year first', (d, h) => `2020-01-${d} ${pad(h)}`, 0, 23],
  ['with a T', (d, h) => `2020-01-${d}T${pad(h)}`, 0, 23],
  ['in one digit', (d, h) => `${d}.1.2020 ${h}`, 1, 24],
  ['with h', (d, h) => `${d}.01.2020 ${h}h`, 1, 24],
  ['with Uhr', (d, h) => `${d}.01.2020, ${h} Uhr`, 1, 24],
  ['with a word', (d, h) => `${d}/01/2020 ore ${h}`, 1, 24],
  ['with a named month', (d, h) => `${d} gennaio 2020 ${pad(h)}`, 1, 24],
  ['with a named month first', (d, h) => `Jan ${d}, 2020 ${pad(h)}`, 0, 23],
  ['with minutes', (d, h) => `${d}/01/2020 ${pad(h)}:00`, 1, 24],
  ['in ISO 8601', (d, h) => `2020-01-${d}T${pad(h)}:00:00Z`, 1, 24],
]

describe.each(forms)('hours behind dates %s', (_, written, first, last) => {
  const hours = hoursOf(first, last)
  const texts = hours.map((of) => written(...of))

  it('are read as datetimes', async () => {
    const { values } = await readColumn(texts, { separator: ';' })
    expect(values).toEqual(wanted(hours))
  })

  it('are the same in workbooks, in JSON and in Parquet, in memory and by the engine, with the type', async () => {
    const types: Readonly<Record<string, GivenType>> = { x: 'datetime' }
    const json = folder.write('hours.json', JSON.stringify(texts.map((x, n) => ({ x, n }))))
    const list = texts.map((cell, n) => `('${cell}', ${n})`).join(', ')
    const parquet = await folder.parquet('hours.parquet', `SELECT * FROM (VALUES ${list}) r(x, n)`)
    const rows = [['x', 'n'], ...texts.map((cell, n) => [cell, n])]
    const book = folder.write('hours.xlsx', xlsx([{ name: 'a', rows: plainRows(rows) }]))
    for (const path of [json, parquet, book])
      expect(cells((await readTable(path, { types })).columns[0])).toEqual(wanted(hours))
    const engine = await openSource(parquet, { types, source: 'duckdb' })
    const [{ min, max, distinct }] = (await describeColumns(engine)).columns
    expect([min, max, distinct]).toEqual([seconds(13, first), seconds(14, last), hours.length])
    engine.close()
  })
})

describe('a warning of hours alone', () => {
  it('shows midnight of the next day', async () => {
    const { warnings } = await readColumn(hoursOf(1, 24).map(([d, h]) => `${d}/01/2020 ${pad(h)}`))
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['date-order', 'dates read with the day first: x (13/01/2020 24)'],
      ['date-texts', 'texts read as dates or times: x (13/01/2020 24 is 2020-01-14T00:00:00)'],
    ])
  })

  it.each([
    ['one hour', [...range(10, 28)].map((day) => `2020-01-${day} 14`), 'datetime'],
    ['hours up to noon', hoursOf(8, 12).map(([d, h]) => `${d}.01.2020 ${pad(h)}`), 'datetime'],
    [
      '0 and 24, which name one midnight',
      hoursOf(0, 24).map(([d, h]) => `2020-01-${d} ${pad(h)}`),
      'datetime',
    ],
    ['no two digits', hoursOf(8, 15).map(([d, h]) => `${d}/01/2020 ${h}`), 'datetime'],
    [
      'numbers that count the rows of a day',
      range(10, 28).flatMap((day) => range(1, 29 - day).map((n) => `2020-01-${day} ${pad(n)}`)),
      'datetime',
    ],
  ])('says how to read them where they are not sure: %s', async (_, texts, type) => {
    const { type: read, warnings } = await readColumn(texts)
    expect(read).toBe('categorical')
    expect(warnings).toMatchObject([
      {
        code: 'unread-dates',
        message: expect.stringContaining('dates with a number that may be the hour') as string,
        remedy: { set: { types: { x: type } } },
      },
    ])
    const typed = await readColumn(texts, { types: { x: type as GivenType } })
    expect(typed.type).toBe('numeric')
  })

  it('is of the order where no day is above 12', async () => {
    const texts = [11, 12].flatMap((day) => range(1, 24).map((hour) => `${day}/01/2020 ${pad(hour)}`))
    const { type, warnings } = await readColumn(texts)
    expect([type, warnings[0].code]).toEqual(['categorical', 'undecided-dates'])
    const first = async (given: GivenType) => (await readColumn(texts, { types: { x: given } })).values[0]
    expect(await first('datetime:dmy')).toBe(Date.UTC(2020, 0, 11, 1) / 1000)
    expect(await first('datetime:mdy')).toBe(Date.UTC(2020, 10, 1, 1) / 1000)
  })
})

describe('numbers behind dates', () => {
  it('in one digit are hours where the name says so', async () => {
    const hours = hoursOf(8, 15)
    const texts = hours.map(([d, h]) => `${d}/01/2020 ${h}`)
    expect((await readColumn(texts, { name: 'Giorno e ora' })).values).toEqual(wanted(hours))
  })

  it.each([
    ['beyond 24', hoursOf(1, 30).map(([d, h]) => `${d}/01/2020 ${pad(h)}`)],
    ['behind numbers that may be codes', hoursOf(1, 9).map(([d, h]) => `${d}.01.20 ${h}`)],
  ])('are levels %s', async (_, texts) => {
    expect((await readColumn(texts)).type).toBe('categorical')
  })

  it('are refused by the type where one is no hour', async () => {
    const text = 'x;n\n13/01/2020 23;1\n13/01/2020 25;2\n'
    const message = await failure(tableFromCsv(text, { types: { x: 'datetime' } }))
    expect(message).toContain('"13/01/2020 25"')
    const late = 'x;n\n13/01/2020 24:01;1\n'
    expect(await failure(tableFromCsv(late, { types: { x: 'datetime' } }))).toContain('"13/01/2020 24:01"')
  })
})

it('times without a colon are the same in a text and in JSON', async () => {
  const texts = [
    '15/01/2024 13h30',
    '16/01/2024 13 h 05',
    '16/01/2024 14.30',
    '17/01/2024 ore 09.30',
    '19. März 2024 um 08.15 Uhr',
    '2024_Mar_01_1620',
    '2024-03-01_16h20.15.123',
    'lundi 5 février 2024 à 7h',
    'Fr 05.01.24',
    '3-Jan-74',
    '2019 Dec 25',
  ]
  const times = [
    Date.UTC(2024, 0, 15, 13, 30),
    Date.UTC(2024, 0, 16, 13, 5),
    Date.UTC(2024, 0, 16, 14, 30),
    Date.UTC(2024, 0, 17, 9, 30),
    Date.UTC(2024, 2, 19, 8, 15),
    Date.UTC(2024, 2, 1, 16, 20),
    Date.UTC(2024, 2, 1, 16, 20, 15, 123),
    Date.UTC(2024, 1, 5, 7),
    Date.UTC(2024, 0, 5),
    Date.UTC(1974, 0, 3),
    Date.UTC(2019, 11, 25),
  ].map((time) => time / 1000)
  const types = { x: 'datetime:dmy' } as const
  const path = folder.write('forms.json', JSON.stringify(texts.map((x, n) => ({ x, n }))))
  expect((await readColumn(texts, { types })).values).toEqual(times)
  expect(cells((await readTable(path, { types })).columns[0])).toEqual(times)
})
