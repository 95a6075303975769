import fc from 'fast-check'
import { describe as describeColumns, tableFromCsv } from 'criba'
import type { GivenType, NumericColumn, Table } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { isLong } from '../properties/runs.ts'

const folder = testFolder()
type Types = Readonly<Record<string, GivenType>>

const textOf = (name: string, cells: readonly string[]) =>
  `${name};n\n${cells.map((cell, i) => `"${cell}";${i}`).join('\n')}\n`
const read = (name: string, cells: readonly string[], types: Types = {}) =>
  tableFromCsv(textOf(name, cells), { types })

/** The first column in ISO 8601, or its type if it is no time; and the codes of warnings. */
function shown({ columns: [x], warnings }: Table): readonly [string, readonly string[]] {
  const codes = warnings.map(({ code }) => code)
  if (x.type !== 'numeric' || !x.time) return [x.type, codes]
  const texts = Array.from(x.values, (value) => {
    if (x.time === 'date') return new Date(value * 86_400_000).toISOString().slice(0, 10)
    return x.time === 'time' ? String(value) : new Date(value * 1000).toISOString().slice(0, 19)
  })
  return [texts.join(' '), codes]
}

describe('dates with the name of the month', () => {
  it.each([
    [
      'English',
      ['25 December 2019', '1 Mar 2020', '3rd of May 2021', 'Sept. 4, 2020', 'December 25th, 2019'],
      '2019-12-25 2020-03-01 2021-05-03 2020-09-04 2019-12-25',
    ],
    [
      'Spanish',
      ['2 de enero de 2020', '1º de mayo del 2021', '15-ago-2021', 'mar, 3 dic 2019'],
      '2020-01-02 2021-05-01 2021-08-15 2019-12-03',
    ],
    [
      'German',
      ['3. März 2021', '25.Dez.2019', '1 Jänner 2020', 'Mo., 7. Okt. 2019'],
      '2021-03-03 2019-12-25 2020-01-01 2019-10-07',
    ],
    [
      'French',
      ['1er mars 2020', '14 août 2019', '3 déc. 2020', 'lundi 6 février 2017'],
      '2020-03-01 2019-08-14 2020-12-03 2017-02-06',
    ],
    [
      'Italian',
      ['3 gennaio 2020', 'martedì 5 maggio 2020', '1 set 2019', '29/feb/2020'],
      '2020-01-03 2020-05-05 2019-09-01 2020-02-29',
    ],
    [
      'programs',
      ['01APR2023', '2019-Dec-25', '01-JAN-2022', 'MAY-02-2020'],
      '2023-04-01 2019-12-25 2022-01-01 2020-05-02',
    ],
  ])('are read in %s, with or without accents', async (_, cells, wanted) => {
    const plain = cells.map((cell) => cell.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    for (const form of [
      cells,
      plain,
      cells.map((cell) => cell.normalize('NFD')),
      cells.map((cell) => cell.toUpperCase()),
    ])
      expect(shown(await read('x', form))).toEqual([wanted, ['date-texts']])
  })

  it('are read with a time, as instants', async () => {
    const cells = [
      'Mon, 01 Aug 2022 10:00:00 GMT',
      'Mon, 1 Aug 2022 10:00:00 +0200',
      '01/Aug/2022:10:00:00 -0700',
      'Mon Aug  1 10:00:00 2022',
      'Mon Aug 01 10:00:00 +0000 2022',
      'Mon Aug 01 2022 10:00:00 GMT+0100 (BST)',
      'Aug 1 2022 10:00PM',
      '1 août 2022 10:00:00,5',
    ]
    expect(shown(await read('x', cells))[0]).toBe(
      '2022-08-01T10:00:00 2022-08-01T08:00:00 2022-08-01T17:00:00 2022-08-01T10:00:00 2022-08-01T10:00:00 2022-08-01T09:00:00 2022-08-01T22:00:00 2022-08-01T10:00:00',
    )
    const zones = ['2022-08-01 10:00:00 UTC', '2022-08-01 10:00 +02:00', '2022-08-01T10:00Z']
    expect(shown(await read('x', zones))[0]).toBe(
      '2022-08-01T10:00:00 2022-08-01T08:00:00 2022-08-01T10:00:00',
    )
  })

  it('are not read with a time zone whose offset is not certain, which is said', async () => {
    const table = await read('x', ['2022-08-01 10:00:00 EST', '2 Aug 2022 10:00:00 EST'])
    expect(shown(table)).toEqual(['categorical', ['unread-dates']])
    expect(table.warnings[0].message).toContain('EST')
    expect(table.warnings[0].remedy!.set).toEqual({ types: { x: 'datetime' } })
    expect(
      shown(await read('x', ['2022-08-01 10:00:00 EST', '2022-08-02 9:00 EDT'], { x: 'datetime' }))[0],
    ).toBe('2022-08-01T10:00:00 2022-08-02T09:00:00')
  })

  it.each([
    ['of several places', ['2022-08-01 10:00:00 EST', '2022-08-01 10:00:00 CET']],
    ['in some cells only', ['2022-08-01 10:00:00 EST', '2022-08-01 10:00:00']],
  ])('with zones %s no option reads them', async (_, cells) => {
    const table = await read('x', cells)
    expect(shown(table)).toEqual(['categorical', ['unread-dates']])
    expect(table.warnings[0].message).toContain('write each as its offset, such as +01:00')
    expect(table.warnings[0].remedy).toBeUndefined()
  })

  it('of two places are refused by the type', async () => {
    const cells = ['2022-08-01 10:00:00 EST', '2022-08-01 10:00:00 CET']
    await expect(read('x', cells, { x: 'datetime' })).rejects.toThrow('invalid date in column x, row 2')
  })
})

describe('dates as they are written in some countries and by some programs', () => {
  it.each([
    [
      'with the Polish r.',
      ['20.05.2024 r.', '24.06.2024r', '1.12.2024 r.'],
      '2024-05-20 2024-06-24 2024-12-01',
    ],
    [
      'with a point in the time',
      ['13/05/2024 03.15', '02/05/2024 14.30', '3/5/2024 00.00.59', '04/05/2024 ore 09.30'],
      '2024-05-13T03:15:00 2024-05-02T14:30:00 2024-05-03T00:00:59 2024-05-04T09:30:00',
    ],
    [
      'with a point and a name',
      ['3 maggio 2024 09.30', '19. März 2024 um 08.15 Uhr'],
      '2024-05-03T09:30:00 2024-03-19T08:15:00',
    ],
    [
      'with Roman numerals',
      [
        '1.i.2019',
        '2-ii-2019',
        '3/III/2019',
        '4. IV. 2019',
        '5.v.2019',
        '6.VI.2019',
        '7.vii.2019',
        '8.VIII.2019',
        '9.ix.2019',
        '10.X.2019',
        '11.xi.2019',
        '31.XII.2019',
      ],
      '2019-01-01 2019-02-02 2019-03-03 2019-04-04 2019-05-05 2019-06-06 2019-07-07 2019-08-08 2019-09-09 2019-10-10 2019-11-11 2019-12-31',
    ],
    [
      'as PsychoPy has them',
      ['2024_Mar_01_1620', '2024_May_31_0007'],
      '2024-03-01T16:20:00 2024-05-31T00:07:00',
    ],
    [
      'as PsychoPy has them today',
      ['2024-03-01_16h20.15.123', '2024-03-02_09h01.59.000'],
      '2024-03-01T16:20:15 2024-03-02T09:01:59',
    ],
  ])('are read %s', async (_, cells, wanted) => {
    expect(shown(await read('x', cells))[0]).toBe(wanted)
  })

  it.each([
    ['with another number behind', ['13/05/2024 3.15', '02/05/2024 12.60']],
    ['with a numeral that is no month', ['1.XIII.2019', '2.IIX.2019', '3.VIIII.2019']],
    ['that do not exist', ['31.IV.2019', '30.II.2020']],
    ['or products', ['1 x 2019', '2 x 2020']],
    ['or years with another word', ['20.05.2024 rr', '24.06.2024 rok r']],
  ])('are none %s', async (_, cells) => {
    expect(shown(await read('x', cells))[0]).toBe('categorical')
  })
})

describe('times of day with Uhr', () => {
  const cells = ['8.15 Uhr', '9 Uhr', '14:05 Uhr', '23.59 uhr', '0 Uhr']
  const wanted = [29_700, 32_400, 50_700, 86_340, 0]

  it('are read, and shown', async () => {
    const table = await read('x', cells)
    expect(shown(table)).toEqual([wanted.join(' '), ['date-texts']])
    expect(table.warnings[0].message).toContain('x (8.15 Uhr is 08:15:00)')
  })

  it('are levels if one is no time, and never numbers', async () => {
    expect(shown(await read('x', ['8.15 Uhr', '9 Uhr', '25 Uhr']))[0]).toBe('categorical')
    expect(shown(await read('x', ['8.60 Uhr', '9.75 Uhr']))[0]).toBe('categorical')
    expect(shown(await read('x', ['8 Uhrwerke', '9 Uhrwerke']))).toEqual(['numeric', ['units']])
  })

  it('are read in JSON by their type, in memory and by the engine', async () => {
    const path = folder.write('clock.json', JSON.stringify(cells.map((x, n) => ({ x, n }))))
    const types = { x: 'time' } as const
    const [x] = (await readTable(path, { types })).columns
    expect(x.type === 'numeric' && [...x.values]).toEqual(wanted)
    const engine = await openSource(path, { types, source: 'duckdb' })
    const [{ min, max, distinct }] = (await describeColumns(engine)).columns
    expect([min, max, distinct]).toEqual([0, 86_340, 5])
    engine.close()
  })
})

describe('texts that are no dates', () => {
  it.each([
    ['genes', ['SEPT2', 'MARCH1', 'DEC1', 'MARCH10', 'SEPT14']],
    ['genes that a spreadsheet changed', ['1-Mar', '2-Sep', 'Sep-02', '10-Dec']],
    ['names', ['May', 'Mar', 'April', 'June', 'Jan', 'August']],
    ['addresses', ['12 May Street', '3 March Rd', 'Dec 25', '1 Mar 20205']],
    ['days that do not exist', ['30 Feb 2020', '31 April 2021']],
    ['phones', ['12-34-56', '98-76-54']],
    ['sort codes', ['20-11-43', '40-12-05', '60-01-01']],
    ['scores and results', ['1-0', '1/2-1/2', '3-2', '0-1']],
    ['sizes', ['10/12/14', '8/10', '6/8']],
    ['codes', ['Q3', '2020-Q5', 'M1', '12M3', '2020W60', 'W05']],
    ['fruit', ['mango 2020', 'sepia 10', 'marble 1999']],
  ])('stay levels without a word: %s', async (_, cells) => {
    expect(shown(await read('x', cells))).toEqual(['categorical', []])
  })

  it('are read where the name of the column settles it, and are said elsewhere', async () => {
    const doubtful: readonly (readonly [string, readonly string[], string, GivenType])[] = [
      ['month', ['1974-01', '1974-05'], '1974-01-01 1974-05-01', 'date'],
      ['Monat', ['01/1974', '05/1974'], '1974-01-01 1974-05-01', 'date'],
      ['filing_date', ['JAN2020', 'FEB2020'], '2020-01-01 2020-02-01', 'date'],
      ['TIME_PERIOD', ['2020M01', '2020M12'], '2020-01-01 2020-12-01', 'date'],
      ['datum', ['3.8.22', '14.9.22', '25.1.23'], '2022-08-03 2022-09-14 2023-01-25', 'date'],
      ['Uhrzeit', ['18.00.00', '12.30.59'], '64800 45059', 'time'],
    ]
    for (const [name, cells, wanted, type] of doubtful) {
      expect(shown(await read(name, cells))[0]).toBe(wanted)
      const table = await read('x', cells)
      expect(shown(table)).toEqual(['categorical', ['unread-dates']])
      expect(table.warnings[0].remedy).toMatchObject({
        set: { types: { x: type } },
        option: `--types x=${type}`,
      })
    }
    expect(shown(await read('date', ['2009-10', '2010-11', '2011-12']))).toEqual([
      'categorical',
      ['unread-dates'],
    ])
  })
})

describe('a remedy of unread dates', () => {
  it.each([
    ['several forms', ['2020-01-01', '31/12/2020', '3 May 2020'], '2020-01-01 2020-12-31 2020-05-03'],
    ['several separators', ['31/12/2020', '30.11.2020'], '2020-12-31 2020-11-30'],
    ['some with a time', ['2020-01-01', '2020-01-02 10:00'], '2020-01-01T00:00:00 2020-01-02T10:00:00'],
    [
      'an open order',
      ['1/2/20', '3/4/21', '1/1/20', '2/3/21'],
      '2020-02-01 2021-04-03 2020-01-01 2021-03-02',
    ],
    ['the year first, perhaps', ['20-01-05', '20-02-17', '21-03-22'], '2020-01-05 2020-02-17 2021-03-22'],
    ['months or days', ['Mar-20', 'Apr-21'], '2020-03-01 2021-04-01'],
    ['scores or times', ['9:30', '10:12'], '34200 36720'],
  ])('reads them, and changes no other column: %s', async (_, cells, wanted) => {
    const before = await read('x', cells)
    expect(before.columns[0].type).toBe('categorical')
    const [{ remedy, code }] = before.warnings
    expect(remedy!.loses).toBe(true)
    const after = await read('x', cells, remedy!.set.types)
    expect(shown(after)[0]).toBe(wanted)
    expect(after.warnings.filter((warning) => warning.code === code)).toEqual([])
    expect(after.columns[1]).toEqual(before.columns[1])
  })

  it('is not given where short dates beside sure ones contradict each other, nor of clocks beside dates', async () => {
    const cells = ['2016-09-24', '16/09/17', '10/13/15', '28/09/2017']
    const { warnings } = await read('x', cells)
    expect(warnings.map(({ code, remedy }) => [code, remedy])).toEqual([['unread-dates', undefined]])
    expect(warnings[0].message).toContain('starts with the month')
    // Alone they may be something else.
    expect((await read('x', ['16/09/17', '10/13/15', '12/30/15'])).warnings).toEqual([])
    const clocks = await read('x', ['08:15:00', '09:30:00', '1900-01-01 06:00:00', '17:45:00'])
    expect(clocks.warnings[0].message).toContain('times of day, some with a date')
  })

  it('is not given where no order fits', async () => {
    const { warnings } = await read('x', ['31/12/2020', '12/31/2020'])
    expect(warnings).toMatchObject([{ code: 'unread-dates', columns: ['x'] }])
    expect(warnings[0].remedy).toBeUndefined()
  })

  it('reads numbers that are dates by the name of the column', async () => {
    const dates = await read('DATE', ['20200131', '', '20200229'])
    expect([dates.columns[0].type, dates.columns[0]]).toEqual([
      'numeric',
      expect.not.objectContaining({ time: 'date' }),
    ])
    expect(dates.warnings[0]).toMatchObject({
      code: 'unread-dates',
      remedy: { set: { types: { DATE: 'date' } } },
    })
    expect([
      ...((await read('DATE', ['20200131', '', '20200229'], { DATE: 'date' })).columns[0] as NumericColumn)
        .values,
    ]).toEqual([18292, NaN, 18321])
    const values: readonly (readonly [string, number])[] = [
      ['1580428800', 1580428800],
      ['1580428800.25', 1580428800.25],
      ['1580428800123', 1580428800.123],
      ['1580428800123456', 1580428800.123456],
    ]
    for (const [cell, value] of values) {
      const { warnings } = await read('timestamp', [cell])
      expect(warnings[0].remedy!.set.types).toEqual({ timestamp: 'datetime' })
      const [x] = (await read('timestamp', [cell], { timestamp: 'datetime' })).columns as NumericColumn[]
      expect([x.time, ...x.values]).toEqual(['datetime', value])
    }
    for (const [name, cell] of [
      ['id', '20200131'],
      ['date', '20201331'],
      ['timestamp', '12'],
      ['amount', '1580428800'],
    ] as const)
      expect((await read(name, [cell])).warnings).toEqual([])
  })
})

describe('dates in digits', () => {
  const days = ['20200131', '20200229', '20191231', '20210615', '20180704']
  const clocks = ['0000', '2359', '1530', '0905', '1200']

  it.each([
    ['days', days, 'date', '2020-01-31'],
    ['days and minutes', days.map((day, i) => day + clocks[i]), 'datetime', '2020-01-31T00:00:00'],
    ['days and seconds', days.map((day, i) => `${day}${clocks[i]}59`), 'datetime', '2020-01-31T00:00:59'],
  ] as const)(
    '%s are named whatever the column is called, and read as their type says',
    async (_, cells, type, first) => {
      const { columns, warnings } = await read('x', cells)
      expect(columns[0]).toMatchObject({ type: 'numeric' })
      expect(warnings).toMatchObject([{ code: 'unread-dates', remedy: { set: { types: { x: type } } } }])
      expect(warnings[0].message).toBe(
        `numbers that look like dates, read as numbers: x (${cells[0]}); to read them so: --types x=${type}`,
      )
      const [texts] = shown(await read('x', cells, { x: type }))
      expect(texts.split(' ')[0]).toBe(first)
      expect(texts.split(' ').map((text) => text.replace(/\D/g, ''))).toEqual(
        cells.map((cell) => cell.padEnd(type === 'date' ? 8 : 14, '0')),
      )
    },
  )

  it('are numbers where the name is one of orders', async () => {
    const orders = Array.from({ length: 9 }, (_, i) => `20240115000${i + 1}`)
    for (const name of ['order_id', 'batch']) {
      const { warnings } = await read(name, orders)
      expect(warnings.filter(({ code }) => code === 'unread-dates')).toEqual([])
    }
  })

  it('are numbers where four differ, and where one is no day or no time of day', async () => {
    for (const cells of [
      days.map((day, i) => (i === 4 ? days[0] : day)),
      days.map((day, i) => (i === 4 ? '20200230' : day)),
      days.map((day, i) => day + (i === 4 ? '2460' : clocks[i])),
      days.map((day, i) => `${day}${clocks[i]}${i === 4 ? 60 : 10}`),
    ])
      expect((await read('x', cells)).warnings).toEqual([])
    expect(
      await failure(read('x', [...days.map((day) => `${day}1200`), '202002301200'], { x: 'datetime' })),
    ).toContain('"202002301200"')
  })

  it('of hours and minutes are named by the name of the column, and read as times', async () => {
    const cells = ['17.45', '9.30', '8.15', '13.00', '10.45', '11.05', '18.20', '16.10', '9.00']
    for (const name of ['Ora', 'Uhrzeit']) {
      const { warnings } = await read(name, cells)
      expect(warnings).toMatchObject([
        { code: 'unread-dates', remedy: { set: { types: { [name]: 'time' } } } },
      ])
      const { columns } = await read(name, cells, { [name]: 'time' })
      const minutes = [1065, 570, 495, 780, 645, 665, 1100, 970, 540]
      expect([...(columns[0] as NumericColumn).values]).toEqual(minutes.map((minute) => minute * 60))
    }
    const codesOf = async (name: string, others: readonly string[]) =>
      (await read(name, others)).warnings.filter(({ code }) => code === 'unread-dates')
    // As a table has them whose numbers lost their zeros, or with a comma.
    const stripped = ['17.45', '9.3', '8.15', '13', '10.45', '11.05', '18.2', '16.1', '9']
    for (const others of [stripped, cells.map((cell) => cell.replace('.', ','))]) {
      expect(await codesOf('Ora', others)).toHaveLength(1)
      const { columns } = await read('Ora', others, { Ora: 'time' })
      expect((columns[0] as NumericColumn).values[1]).toBe(570 * 60)
    }
    // Other names, hours with decimals, lengths of time, and few.
    expect(await codesOf('x', cells)).toEqual([])
    expect(await codesOf('Ora', [...cells, '7.75'])).toEqual([])
    expect(await codesOf('time', [...cells, '0.45'])).toEqual([])
    expect(await codesOf('Ora', cells.slice(0, 7))).toEqual([])
    expect(
      await codesOf(
        'Ora',
        cells.map((cell) => cell.replace(/\d\d$/, '50')),
      ),
    ).toEqual([])
  })

  it('have hours of one digit where seconds follow', async () => {
    const cells = ['27/11/2025 8.12.25', '24/11/2025 15.57.55']
    const { columns } = await read('Informazioni cronologiche', cells)
    expect(columns[0]).toMatchObject({ time: 'datetime' })
    expect(shown(await read('Informazioni cronologiche', cells))[0]).toBe(
      '2025-11-27T08:12:25 2025-11-24T15:57:55',
    )
  })

  it('are the same in the texts of a typed file', async () => {
    const cells = days.map((day, i) => `${day}${clocks[i]}${i % 2 ? '07' : ''}`)
    const path = folder.write('digits.json', JSON.stringify(cells.map((x, n) => ({ x, n }))))
    const types = { x: 'datetime' } as const
    const source = await openSource(path, { types, source: 'duckdb' })
    const found = await describeColumns(source)
    source.close()
    const own = await describeColumns(await read('x', cells, types))
    const endsOf = ({ columns: [x] }: typeof own) => [x.min, x.max]
    expect(endsOf(found)).toEqual(endsOf(own))
  })
})

describe('years of two digits', () => {
  it.each([
    ['as in POSIX', ['03.08.22', '14.09.35', '25.01.69'], '2022-08-03 2035-09-14 1969-01-25'],
    [
      'births',
      ['12/05/45', '25/12/62', '01/03/99', '02/02/01'],
      '1945-05-12 1962-12-25 1999-03-01 2001-02-02',
    ],
    [
      'births before 1969',
      ['12/05/30', '25/12/62', '01/03/99', '01/03/45'],
      '1930-05-12 1962-12-25 1999-03-01 1945-03-01',
    ],
    ['names', ['25-Dec-19', '01-Jan-98'], '2019-12-25 1998-01-01'],
    ['months', ['Jan-74', 'Feb-75'], '1974-01-01 1975-02-01'],
    ['by the column', ['1/2/20', '3/14/20', '5/6/21'], '2020-01-02 2020-03-14 2021-05-06'],
    ['first', ['99-12-31', '98-01-01'], '1999-12-31 1998-01-01'],
  ])('are of the hundred years that the column shows, with a warning: %s', async (_, cells, wanted) => {
    expect(shown(await read('x', cells))).toEqual([wanted, ['two-digit-years']])
  })
})

describe('months, quarters and weeks', () => {
  it.each([
    [['2020-Q3', '2020Q4', '2020q1'], '2020-07-01 2020-10-01 2020-01-01'],
    [['Q3 2020', '4Q2021', 'Q1/2020'], '2020-07-01 2021-10-01 2020-01-01'],
    [
      ['Jan 1974', 'February 1975', 'mayo de 1976', '1977 Dec'],
      '1974-01-01 1975-02-01 1976-05-01 1977-12-01',
    ],
    // Weeks 1 of 2021 and 53 of 2020, by Python's date.fromisocalendar.
    [['2021-W01', '2020-W53-7', '2020W05'], '2021-01-04 2021-01-03 2020-01-27'],
  ])('are their first day: %j', async (cells, wanted) => {
    expect(shown(await read('x', cells))).toEqual([wanted, ['date-texts']])
  })
})

const names = [
  'Jan',
  'February',
  'März',
  'abr',
  'mai',
  'giugno',
  'juil.',
  'agosto',
  'Sept',
  'octubre',
  'nov',
  'décembre',
]
const pad = (value: number) => String(value).padStart(2, '0')

/** A day as a text in one of several forms. */
function written(date: Date, form: number): string {
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`
  return [
    `${d} ${names[m]} ${y} ${clock}`,
    `${pad(d)}-${names[m]}-${y}, ${clock} UTC`,
    `lundi ${d} ${names[m]} ${y} ${clock}+00:00`,
    `${names[m]} ${d}, ${y} ${clock}`,
    `${d}/${m + 1}/${pad(y % 100)} ${clock}`,
    `${y}-${m + 1}-${d} ${clock} GMT`,
    `Sun ${names[m]} ${d} ${clock} ${y}`,
    `${Math.floor(date.getTime() / 1000)}`,
  ][form]
}

describe('texts in any form', () => {
  it('are the same times in a text file and in the engine, with a type', async () => {
    const moment = fc.tuple(fc.integer({ min: 31_536_000 * 5, max: 2_000_000_000 }), fc.nat(7))
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 20, maxLength: 60 }), async (moments) => {
        const types = { x: 'datetime:dmy' } as const
        const cells = moments.map(([seconds, form]) => written(new Date(seconds * 1000), form))
        const wanted = moments.map(([seconds]) => seconds)
        expect([...((await read('x', cells, types)).columns[0] as NumericColumn).values]).toEqual(wanted)
        const list = cells.map((cell) => `('${cell}')`).join(', ')
        const path = await folder.parquet('any.parquet', `SELECT * FROM (VALUES ${list}) r(x)`)
        expect([...((await readTable(path, { types })).columns[0] as NumericColumn).values]).toEqual(wanted)
      }),
      { numRuns: isLong ? 4 : 2 },
    )
  })

  it.each([
    [
      'date',
      [
        '2020-Q3',
        '3Q2021',
        '2020-W53-7',
        '2021-W01',
        'Jan 1974',
        '1974-05',
        '07/1975',
        '2020M03',
        '20200131',
        'mar, 03 ago 2022',
      ],
    ],
    ['date:ymd', ['20-12-31', '99-01-02', '45-01-02']],
    ['datetime', ['1580428800.25', '1580428800123', '2020-01-01 10:00:00,125', '31/12/2020']],
    ['time', ['18.00.00', '9:30', '10:12:13.5']],
  ] as const)('of type %s are those of a text file: %j', async (type, cells) => {
    const types = { x: type }
    const text = (await read('x', cells, types)).columns[0] as NumericColumn
    const list = cells.map((cell) => `('${cell}')`).join(', ')
    const path = await folder.parquet('forms.parquet', `SELECT * FROM (VALUES ${list}) r(x)`)
    const own = (await readTable(path, { types })).columns[0] as NumericColumn
    expect([...own.values]).toEqual([...text.values])
    expect(text.values.every(Number.isFinite)).toBe(true)
  })

  it('have the same type, values and warnings in memory, in the engine and in a query', async () => {
    const cells = ['01-APR-2023', '12-MAI-2020', '', '3-dic-2019']
    const path = folder.write('names.csv', textOf('x', cells))
    const memory = await openSource(path, { source: 'memory' })
    const engine = await openSource(path, { source: 'duckdb' })
    const query = await openSource(path, { sql: 'SELECT * FROM data' })
    for (const source of [memory, engine, query])
      expect(source.columns[0]).toMatchObject({ type: 'numeric', time: 'date', missing: 1 })
    expect(engine.warnings).toEqual(memory.warnings)
    engine.close()
    query.close()
  })
})

describe('dates that ARFF declares', () => {
  const arff = (type: string, cells: readonly string[]) =>
    folder.write(
      'dates.arff',
      `@relation r\n@attribute d ${type}\n@attribute n numeric\n@data\n${cells.map((cell, i) => `${cell},${i}`).join('\n')}\n`,
    )

  it.each([
    ['date "yyyy-MM-dd"', ['2020-12-31', '?', '1999-01-02'], 'date', [18627, NaN, 10593]],
    ["DATE 'dd/MM/yy'", ['31/12/20', '01/02/99'], 'date', [18627, 10623]],
    ['date', ['"2020-01-01T10:00:00"'], 'datetime', [1577872800]],
    ['date "yyyyMMddHHmmss"', ['20200101100000'], 'datetime', [1577872800]],
    ['date "d MMM yyyy h:mm a"', ["'1 Jan 2020 10:00 PM'"], 'datetime', [1577916000]],
    [`date "yyyy-MM-dd'T'HH:mm:ss.SSSZ"`, ['"2020-01-01T10:00:00.250+0200"'], 'datetime', [1577865600.25]],
    ['date "HH:mm"', ['09:30'], 'time', [34200]],
  ])('are read by %s', async (type, cells, time, values) => {
    const {
      columns: [d],
      warnings,
    } = await readTable(arff(type, cells))
    expect([d.type === 'numeric' && d.time, ...(d as NumericColumn).values]).toEqual([time, ...values])
    expect(warnings).toEqual([])
  })

  it('are levels, with a warning, where a cell does not fit or the pattern is not read', async () => {
    const unfit = await readTable(arff('date "yyyy-MM-dd"', ['2020-12-31', '31.12.2020']))
    expect(unfit.columns[0].type).toBe('categorical')
    expect(unfit.warnings).toMatchObject([{ code: 'unread-dates', column: 'd' }])
    expect(unfit.warnings[0].message).toContain('row 2 of')
    expect((await readTable(arff('date "YYYY-ww"', ['2020-01']))).warnings[0].message).toContain('YYYY-ww')
    expect(
      (await readTable(arff('date "yyyy-MM-dd"', ['2020-12-31']), { types: { d: 'categorical' } })).warnings,
    ).toEqual([])
    expect(
      await failure(readTable(arff('date "yyyy-MM-dd"', ['2020-13-31']), { types: { d: 'date' } })),
    ).toMatch(/^invalid date in column d/)
  })
})

it('dates of Polish may end with the letter of the year', async () => {
  const { columns } = await read('when', ['22 maja 2024 r.', '5 marca 2023 r.', '1 lutego 2024r.'])
  expect(columns[0]).toMatchObject({ type: 'numeric', time: 'date' })
  expect((await read('when', ['Room 2024 r.', '5 marca 2023 r.'])).columns[0].type).toBe('categorical')
})

it.each([
  ['2024/03/05 2:58:00 p. m.', '2024-03-05T14:58:00Z'],
  ['2024/03/05 12:03:09 a.\u00a0m.', '2024-03-05T00:03:09Z'],
  ['2024/03/05 2:58:00 PM GMT+1', '2024-03-05T13:58:00Z'],
  ['2024/03/05 2:58:00 p.\u00a0m. GMT-5', '2024-03-05T19:58:00Z'],
  ['2024-03-05 14:58 UTC+5:30', '2024-03-05T09:28:00Z'],
])('%j, as forms of Google write it, is a time', async (cell, time) => {
  const { columns } = await read('when', [cell, cell.replace('03/05', '03/06')])
  expect(columns[0]).toMatchObject({ type: 'numeric', time: 'datetime' })
  expect(columns[0].type === 'numeric' && columns[0].values[0]).toBe(Date.parse(time) / 1000)
})

it.each(['2024/03/05 2:58:00 p. m. CET', '2024/03/05 2:58:00 PM CET'])(
  '%j is said with its zone, whose offset is not known',
  async (cell) => {
    const { columns, warnings } = await read('when', [cell, cell.replace('03/05', '03/06')])
    expect(columns[0].type).toBe('categorical')
    expect(warnings.map(({ message }) => message).join()).toMatch(
      /the name of a zone, whose offset is not certain.*: CET\); .* --types when=datetime$/,
    )
    const { columns: clocks } = await read('when', [cell], { when: 'datetime' })
    expect(clocks[0].type === 'numeric' && clocks[0].values[0]).toBe(
      Date.parse('2024-03-05T14:58:00Z') / 1000,
    )
  },
)

it.each([
  ['05/01/2024 14h30', '13/01/2024 5h05', '2024-01-05T14:30:00'],
  ['05.01.2024 um 14:30 Uhr', '13.01.2024 um 9:05 Uhr', '2024-01-05T14:30:00'],
  ['05/01/2024 à 14h', '13/01/2024 à 09h14', '2024-01-05T14:00:00'],
  ['ven 5 gen 2024 alle 14:30', 'sab 13 gen 2024 alle 09:05', '2024-01-05T14:30:00'],
  ['5 de enero de 2024 a las 14:30', '13 de enero de 2024 a las 9:05', '2024-01-05T14:30:00'],
  ['January 5, 2024 at 2:30 PM', 'January 13, 2024 at 9:05 AM', '2024-01-05T14:30:00'],
  ['Fri 1/5/2024', 'Sat 1/13/2024', '2024-01-05T00:00:00'],
  ['mié. 03/01/2024', 'sáb. 13/01/2024', '2024-01-03T00:00:00'],
  ['2024年1月5日(金)', '2024年1月13日（土）', '2024-01-05T00:00:00'],
])('%j is a date, with the words around its time and day', async (first, second, time) => {
  const { columns } = await read('x', [first, second])
  const [column] = columns
  expect(column.type).toBe('numeric')
  if (column.type !== 'numeric') return
  const seconds = column.time === 'date' ? column.values[0] * 86_400 : column.values[0]
  expect(new Date(seconds * 1000).toISOString().slice(0, 19)).toBe(time)
})

it.each([
  ['05/01/2024 25h30', '13/01/2024 5h05'],
  ['Fry 1/5/2024', 'Sat 1/13/2024'],
  ['05/01/2024 oder 14:30', '13/01/2024 oder 9:05'],
])('%j is no date', async (first, second) => {
  expect((await read('x', [first, second])).columns[0].type).toBe('categorical')
})

describe('years of another calendar', () => {
  const looks = 'years that look like those of another calendar, read as Gregorian'

  const hows = {
    Buddhist: 'for years of ours, 543 less, say --sql ',
    Islamic: 'for dates of ours, a day or two from the official ones, say --sql ',
    'Persian or Islamic': 'if they are Persian, for dates of ours say --sql ',
  }

  const persian = ['1399/01/10', '1399/02/11', '1400/03/12']
  const thai = ['13/04/2563', '14/05/2563', '25/06/2564']

  it.each([
    ['Persian or Islamic', persian, '1399-01-10'],
    ['Persian or Islamic', ['1312/05/06', ...persian], '1312-05-06'],
    ['Persian or Islamic', persian.map((date) => date.replaceAll('/', '-')), '1399-01-10'],
    ['Islamic', ['1440-01-10', '1441-02-11', '1446-03-12'], '1440-01-10'],
    ['Buddhist', thai, '2563-04-13'],
    ['Buddhist', ['02/03/2478', ...thai], '2478-03-02'],
    ['Buddhist', ['2563-04-13', '2563-05-14', '2564-06-25'], '2563-04-13'],
    ['Buddhist', ['2563-04-13 10:30:00', '2563-05-14 11:00:00'], '2563-04-13T10:30:00'],
    ['Buddhist', [...thai, '26/06/2021', '27/06/2021', '28/06/2021', '29/06/2021'], '2563-04-13'],
  ])('are said where they are %s: %j', async (calendar, cells, example) => {
    const { warnings } = await read('when', cells)
    const said = warnings.find(({ message }) => message.startsWith(looks))
    const how = hows[calendar as keyof typeof hows]
    expect(said?.message).toContain(`${looks}: when (${example}: ${calendar}); ${how}`)
    expect((await read('when', cells, { when: 'categorical' })).warnings).toEqual([])
  })

  it.each([
    ['of today', ['2023/01/10', '2023/02/11', '2024/03/12'], {}],
    ['of which few are so early', ['1399-01-10', '1412-02-11', '1620-03-12', '1711-04-01', '1803-05-02'], {}],
    ['beside one that is far', ['2500-12-31', '2023-01-10', '2023-02-11', '2024-03-12'], {}],
    ['whose type is given', ['1399/01/10', '1399/02/11', '1400/03/12'], { when: 'date' } as const],
  ])('are not said of dates %s', async (_, cells, types) => {
    const { warnings } = await read('when', cells, types)
    expect(warnings.filter(({ message }) => message.startsWith(looks))).toEqual([])
  })
})
