import fc from 'fast-check'
import { tableFromColumns, tableFromCsv, tableFromRows } from 'criba'
import type { GivenType, NumericColumn, Table } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { lines, padding, range } from './text-blocks.ts'

const folder = testFolder()

type Types = Readonly<Record<string, GivenType>>

/** Reads a text with one column of quoted cells and one of numbers. */
async function column(cells: readonly string[], types: Types = {}, separator = ',') {
  const lines = cells.map((cell, i) => `"${cell}"${separator}${i}`)
  return tableFromCsv(`x${separator}n\n${lines.join('\n')}\n`, { types })
}

function shown({ columns: [first], warnings }: Table) {
  const values = first.type === 'numeric' ? [...first.values] : first.levels
  return [
    first.type === 'numeric' ? (first.time ?? 'numeric') : 'categorical',
    values,
    warnings.map(({ code }) => code),
  ]
}

const day = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 86_400_000

describe('the order of day and month', () => {
  it('is determined by a first or second part above 12', async () => {
    for (const mark of ['/', '.', '-']) {
      const texts = (...parts: number[][]) => parts.map((part) => part.join(mark))
      expect(shown(await column(texts([31, 12, 2020], [4, 5, 2021])))).toEqual([
        'date',
        [day(2020, 12, 31), day(2021, 5, 4)],
        ['date-order'],
      ])
      expect(shown(await column(texts([12, 31, 2020], [4, 5, 2021])))).toEqual([
        'date',
        [day(2020, 12, 31), day(2021, 4, 5)],
        ['date-order'],
      ])
    }
  })

  it('is undecided if no part is above 12, unless both orders give the same date', async () => {
    const undecided = await column(['01/02/2020', '03/04/2020', 'NA'])
    expect(shown(undecided)).toEqual(['categorical', ['01/02/2020', '03/04/2020'], ['undecided-dates']])
    expect(undecided.warnings[0]).toMatchObject({ columns: ['x'] })
    expect(undecided.warnings[0].message).toContain('date:dmy or date:mdy')
    const timed = ['3/7/2023 8:00 AM', '4/8/2023 9:30 PM']
    const { warnings } = await tableFromCsv(`x,y\n${timed.map((cell) => `${cell},1`).join('\n')}\n`)
    expect(warnings[0].message).toContain('type a column datetime:dmy or datetime:mdy, with')
    // 7 March 2023, 08:00, and 8 April 2023, 21:30, in seconds.
    const types = { x: 'datetime:mdy' } as const
    expect(
      (await tableFromCsv(`x,y\n${timed.map((cell) => `${cell},1`).join('\n')}\n`, { types })).columns[0],
    ).toMatchObject({ values: Float64Array.of(1678176000, 1680989400) })
    expect(shown(await column(['01/01/2020', '02/02/2020']))[0]).toBe('date')
  })

  it('is not determined by contradictory dates or different separators', async () => {
    expect(shown(await column(['31/12/2020', '12/31/2020']))).toEqual([
      'categorical',
      ['12/31/2020', '31/12/2020'],
      ['unread-dates'],
    ])
    expect(shown(await column(['31/12/2020', '31.12.2020']))[0]).toBe('categorical')
    expect(shown(await column(['31/12/2020', '2020-12-31']))[0]).toBe('categorical')
  })

  it('is not determined by another form, 30 February or month 13', async () => {
    for (const cell of ['31/12/20', '30/02/2020', '13/13/2020', '00/01/2020', '29.02.1900', '1/2/20201'])
      expect(shown(await column([cell, '31/12/2020']))[0]).toBe('categorical')
    expect(shown(await column(['29.02.2000', '31.12.1899']))[1]).toEqual([11016, -25568])
  })

  it('may be year, month, day with any separator; times may follow dates', async () => {
    expect(shown(await column(['2020/1/5', '2021/12/31']))).toEqual(['date', [18266, 18992], []])
    expect(shown(await column(['31/12/2020 10:30', '01/02/2021 23:59:59.25']))[1]).toEqual([
      day(2020, 12, 31) * 86400 + 37800,
      day(2021, 2, 1) * 86400 + 86399.25,
    ])
    expect(
      shown(await column(['12/31/2020 12:05 AM', '01/02/2021 1:00:01 PM', '1/3/2021, 12:00 pm']))[1],
    ).toEqual([
      day(2020, 12, 31) * 86400 + 300,
      day(2021, 1, 2) * 86400 + 46801,
      day(2021, 1, 3) * 86400 + 43200,
    ])
  })

  it('is not determined if a cell is no date, which is a warning', async () => {
    const mixed = await column(['2020-01-01', '2020-01-02', 'soon', '2020-01-03'])
    expect(mixed.warnings).toMatchObject([{ code: 'mixed-types', column: 'x' }])
    expect(mixed.warnings[0].message).toMatch(/1 of 4 cells are not dates or times \(first: row 3.*"soon"/)
  })
})

describe('random times in each format', () => {
  const moment = fc.record({
    days: fc.integer({ min: -719_528, max: 2_932_896 }),
    seconds: fc.nat(86_399),
    missing: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
    bare: fc.boolean(),
  })
  const pad = (value: number, isBare: boolean, width = 2) =>
    isBare ? String(value) : String(value).padStart(width, '0')
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)

  it('are read as their day and second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(moment, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('dmy', 'mdy', 'ymd'),
        fc.constantFrom('/', '.', '-'),
        fc.boolean(),
        async (moments, order, mark, hasTime) => {
          // 31 December 2000 determines the order.
          const all = [...moments, { days: 11_322, seconds: 0, missing: false, bare: false }]
          const cells = all.map(({ days, seconds, missing, bare }) => {
            if (missing) return 'NA'
            const date = new Date(days * 86_400_000)
            const y = String(date.getUTCFullYear()).padStart(4, '0')
            const m = pad(date.getUTCMonth() + 1, bare)
            const d = pad(date.getUTCDate(), bare)
            const parts = { dmy: [d, m, y], mdy: [m, d, y], ymd: [y, m, d] }[order as 'dmy']
            return parts.join(mark) + (hasTime ? ` ${clock(seconds)}` : '')
          })
          const wanted = all.map(({ days, seconds, missing }) =>
            missing ? NaN : hasTime ? days * 86400 + seconds : days,
          )
          const text = await column(cells)
          const [x] = text.columns as NumericColumn[]
          expect([x.type, x.time]).toEqual(['numeric', hasTime ? 'datetime' : 'date'])
          expect([...x.values]).toEqual(wanted)
          const named = (hasTime ? 'datetime' : 'date') as GivenType
          const type = order === 'ymd' ? named : (`${named}:${order}` as GivenType)
          const forced = tableFromColumns({ x: cells }, { x: type }).columns as NumericColumn[]
          expect([...forced[0].values]).toEqual(wanted)
        },
      ),
      { numRuns: 30 },
    )
  })

  it.each([
    [1, 8_000],
    [2, 26_000],
  ])('are read across chunk boundaries, with quotes, on %j threads', async (threads, rows) => {
    const cellOf = (row: number) => {
      const date = new Date(row * 86_400_000)
      return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`
    }
    const cells = range(rows).map((row) => `${row % 3 ? cellOf(row) : `"${cellOf(row)}"`},${padding}`)
    const path = folder.write('many.csv', lines('x,p', cells))
    const [x] = (await readTable(path, { threads })).columns
    expect(x.type === 'numeric' && x.values.every((value, row) => value === row)).toBe(true)
    const engine = await openSource(path, { threads, source: 'duckdb' })
    expect(engine.columns[0]).toMatchObject({ type: 'numeric', time: 'date', missing: 0 })
    engine.close()
  })
})

describe('a date or time type that the user chooses', () => {
  it('determines the order', async () => {
    const cells = ['01/02/2020', '03/04/2020', '?']
    expect(shown(await column(cells, { x: 'date:dmy' }))).toEqual(['date', [18293, 18355, NaN], []])
    expect(shown(await column(cells, { x: 'date:mdy' }))).toEqual(['date', [18263, 18325, NaN], []])
    expect(shown(await column(cells, { x: 'datetime:mdy' }))[1]).toEqual([18263 * 86400, 18325 * 86400, NaN])
    expect(await failure(column(cells, { x: 'date' }))).toBe(
      'invalid dates in column x: "01/02/2020" may start with the day or with the month (choose the type date:dmy or date:mdy)',
    )
    expect(shown(await column(['2020-01-01 00:00:00', '2020-01-02'], { x: 'date' }))).toEqual([
      'date',
      [18262, 18263],
      [],
    ])
    expect(shown(await column(['9:30', '10:00'], { x: 'time' }))[1]).toEqual([34200, 36000])
    expect(shown(await column(['31/12/2020'], { x: 'categorical' }))[0]).toBe('categorical')
  })

  it('is an error for other cells, with line and column', async () => {
    const path = folder.write('forced.csv', 'a,x\n1,31/12/2020\n2,\n3,32/12/2020\n')
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = openSource(path, { source, types: { x: 'date' } })
      expect(await failure(opened)).toBe(
        'invalid date in column x, row 3 of forced.csv (line 4): "32/12/2020" (correct the cell, or type the column categorical)',
      )
    }
    expect(await failure(readTable(path, { types: { a: 'date' } }))).toMatch(
      /^invalid date in column a, row 1 .*"1"/,
    )
    expect(await failure(readTable(path, { types: { x: 'date:ydm' as never } }))).toMatch(
      /^invalid type of column x: date:ydm/,
    )
  })

  it('applies to texts in rows, Parquet, JSON and ARFF', async () => {
    const rows = [
      { d: '31.12.2020', t: '2020-01-01T10:00:00.125+02:00' },
      { d: '01.02.2020', t: null },
    ]
    const types = { d: 'date', t: 'datetime' } as const
    const values = ({ columns }: Table) =>
      (columns as NumericColumn[]).map(({ time, values }) => [time, ...values])
    const wanted = [
      ['date', 18627, 18293],
      ['datetime', 1577865600.125, NaN],
    ]
    expect(values(tableFromRows(rows, types))).toEqual(wanted)
    const json = folder.write('rows.json', JSON.stringify(rows))
    expect(values(await readTable(json, { types }))).toEqual(wanted)
    const from = `SELECT * FROM (VALUES ('31.12.2020', '2020-01-01T10:00:00.125+02:00'), ('01.02.2020', NULL)) r(d, t)`
    const parquet = await folder.parquet('rows.parquet', from)
    expect(values(await readTable(parquet, { types }))).toEqual(wanted)
    const arff = `@relation r\n@attribute d string\n@attribute t string\n@data\n'31.12.2020','2020-01-01T10:00:00.125+02:00'\n'01.02.2020',?\n`
    expect(values(await readTable(folder.write('rows.arff', arff), { types }))).toEqual(wanted)
    expect(() => tableFromRows(rows, { d: 'time' })).toThrow('invalid time in column d, row 1: "31.12.2020"')
    expect(await failure(readTable(parquet, { types: { d: 'time' } }))).toMatch(
      /^invalid time in column d, row 1 of/,
    )
  })

  it('gives the same times in the engine as in a text file', async () => {
    const part = (max: number, min = 0) =>
      fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'))
    const time = fc
      .tuple(part(28, 1), part(12, 1), fc.integer({ min: 1, max: 9999 }), part(23), part(59), part(59))
      .chain(([d, m, y, ...clock]) =>
        fc
          .tuple(
            fc.constantFrom('', '.5', '.123456789', '.000001'),
            fc.constantFrom('', 'Z', '+05:30', '-11', '+0230'),
          )
          .map(
            ([fraction, zone]) =>
              `${d}/${m}/${String(y).padStart(4, '0')} ${clock.join(':')}${fraction}${zone}`,
          ),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(time, { minLength: 30, maxLength: 80 }), async (cells) => {
        const types = { x: 'datetime:dmy' } as const
        const list = cells.map((cell) => `('${cell}')`).join(', ')
        const path = await folder.parquet('times.parquet', `SELECT * FROM (VALUES ${list}) r(x)`)
        const [own] = (await readTable(path, { types })).columns as NumericColumn[]
        const [text] = (await column(cells, types)).columns as NumericColumn[]
        expect([...own.values]).toEqual([...text.values])
      }),
      { numRuns: 3 },
    )
  })

  it('has to match the type of a typed column', async () => {
    const parquet = await folder.parquet(
      'typed.parquet',
      `SELECT DATE '2020-01-01' AS d, 1 AS n FROM range(2)`,
    )
    expect(shown(await readTable(parquet, { types: { d: 'date' } }))).toEqual(['date', [18262, 18262], []])
    expect(await failure(readTable(parquet, { types: { d: 'time' } }))).toMatch(
      /^invalid type of column d: time \(it holds DATE/,
    )
    expect(await failure(readTable(parquet, { types: { n: 'date' } }))).toMatch(
      /^invalid type of column n: date \(it holds INT/,
    )
  })

  it('is not needed for Date objects', () => {
    const table = tableFromRows([{ t: new Date(1500) }, { t: null }])
    expect(table.columns[0]).toMatchObject({ type: 'numeric', time: 'datetime' })
  })

  it.each([
    ['date', 'date'],
    ['datetime:dmy', 'datetime'],
    ['time', 'time'],
    ['range', undefined],
    ['numeric', undefined],
  ] as const)('may be the type %s of a column without a value', async (type, time) => {
    const path = folder.write('empty.csv', 'd,n\nNA,1\n,2\nNA,3\n')
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(path, { source, types: { d: type } })
      const [{ type: found, missing, ...facts }] = opened.columns
      expect([source, found, facts.time, missing]).toEqual([source, 'numeric', time, 3])
      opened.close()
    }
  })
})
