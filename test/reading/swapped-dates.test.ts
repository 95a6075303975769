// Dates that a spreadsheet of another country took from texts: it swaps day and month where both are months, and leaves
// 18/10/2024 a text.
import { tableFromCsv } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'
import { plainRows, xlsx } from './sheet-files.ts'

const folder = testFolder()
const dayOf = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000
const serialOf = (iso: string) => dayOf(iso) + 25_569

/** What people wrote with the day first, and what Excel of the United States made of it. */
const written = [
  '03/09/2024',
  '18/10/2024',
  '01/02/2024',
  '29/08/2024',
  '05/05/2024',
  '13/07/2024',
  '04/12/2024',
]
const meant = [
  '2024-09-03',
  '2024-10-18',
  '2024-02-01',
  '2024-08-29',
  '2024-05-05',
  '2024-07-13',
  '2024-12-04',
]
const swapped = ['2024-03-09', null, '2024-01-02', null, '2024-05-05', null, '2024-04-12']

/** A sheet with dates as cells where they were swapped, and the texts beside them. */
function sheetOf(dates: readonly (string | null)[], texts: readonly string[]): Uint8Array {
  const rows = texts.map((text, i) => {
    const date = dates[i]
    const cell = date
      ? `<c s="0"><v>${serialOf(date)}</v></c>`
      : `<c t="inlineStr"><is><t>${text}</t></is></c>`
    return `<row>${cell}<c><v>${i}</v></c></row>`
  })
  return xlsx([{ name: 'S', rows: plainRows([['Data', 'y']]) + rows.join('') }], { formats: [14] })
}

/** The query of a warning. */
function queryIn(message: string): string {
  const word = /--sql (?:"([^"]*)"|'((?:[^']|'\\'')*)')/.exec(message)!
  return word[1] ?? word[2].replaceAll("'\\''", "'")
}

describe('dates of which a spreadsheet swapped day and month', () => {
  it('are named, with the query that reads them as they were meant', async () => {
    const path = folder.write('swapped.xlsx', sheetOf(swapped, written))
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'spreadsheet-dates', columns: ['Data'] }])
    expect(warnings[0].message).toContain('Data (2024-03-09, 18/10/2024)')
    expect(warnings[0].remedy).toBeUndefined()
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    expect(mended.columns[0]).toMatchObject({ type: 'numeric', time: 'date' })
    expect(cells(mended.columns[0])).toEqual(meant.map(dayOf))
    expect(mended.warnings).toEqual([])
  })

  it('are named too where the user says that they are dates', async () => {
    const path = folder.path('swapped.xlsx')
    const { columns, warnings } = await readTable(path, { types: { Data: 'date' } })
    expect(cells(columns[0])).toEqual(meant.map((iso, i) => dayOf(swapped[i] ?? iso)))
    expect(warnings.map(({ code }) => code)).toEqual(['spreadsheet-dates'])
    expect(queryIn(warnings[0].message)).toContain("strptime(\"Data\", ['%Y-%d-%m', '%d/%m/%Y'])")
  })

  it('may have the month first in the texts, points, a time, and words for a missing value', async () => {
    // Excel of Germany read 9.3., 2.1. and 12.4. of texts with the month first.
    const lines = ['2024-09-03 08:30:00', '10.18.2024 09:00', '2024-01-02 10:15:00', '-', '08.29.2024 07:45']
    const more = ['2024-12-04 00:00:00', '07.13.2024 23:59']
    const path = folder.write(
      'month.csv',
      ['when,y', ...[...lines, ...more].map((d, i) => `${d},${i}`)].join('\n'),
    )
    const { warnings } = await readTable(path)
    expect(warnings.map(({ code }) => code)).toEqual(['spreadsheet-dates'])
    const mended = await readTable(path, { sql: queryIn(warnings[0].message) })
    const moments = ['2024-03-09T08:30', '2024-10-18T09:00', '2024-02-01T10:15', null, '2024-08-29T07:45']
    expect(cells(mended.columns[0])).toEqual(
      [...moments, '2024-04-12T00:00', '2024-07-13T23:59'].map(
        (text) => text && Date.parse(`${text}Z`) / 1000,
      ),
    )
    expect(mended.columns[0]).toMatchObject({ time: 'datetime' })
  })
})

describe('other dates of two kinds are not', () => {
  it.each([
    [
      'a date that no one swapped',
      ['2024-03-19', '2024-01-02', '2024-04-12', '18/10/2024', '29/08/2024', '13/07/2024'],
    ],
    [
      'texts that would have been dates',
      ['2024-03-09', '2024-01-02', '2024-04-12', '18/10/2024', '29/08/2024', '03/07/2024'],
    ],
    [
      'texts of both orders',
      ['2024-03-09', '2024-01-02', '2024-04-12', '18/10/2024', '29/08/2024', '07/13/2024'],
    ],
    [
      'the same in both orders',
      ['2024-03-03', '2024-01-01', '2024-04-04', '18/10/2024', '29/08/2024', '13/07/2024'],
    ],
    ['too few to tell', ['2024-03-09', '2024-01-02', '18/10/2024', '29/08/2024', '13/07/2024']],
  ])('%s', async (_, texts) => {
    const text = ['d,y', ...texts.map((date, i) => `${date},${i}`)].join('\n')
    const { warnings } = await tableFromCsv(text)
    expect(warnings.map(({ code }) => code)).toEqual(['unread-dates'])
  })

  it('nor dates of one form', async () => {
    for (const texts of [
      ['2024-03-09', '2024-01-02', '2024-04-12'],
      ['18/10/2024', '29/08/2024', '13/07/2024'],
    ]) {
      const { columns, warnings } = await tableFromCsv(
        ['d,y', ...texts.map((d, i) => `${d},${i}`)].join('\n'),
      )
      expect(columns[0]).toMatchObject({ type: 'numeric', time: 'date' })
      expect(warnings.filter(({ code }) => code !== 'date-order')).toEqual([])
    }
  })
})
