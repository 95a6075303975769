import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import {
  DateMillisecond,
  Float64,
  makeData,
  Table as ArrowTable,
  tableToIPC,
  TimeMillisecond,
} from 'apache-arrow'
import { TimestampSecond, Vector, vectorFromArray } from 'apache-arrow'
import { describe as describeTable } from 'criba'
import type { Table } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { openWorker } from 'criba/worker'
import { afterAll, describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'
import { plainRows, xlsx } from './sheet-files.ts'

const folder = testFolder()
const worker = openWorker()
afterAll(() => worker.close())

const names = ['born', 'seen', 'at', 'site', 'size']
const text = `${names.join(',')}
2010-03-03,2010-03-03 12:34:56.789,08:30:00,a,1.5
1969-12-31,1969-12-31 23:59:59.5,23:59:59.25,b,
,,,,3
1900-01-01,2024-02-29 00:00:00.000001,00:00:00,a,2.5
2200-01-01,2149-12-28 17:46:40.123,23:59:59.999999,a,2.5
`

/* Days and seconds by hand: 2010-03-03 is day 14671, which begins 14671 × 86400 = 1267574400 s after 1970. */
const columns = {
  born: ['date', [14671, -1, null, -25567, 84006]],
  seen: ['datetime', [1267619696.789, -0.5, null, 1709164800.000001, 5680000000.123]],
  at: ['time', [30600, 86399.25, null, 0, 86399.999999]],
  site: ['categorical', ['a', 'b', null, 'a', 'a']],
  size: ['numeric', [1.5, null, 3, 2.5, 2.5]],
}

/** The kind and the values of each column, `null` where missing. */
function shown({ columns }: Table) {
  const entries = columns.map((column) => {
    const value = (_: unknown, row: number) =>
      column.missing?.[row]
        ? null
        : column.type === 'numeric'
          ? column.values[row]
          : column.levels[column.codes[row]]
    const cells = column.type === 'numeric' ? column.values : column.codes
    return [
      column.name,
      [column.type === 'numeric' ? (column.time ?? 'numeric') : 'categorical', Array.from(cells, value)],
    ]
  })
  return Object.fromEntries(entries) as Record<string, readonly [kind: string, cells: readonly unknown[]]>
}

/** Writes columns of a file; returns the path of the output. */
async function written(path: string, output: string, options: Parameters<typeof openReducible>[2] = {}) {
  const source = await openReducible(path, folder.path(output), options)
  const { warnings } = await source.reduce(source.columns.map(({ name }) => name))
  source.close()
  return { path: folder.path(output), warnings }
}

/** What DuckDB finds in a file. */
async function rowsOf(query: string) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rows = (await connection.runAndReadAll(query)).getRowsJson()
  connection.closeSync()
  instance.closeSync()
  return rows
}

const sources = ['memory', 'duckdb'] as const
const inputs: Readonly<Record<string, () => Promise<string>>> = {
  CSV: () => Promise.resolve(folder.write('in.csv', text)),
  Parquet: () =>
    folder.parquet(
      'in.parquet',
      `SELECT born::DATE born, seen::TIMESTAMP seen, "at"::TIME "at", site, size::DOUBLE size FROM read_csv('${folder.write('typed.csv', text)}', all_varchar = true)`,
    ),
  xlsx: () => {
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',').map((cell) => (cell === '' ? null : cell)))
    const typed = rows.map((cells, i) =>
      cells.map((cell, j) => (i > 0 && j === 4 && cell !== null ? Number(cell) : cell)),
    )
    return Promise.resolve(folder.write('in.xlsx', xlsx([{ name: 'S', rows: plainRows(typed) }])))
  },
}

describe.each(Object.keys(inputs))('dates and times of %s', (input) => {
  it.each(sources)('are read again from written files as they were, from %s', async (source) => {
    for (const output of [`${source}.parquet`, `${source}.arrow`]) {
      const out = await written(await inputs[input](), output, { source })
      expect(out.warnings).toEqual([])
      expect(shown(await readTable(out.path))).toEqual(columns)
      const again = await openSource(out.path, { source: 'duckdb' })
      expect(again.columns.map(({ time }) => time)).toEqual([
        'date',
        'datetime',
        'time',
        undefined,
        undefined,
      ])
      again.close()
    }
    expect(
      await rowsOf(
        `SELECT column_name, column_type FROM (DESCRIBE FROM '${folder.path(`${source}.parquet`)}')`,
      ),
    ).toEqual(['DATE', 'TIMESTAMP', 'TIME', 'VARCHAR', 'DOUBLE'].map((type, i) => [names[i], type]))
    const cells = `SELECT born::VARCHAR, seen::VARCHAR, "at"::VARCHAR FROM '${folder.path(`${source}.parquet`)}'`
    expect(await rowsOf(cells)).toEqual([
      ['2010-03-03', '2010-03-03 12:34:56.789', '08:30:00'],
      ['1969-12-31', '1969-12-31 23:59:59.5', '23:59:59.25'],
      [null, null, null],
      ['1900-01-01', '2024-02-29 00:00:00.000001', '00:00:00'],
      ['2200-01-01', '2149-12-28 17:46:40.123', '23:59:59.999999'],
    ])
  })
})

