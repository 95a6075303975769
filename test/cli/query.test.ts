import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromArrays, tableToIPC, vectorFromArray, DateDay, TimestampMillisecond } from 'apache-arrow'
import { describe as describeTable, groups, interactions, rank, score, select } from 'criba'
import type { Source } from 'criba'
import { openSource } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { criba } from './criba.ts'

/* A query that changes nothing changes no answer, whatever the columns hold and however the file is read. */

const folder = mkdtempSync(join(tmpdir(), 'criba-query-'))
const rows = 60
const day = (row: number) => new Date(Date.UTC(2020, 0, 1 + ((row * 17) % 300)))
const pad = (value: number) => String(value).padStart(2, '0')

type Opened = Awaited<ReturnType<typeof openSource>>

const header = ['n', 'd', 'moment', 'hour', 'yes', 'price', 'kind', 'text', 'code', 'y']

function cells(row: number): (string | number | boolean)[] {
  const date = day(row).toISOString().slice(0, 10)
  const clock = `${pad(row % 24)}:${pad((row * 7) % 60)}`
  return [
    (row * 7) % 23,
    date,
    `${date}T${clock}:30.25`,
    clock,
    row % 3 === 0,
    (((row * 31) % 97) / 4).toFixed(2),
    'abc'[(row * 5) % 3],
    row % 11 === 0 ? 'NA' : `t${row % 4}`,
    `0${row % 6}`,
    day(row).getUTCMonth() < 5 ? 'early' : 'late',
  ]
}

const files = ['data.csv', 'data.tsv', 'data.json', 'data.parquet', 'data.arrow'] as const

beforeAll(async () => {
  const all = Array.from({ length: rows }, (_, row) => cells(row))
  const lines = (separator: string) => [header, ...all].map((line) => line.join(separator)).join('\n')
  writeFileSync(join(folder, 'data.csv'), lines(','))
  writeFileSync(join(folder, 'data.tsv'), lines('\t'))
  const records = all.map((line) => Object.fromEntries(line.map((cell, i) => [header[i], cell])))
  writeFileSync(join(folder, 'data.json'), JSON.stringify(records))
  const engine = await DuckEngine.start()
  const typed =
    'n::INTEGER AS n, d::DATE AS d, moment::TIMESTAMP AS moment, hour::TIME AS hour, yes::BOOLEAN AS yes, price::DECIMAL(9, 2) AS price, ' +
    "kind::ENUM('a', 'b', 'c') AS kind, nullif(text, 'NA') AS text, code, y"
  await engine.rows(
    `COPY (SELECT ${typed} FROM read_csv('${join(folder, 'data.csv')}', all_varchar = true)) TO '${join(folder, 'data.parquet')}' (FORMAT parquet)`,
  )
  engine.close()
  const column = (name: string) => all.map((line) => line[header.indexOf(name)])
  const table = tableFromArrays({
    n: Int32Array.from(column('n') as number[]),
    y: column('y') as string[],
    kind: column('kind') as string[],
  }).assign(
    tableFromArrays({
      d: vectorFromArray(
        all.map((_, row) => day(row)),
        new DateDay(),
      ),
      moment: vectorFromArray(
        all.map((_, row) => new Date(+day(row) + row * 36e5)),
        new TimestampMillisecond(),
      ),
      yes: vectorFromArray(column('yes') as boolean[]),
    } as never),
  )
  writeFileSync(
    join(folder, 'data.arrow'),
    tableToIPC(table as unknown as Parameters<typeof tableToIPC>[0], 'file'),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const noChange = 'select * from data'

const commands = [
  ['describe'],
  ['rank', '-t', 'y'],
  ['rank', '-t', 'y', '--by', 'kruskal-wallis'],
  ['select', '-t', 'y', '--no-evidence'],
  ['score', '-t', 'y', '--features', 'd,n', '--by', 'joint-mi'],
  ['interactions', '-t', 'y', '--permutations', '0'],
  ['groups'],
]

/** A result without the time that it took, and without how its data were read. */
function factsOf(result: object): object {
  const { seconds, data, ...rest } = result as Record<string, unknown>
  const { source, sql, ...facts } = data as Record<string, unknown>
  expect([typeof seconds, typeof source, sql ?? noChange]).toEqual(['number', 'string', noChange])
  return { ...rest, facts }
}

describe(`${noChange}, of data.csv`, () => {
  it.each(commands)('%s %s %s %s', async (...command) => {
    const [name, ...flags] = command.filter((word) => word !== undefined)
    const answer = async (...more: string[]) => {
      const words = [name, join(folder, 'data.csv'), ...flags, ...more, '--format', 'json']
      const { code, out, err } = await criba(words)
      expect(code, err).toBe(0)
      return JSON.parse(out) as { readonly data: { readonly sql?: string } }
    }
    const queried = await answer('--sql', noChange)
    expect(factsOf(queried)).toEqual(factsOf(await answer()))
    expect(queried.data.sql).toBe(noChange)
  })
})

/** What the commands call. */
const target = 'y'
const analyses: Readonly<Record<string, (source: Source) => Promise<object>>> = {
  describe: (source) => describeTable(source),
  rank: (source) => rank(source, { target, by: ['mutual-information', 'kruskal-wallis'] }),
  select: (source) => select(source, { target }),
  score: (source) => score(source, { target, features: ['d', 'n'], by: ['joint-mi'] }),
  interactions: (source) => interactions(source, { target, permutations: 0 }),
  groups: (source) => groups(source),
}

describe.each(files.slice(1))(`${noChange}, of %s`, (file) => {
  let plain: Opened
  let queried: Opened
  beforeAll(async () => {
    plain = await openSource(join(folder, file))
    queried = await openSource(join(folder, file), { sql: noChange })
  })
  afterAll(() => {
    for (const source of [plain, queried]) source.close()
  })

  it.each(Object.keys(analyses))('%s', async (name) => {
    expect(factsOf(await analyses[name](queried))).toEqual(factsOf(await analyses[name](plain)))
  })
})

it('a query gets dates and times as such, and its results are dates and times', async () => {
  const sql = "select date_trunc('month', d) as month, d + 1 as next, moment, hour, y from data"
  const { out, err } = await criba(['describe', join(folder, 'data.csv'), '--sql', sql, '--format', 'json'])
  expect(err).not.toContain('Error')
  const { columns } = JSON.parse(out) as { readonly columns: readonly { readonly time?: string }[] }
  expect(columns.map(({ time }) => time)).toEqual(['datetime', 'date', 'datetime', 'time', undefined])
})
