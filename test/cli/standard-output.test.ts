/* The reduced table on standard output, in each format, and read back from standard input. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableFromIPC } from 'apache-arrow'
import { openReducible } from 'criba/node'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeArrow } from '../../dist/src/files/write/arrow-file.js'
import { DuckEngine } from '#sql/on-demand'
import { criba } from './criba.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'criba-stdout-'))
afterAll(() => rmSync(folder, { recursive: true }))
const saved = join(folder, 'run.json')
const ask = ['examples/penguins.csv', '-t', 'species', '-k', '3', '--no-evidence']
const chosen = ['species', 'island', 'bill_length_mm', 'flipper_length_mm']

function run(args: readonly string[], input?: Uint8Array) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], { input })
  expect(status, stderr.toString()).toBe(0)
  return { out: stdout, err: stderr.toString() }
}

/** The rows of a CSV without quotes; an empty cell is null, digits are numbers. */
function rowsOf(csv: string): readonly (readonly unknown[])[] {
  const cellOf = (cell: string) => (cell === '' ? null : /^[\d.]+$/.test(cell) ? Number(cell) : cell)
  return csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(cellOf))
}

let csv: string
beforeAll(async () => {
  const file = join(folder, 'reduced.csv')
  expect((await criba(['select', ...ask, '-o', file, '--save', saved])).code).toBe(0)
  csv = readFileSync(file, 'utf8')
})

describe('-o with standard output', () => {
  it('prints Arrow, which the next command reads, and the file of .csv in place of the answer', () => {
    const { out, err } = run(['apply', saved, 'examples/penguins.csv', '--quiet', '-o', '-.arrow'])
    expect(err).toBe('')
    const table = tableFromIPC(out)
    expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'species Utf8',
      'island Utf8',
      'bill_length_mm Float64',
      'flipper_length_mm Float64',
    ])
    expect(table.toArray().map((row) => chosen.map((name) => row?.[name] as unknown))).toEqual(rowsOf(csv))
    const next = run(['select', '-', '-t', 'species', '--no-evidence', '-o', '-'], out)
    expect(next.out.toString()).toBe(csv)
    expect(next.err).toContain('wrote the table to standard output: 344 rows × 4 columns')
  })

  it('prints Parquet', async () => {
    const { out } = run(['select', ...ask, '-o', '-.parquet', '--quiet'])
    const file = out.buffer.slice(out.byteOffset, out.byteOffset + out.length)
    const rows = await parquetReadObjects({ file })
    expect(rows.map((row) => chosen.map((name): unknown => row[name]))).toEqual(rowsOf(csv))
  })

  it('is refused beside what prints an answer, and in formats that there are not', async () => {
    for (const [flags, flag] of [
      [['--names'], '--names'],
      [['--format', 'json'], '--format'],
      [['--methods-text'], '--methods-text'],
    ] as const) {
      const { code, err, out } = await criba(['select', ...ask, '-o', '-', ...flags])
      expect([code, err, out]).toEqual([
        1,
        `criba: invalid output: - (the table is printed in place of the answer: leave out ${flag}, or name a file)\n`,
        '',
      ])
    }
    expect((await criba(['apply', saved, 'examples/penguins.csv', '--as', 'sql', '-o', '-'])).err).toContain(
      'leave out --as',
    )
    expect((await criba(['select', ...ask, '-o', '-.xlsx'])).err).toBe(
      'criba: invalid output: -.xlsx (needs a name that ends in .csv, .tsv, .parquet or .arrow)\n',
    )
  })
})

it('writes an Arrow file with the types of the engine, in as many batches as it has blocks', async () => {
  const file = join(folder, 'types.arrow')
  const sql = `SELECT i + 4294967296 AS whole, i % 3 = 0 AS flag, CASE WHEN i % 5 > 0 THEN DATE '1969-12-30' + i::INTEGER END AS day,
    TIMESTAMP '1969-12-31 23:59:59.999999' + to_microseconds(i) AS moment, i * 0.5::DOUBLE AS half, i % 2 AS y,
    18446744073709551615::UBIGINT AS large, 9007199254740993::DECIMAL(18,0) AS exact FROM range(3000) t(i), (SELECT count(*) FROM data)`
  const data = await openReducible('examples/penguins.csv', file, { sql })
  await data.reduce(['whole', 'flag', 'day', 'moment', 'half', 'y', 'large', 'exact'])
  data.close()
  const table = tableFromIPC(readFileSync(file))
  expect(Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, String(type)]))).toEqual({
    whole: 'Int64',
    flag: 'Bool',
    day: 'Date32<DAY>',
    moment: 'Timestamp<MICROSECOND>',
    half: 'Float64',
    y: 'Int64',
    large: 'Uint64',
    exact: 'Utf8',
  })
  expect(table.numRows).toBe(3000)
  expect(table.batches.length).toBe(2)
  const cells = (name: string): unknown[] => [...(table.getChild(name) as Iterable<unknown>)]
  expect(cells('whole')).toEqual(Array.from({ length: 3000 }, (_, i) => 4294967296n + BigInt(i)))
  expect(cells('flag')).toEqual(Array.from({ length: 3000 }, (_, i) => i % 3 === 0))
  expect(cells('day').slice(0, 3)).toEqual([null, Date.UTC(1969, 11, 31), 0])
  expect(cells('half')[2999]).toBe(1499.5)
  expect([cells('large')[0], cells('exact')[0]]).toEqual([18446744073709551615n, '9007199254740993'])
  const moments = table.batches.flatMap((batch) => [
    ...(batch.getChild('moment')!.data[0].values as BigInt64Array),
  ])
  expect(moments).toEqual(Array.from({ length: 3000 }, (_, i) => BigInt(i) - 1n))
})

it('refuses a date without an end by the name of its column', async () => {
  const sql = "SELECT DATE 'infinity' AS day, i % 2 AS y FROM range(9) t(i), (SELECT count(*) FROM data)"
  const data = await openReducible('examples/penguins.csv', join(folder, 'infinite.arrow'), { sql })
  await expect(data.reduce(['day', 'y'])).rejects.toThrow('unsuitable column day: it holds infinity')
  data.close()
})

it.skipIf(!existsSync('/dev/full'))(
  'a disk that is full while Arrow is written is an error of the writing',
  async () => {
    const engine = await DuckEngine.start()
    const select = 'SELECT i::DOUBLE AS i FROM range(300000) t(i)'
    await expect(writeArrow({ engine, select, warnings: [] }, '/dev/full', false)).rejects.toThrow('ENOSPC')
    engine.close()
  },
)