describe('dates and times of a text', () => {
  it('are described alike in the text and in written files', async () => {
    const path = folder.write('described.csv', text)
    const there = (await describeTable(await readTable(path))).columns
    for (const output of ['described.parquet', 'described.arrow']) {
      const here = await describeTable(await readTable((await written(path, output)).path))
      expect(here.columns).toEqual(there)
    }
  })

  it('are the same doubles in each format, to the microsecond', async () => {
    // From 1906 to 2096; a quotient of whole numbers is rounded once.
    const query = `SELECT make_timestamp(m) seen, m::VARCHAR m FROM (SELECT (hash(i) % 6000000000000000)::BIGINT - 2000000000000000 AS m FROM range(5000) t(i))`
    const parquet = await folder.parquet('micro.parquet', query)
    const exact = (table: Table) => {
      const { seen, m } = shown(table)
      return [seen, ['datetime', m[1].map((text) => Number(text) / 1e6)]]
    }
    const [found, expected] = exact(await readTable(parquet))
    expect(found).toEqual(expected)
    for (const output of ['micro.arrow', 'micro-again.parquet']) {
      const csv = await written(parquet, 'micro.csv')
      for (const path of [parquet, csv.path]) {
        const out = await written(path, output, { types: { m: 'categorical' } })
        const [again, same] = exact(await readTable(out.path))
        expect(again).toEqual(same)
      }
    }
    const opened = await worker.openFile(new File([readFileSync(parquet)], 'micro.parquet'))
    const page = (await opened.describe()).columns[0]
    opened.close()
    expect(page).toEqual((await describeTable(await readTable(parquet))).columns[0])
  })

  it('stay as they are in CSV', async () => {
    const path = folder.write('days.csv', 'd,n\n03/03/2010,1\n13/04/2010,2\n')
    const out = await written(path, 'days-out.csv')
    expect(readFileSync(out.path, 'utf8')).toBe('d,n\n03/03/2010,1\n13/04/2010,2\n')
  })
})

/** An Arrow file with half a day among dates, 25 hours among times, and a moment beyond the year 294,247. */
function unfit(): string {
  const times = makeData({
    type: new TimeMillisecond(),
    length: 3,
    data: Int32Array.of(0, 90_000_000, -1000),
  })
  const days = makeData({
    type: new DateMillisecond(),
    length: 3,
    data: BigInt64Array.of(0n, 43_200_000n, 86_400_000n),
  })
  const moments = makeData({
    type: new TimestampSecond(),
    length: 3,
    data: BigInt64Array.of(0n, 1n, 10_000_000_000_000n),
  })
  const table = new ArrowTable({
    day: new Vector([days]),
    at: new Vector([times]),
    seen: new Vector([moments]),
    n: vectorFromArray([1, 2, 4], new Float64()),
  })
  return folder.write('unfit.arrow', tableToIPC(table, 'file'))
}

const unfitColumns = { day: [0, 0.5, 1], at: [0, 90_000, -1], seen: [0, 1, 1e13], n: [1, 2, 4] }
const why = [
  'column day: its dates stay numbers (days since 1970), because the type DATE does not have 1 of them (first: 0.5)',
  'column at: its times stay numbers (seconds since midnight), because the type TIME does not have 2 of them (first: 90000)',
  'column seen: its dates with a time stay numbers (seconds since 1970), because the type TIMESTAMP does not have 1 of them (first: 10000000000000)',
]

describe('values that the types of files do not have', () => {
  it.each(sources)('stay numbers, and a warning says so, from %s', async (source) => {
    for (const output of ['unfit-out.parquet', 'unfit-out.arrow']) {
      const out = await written(unfit(), output, { source })
      expect(out.warnings.map(({ code, message }) => [code, message])).toEqual(
        why.map((message) => ['untyped-times', message]),
      )
      expect(shown(await readTable(out.path))).toEqual(
        Object.fromEntries(Object.entries(unfitColumns).map(([name, values]) => [name, ['numeric', values]])),
      )
    }
  })

  it('stay numbers in a query', async () => {
    const table = await readTable(unfit(), { sql: 'SELECT * FROM data' })
    expect(table.warnings.map(({ message }) => message)).toEqual(why)
    expect(shown(table)).toMatchObject({ day: ['numeric', [0, 0.5, 1]], at: ['numeric', [0, 90_000, -1]] })
  })
})
