import { readFileSync } from 'node:fs'
import type { Table } from 'criba'
import { openReducible, readTable } from 'criba/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'
import { lines } from './text-blocks.ts'

const folder = testFolder()
// More rows than a block of the engine's tables; more columns than one query fetches are in test/rows/.
const rows = 125_000
// More than a chunk of a text.
const textRows = 60_000
// More than a vector of the engine.
const jsonRows = 20_000
const columns = 4
const words = ['up', 'down', 'left', 'right', '']

const number = (row: number, column: number) => ((row * (2 * column + 3) + 17 * column) % 1009) / 4
const word = (row: number, column: number) => words[(row * (column + 2) + (row >> 3)) % 5]
const isText = (column: number) => column % 7 === 2

/** The cells of each row, with commas between them. */
const records = Array.from({ length: rows }, (_, row) => {
  const cells = Array.from({ length: columns }, (_, c) => (isText(c) ? word(row, c) : number(row, c)))
  return cells.join(',')
})
const header = Array.from({ length: columns }, (_, column) => `c${column}`).join(',')
const text = (from: number, to: number) => lines(header, records.slice(from, to))

/** The cells of a table that are not in their row. */
function wrong(table: Table, rows: number): readonly string[] {
  const { rows: found } = table
  const places = [`${found} rows`].filter(() => found !== rows)
  for (const [at, column] of table.columns.entries()) {
    for (let row = 0; row < found && places.length < 5; row++) {
      const expected = isText(at) ? word(row, at) : number(row, at)
      const value = column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
      const shown = column.missing?.[row] ? '' : value
      if (shown !== expected) places.push(`${column.name}, row ${row + 1}: ${shown}, not ${expected}`)
    }
  }
  return places
}

const select = (from: number, to: number) =>
  `SELECT ${Array.from({ length: columns }, (_, c) =>
    isText(c)
      ? `['up', 'down', 'left', 'right', ''][(r * ${c + 2} + (r >> 3)) % 5 + 1] AS c${c}`
      : `((r * ${2 * c + 3} + ${17 * c}) % 1009) / 4 AS c${c}`,
  ).join(', ')} FROM range(${from}, ${to}) t(r) ORDER BY r`

const paths: Record<string, string> = {}
beforeAll(async () => {
  const quoted = records.map((record) => `"${record.replaceAll(',', '","')}"`)
  paths.quoted = folder.write('quoted.csv', lines(header, quoted))
  paths.gzip = folder.write('packed.csv.gz', text(0, textRows))
  folder.write('part-1.csv', text(0, 10_000))
  folder.write('part-2.csv', text(10_000, 11_000))
  folder.write('part-3.csv', text(11_000, textRows))
  paths['several texts'] = folder.path('part-*.csv')
  await folder.parquet('piece-1.parquet', select(0, 70_000))
  await folder.parquet('piece-2.parquet', select(70_000, rows))
  paths['several Parquet files'] = folder.path('piece-*.parquet')
  const json = records.slice(0, jsonRows).map((record) => {
    const cells = record.split(',').map((cell, c) => `"c${c}":${isText(c) ? `"${cell}"` : cell}`)
    return `{${cells.join(',')}}`
  })
  paths.JSON = folder.write('rows.ndjson', json.join('\n'))
}, 120_000)

describe('every cell is in its row', () => {
  const ways = [
    ['quoted', rows],
    ['gzip', textRows],
    ['several texts', textRows],
    ['several Parquet files', rows],
    ['JSON', jsonRows],
  ] as const
  it.each(ways)('read from %s', async (way, count) => {
    // An empty text is a value in typed files, and missing in text files.
    expect(wrong(await readTable(paths[way]), count)).toEqual([])
  })

  it('in the result of a query', async () => {
    const sql = 'SELECT * FROM data WHERE c1 >= 0 ORDER BY c3 DESC, c1'
    const { columns, rows: found } = await readTable(paths.quoted, { sql })
    expect(found).toBe(rows)
    const at = (column: number, row: number) => {
      const of = columns[column]
      return of.type === 'numeric' ? of.values[row] : of.levels[of.codes[row]]
    }
    const sorted = [...Array(rows - 1).keys()].every((row) => at(3, row) >= at(3, row + 1))
    expect(sorted).toBe(true)
    // Cells of the same row belong to the same row of the data.
    const key = (first: unknown, last: unknown) => `${String(first)} ${String(last)}`
    const pairs = new Set(Array.from({ length: rows }, (_, row) => key(number(row, 0), number(row, 3))))
    const strays = [...Array(rows).keys()].filter((row) => !pairs.has(key(at(0, row), at(3, row))))
    expect(strays).toEqual([])
  })

  it('if a column has the name of an internal column of the engine', async () => {
    const query =
      'SELECT (r * 7) % 100 AS rowid, r AS file_row_number, r % 2 AS file_index FROM range(3000) t(r)'
    const path = await folder.parquet('places.parquet', query)
    const table = await readTable(path)
    expect(table.columns.map(({ name }) => name)).toEqual(['rowid', 'file_row_number', 'file_index'])
    const values = table.columns.map((column) => (column.type === 'numeric' ? [...column.values] : []))
    expect(values[1]).toEqual([...Array(3000).keys()])
    expect(values[0]).toEqual(values[1].map((row) => (row * 7) % 100))
    const asked = await readTable(path, {
      sql: 'SELECT rowid, file_index FROM data ORDER BY file_row_number',
    })
    expect(asked.columns[0].type === 'numeric' && [...asked.columns[0].values]).toEqual(values[0])
  })
})

describe('chosen columns', () => {
  // From each format to each in test/rows/ways-out.long.ts.
  it.each([
    ['csv', 'quoted'],
    ['parquet', 'several Parquet files'],
  ])('are written in the order of the data, as %s', async (format, from) => {
    const output = folder.path(`written.${format}`)
    {
      const opened = await openReducible(paths[from], output, { source: 'duckdb' })
      await opened.reduce(['c0', 'c2', 'c3'])
      opened.close()
      const { columns, rows: written } = await readTable(output)
      expect(written).toBe(rows)
      const [a, b, c] = columns
      const strays = [...Array(rows).keys()].filter(
        (row) =>
          !(a.type === 'numeric' && c.type === 'numeric' && b.type === 'categorical') ||
          a.values[row] !== number(row, 0) ||
          c.values[row] !== number(row, 3) ||
          (b.missing?.[row] ? '' : b.levels[b.codes[row]]) !== word(row, 2),
      )
      expect(strays.slice(0, 5)).toEqual([])
      if (format === 'csv') expect(readFileSync(output, 'utf8').startsWith('c0,c2,c3\n')).toBe(true)
    }
  })
})
