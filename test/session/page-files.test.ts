import { describe as describeTable } from 'criba'
import { readTable } from 'criba/node'
import { openWorker } from 'criba/worker'
import type { HostWorker } from 'criba/worker'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* What a worker reads itself is what the command line reads of the same file, with DuckDB where it is Parquet. */

const folder = mkdtempSync(join(tmpdir(), 'criba-page-files-'))
const penguins = readFileSync(fileURLToPath(new URL('../../examples/penguins.csv', import.meta.url)))
let worker: HostWorker
beforeAll(() => {
  worker = openWorker()
})
afterAll(() => {
  worker.close()
  rmSync(folder, { recursive: true })
})

const fileOf = (path: string) => new File([readFileSync(path)], basename(path))
const write = (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** The columns as `describe` has them, of the worker and of the command line. */
async function both(path: string) {
  const opened = await worker.openFile(fileOf(path))
  const [here, there] = [await opened.describe(), await describeTable(await readTable(path))]
  opened.close()
  return { here: here.columns, there: there.columns, facts: opened.facts }
}

/** Values of each kind with gaps; row numbers are i. */
const kinds: Readonly<Record<string, string>> = {
  tiny: '(i % 100)::TINYINT',
  small: '(i * 3)::SMALLINT',
  whole: '(i * 70001)::INTEGER',
  big: '(i * 7000000001)::BIGINT',
  huge: '(9007199254740993 + i)::BIGINT',
  unsigned: '(i * 11)::UINTEGER',
  real: '(i / 3)::FLOAT',
  double: 'i / 7',
  decimal: '(i * 1.25)::DECIMAL(9, 2)',
  wide_decimal: '(i * 1.25)::DECIMAL(30, 4)',
  flag: 'i % 3 = 0',
  text: "'t' || (i % 9)",
  many: "'text ' || i",
  date: "DATE '2001-02-03' + i::INTEGER",
  moment: "TIMESTAMP '2001-02-03 04:05:06.789123' + i * INTERVAL 1 HOUR",
  second: "(TIMESTAMP '1999-12-31 23:59:59' + i * INTERVAL 1 SECOND)::TIMESTAMP_S",
  nano: "(TIMESTAMP '1999-12-31 23:59:59' + i * INTERVAL 1 SECOND)::TIMESTAMP_NS",
  zoned: "(TIMESTAMP '2001-02-03 04:05:06' + i * INTERVAL 1 DAY)::TIMESTAMPTZ",
  time: "(TIME '04:05:06' + i * INTERVAL 1 SECOND)",
  choice: "(CASE i % 3 WHEN 0 THEN 'a' WHEN 1 THEN 'b' ELSE 'c' END)::ENUM('a', 'b', 'c')",
}

describe('Parquet in a worker', () => {
  beforeAll(async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    for (const [name, sql] of Object.entries(kinds)) {
      const value = `CASE WHEN i % 13 = 5 THEN NULL ELSE ${sql} END AS v, ${sql} AS w`
      await connection.run(
        `COPY (SELECT ${value} FROM range(150) t(i)) TO '${join(folder, name)}.parquet' (FORMAT parquet)`,
      )
    }
    for (const codec of ['snappy', 'gzip', 'zstd', 'lz4_raw', 'brotli', 'uncompressed'])
      await connection.run(
        `COPY (SELECT i / 7 AS x, 't' || (i % 9) AS t FROM range(9000) r(i)) TO '${join(folder, codec)}.parquet' (FORMAT parquet, CODEC '${codec}', ROW_GROUP_SIZE 2048)`,
      )
    await connection.run(
      `COPY (SELECT [i, i + 1] AS l FROM range(9) t(i)) TO '${join(folder, 'list')}.parquet' (FORMAT parquet)`,
    )
    await connection.run(
      `COPY (SELECT 1 AS x WHERE false) TO '${join(folder, 'none')}.parquet' (FORMAT parquet)`,
    )
    connection.closeSync()
    instance.closeSync()
  })

  it.each([...Object.keys(kinds), 'snappy', 'gzip', 'zstd', 'lz4_raw', 'brotli', 'uncompressed'])(
    '%s',
    async (name) => {
      const { here, there } = await both(join(folder, `${name}.parquet`))
      expect(here).toEqual(there)
    },
  )

  it('refuses columns of lists, files without rows and damaged files in one line', async () => {
    const whole = readFileSync(join(folder, 'double.parquet'))
    const cut = write('cut.parquet', whole.subarray(0, whole.length - 30))
    const spoiled = write(
      'spoiled.parquet',
      Uint8Array.from(whole, (byte, i) => (i > 60 && i < 400 ? 255 - byte : byte)),
    )
    await expect(worker.openFile(fileOf(join(folder, 'list.parquet')))).rejects.toThrow(
      /^unsuitable column l: it holds [^\n]*drop the column\)$/,
    )
    await expect(worker.openFile(fileOf(join(folder, 'none.parquet')))).rejects.toThrow(
      'missing rows: none.parquet has none',
    )
    await expect(worker.openFile(fileOf(cut))).rejects.toThrow(/^unreadable file: cut\.parquet: [^\n]+$/)
    await expect(worker.openFile(fileOf(spoiled))).rejects.toThrow(
      /^unreadable file: spoiled\.parquet: [^\n]+$/,
    )
  })
})

describe('other files in a worker', () => {
  it('text, also compressed, and Arrow are read as by the command line', async () => {
    for (const path of [
      write('penguins.csv', penguins),
      write('penguins.csv.gz', gzipSync(penguins)),
      write(
        'numbers.arrow',
        tableToIPC(tableFromArrays({ x: Float64Array.of(1, 2.5, -3), t: ['a', 'b', 'a'] }), 'file'),
      ),
    ]) {
      const { here, there } = await both(path)
      expect(here).toEqual(there)
    }
  })

  it('split lists are written as they stand', async () => {
    const path = write(
      'lists.csv',
      'id,tags,y\n' +
        Array.from({ length: 60 }, (_, i) => `${i},${['a;b', 'b', 'a;c'][i % 3]},${i % 2}`).join('\n') +
        '\n',
    )
    const opened = await worker.openFile(fileOf(path), { split: { tags: ';' } })
    expect(opened.facts.columns.map(({ name }) => name)).toEqual(['id', 'tags_a', 'tags_b', 'tags_c', 'y'])
    const cut = (await opened.reduce(['tags_b', 'y'])) as Blob
    expect((await cut.text()).split('\n').slice(0, 3)).toEqual(['tags,y', 'a;b,0', 'b,1'])
  })

  it.each([
    ['book.xlsx', 'PK\u0003\u0004 and more', 'a workbook'],
    ['rows.json', '[{"a": 1}]', 'JSON'],
    ['rows.arff', '@relation r\n@attribute a numeric\n@data\n1\n', 'ARFF'],
    ['page.html', '<!doctype html><table></table>', 'a page, or XML'],
  ])('%s is refused with what to do', async (name, text, what) => {
    await expect(worker.openFile(fileOf(write(name, text)))).rejects.toThrow(
      `unsuitable file: ${name} (it is ${what}; a page reads delimited text, Parquet and Arrow: save it as CSV, or open it with criba studio)`,
    )
  })
})
