import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { openSync, rmSync } from 'node:fs'
import { MemorySource } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'
import { wrongCells, wrongRowsOf } from './cells.ts'
import { inOneLine, rowsFrom } from './data.ts'
import type { TrueTable } from './data.ts'
import { writeArrow, writeParquet } from './engine-files.ts'
import { plainScores, wrongScores } from './plain-f.ts'
import { full, fullRows, wrongInBothSources } from './both-sources.ts'
import { writeArff, writeJson, writeText } from './write.ts'

const folder = testFolder()

/** Four parts of unequal length; the second is short. */
const ends = [0, 0.47, 0.472, 0.77, 1].map((share) => Math.floor(share * fullRows))
const parts = (truth: TrueTable) => ends.slice(1).map((to, i) => rowsFrom(truth, ends[i], to))

async function expectTrue(path: string, truth: TrueTable): Promise<void> {
  expect(await wrongInBothSources(path, truth)).toEqual([])
  rmSync(path)
}

describe('300,000 rows × 60 columns of text', () => {
  it('are read correctly without quotes', async () => {
    const truth = full.unquoted()
    await expectTrue(await writeText(folder.path('plain.csv'), truth), truth)
  })

  it('are read correctly with quotes and line breaks in cells', async () => {
    const truth = full.mixed()
    await expectTrue(await writeText(folder.path('quoted.csv'), truth), truth)
  })

  it('are read correctly with every cell quoted and Windows line ends', async () => {
    const truth = full.mixed()
    await expectTrue(
      await writeText(folder.path('crlf.csv'), truth, { lineEnd: '\r\n', allQuoted: true }),
      truth,
    )
  })

  it('are read correctly with semicolons and decimal commas', async () => {
    const truth = full.mixed()
    await expectTrue(
      await writeText(folder.path('comma.csv'), truth, { separator: ';', decimal: ',' }),
      truth,
    )
  })

  it('are read correctly with tabs', async () => {
    const truth = full.mixed()
    await expectTrue(await writeText(folder.path('tabs.tsv'), truth, { separator: '\t' }), truth)
  })

  it('are read correctly when compressed', async () => {
    const truth = full.mixed()
    await expectTrue(await writeText(folder.path('packed.csv.gz'), truth), truth)
  })

  it('are read correctly from several files with different formats', async () => {
    const truth = full.mixed()
    const forms = [{}, { separator: ';' }, { lineEnd: '\r\n' }, { allQuoted: true }]
    for (const [i, part] of parts(truth).entries())
      await writeText(folder.path(`part${i}.csv`), part, forms[i])
    expect(await wrongInBothSources(folder.path('part*.csv'), truth)).toEqual([])
  })

  it('are read correctly from standard input', async () => {
    const truth = full.mixed()
    const path = await writeText(folder.path('input.csv'), truth)
    const fromInput = (args: readonly string[]) =>
      execFileSync(process.execPath, args, {
        stdio: [openSync(path, 'r'), 'pipe', 'inherit'],
        maxBuffer: 1 << 28,
        encoding: 'utf8',
      })
    expect(
      JSON.parse(fromInput(['--input-type=module', '-e', digests, JSON.stringify(truth.types)])),
    ).toEqual(Object.fromEntries(truth.columns.map(({ name, cells }) => [name, digestOf(cells)])))
    const plain = plainScores(truth)
    const types = Object.keys(truth.types).map((name) => `${name}=categorical`)
    for (const source of ['memory', 'duckdb']) {
      for (const threads of ['1', '2']) {
        const options = [
          '--by',
          'anova-f',
          '--source',
          source,
          '--threads',
          threads,
          '--format',
          'json',
          '--quiet',
        ]
        const out = fromInput([
          'dist/cli.js',
          'rank',
          '-',
          '-t',
          'class',
          '--types',
          types.join(),
          ...options,
        ])
        const { rankings } = JSON.parse(out) as { rankings: [{ scores: Parameters<typeof wrongScores>[0] }] }
        expect(wrongScores(rankings[0].scores, plain)).toEqual([])
      }
    }
  })
})

describe('300,000 rows × 60 typed columns', () => {
  it('are read correctly from Parquet with many row groups', async () => {
    const truth = full.mixed()
    await expectTrue(await writeParquet(folder.path('groups.parquet'), truth, 4096), truth)
  })

  it('are read correctly from several Parquet files', async () => {
    const truth = full.mixed()
    for (const [i, part] of parts(truth).entries())
      await writeParquet(folder.path(`p${i}.parquet`), part, 20_000)
    expect(await wrongInBothSources(folder.path('p*.parquet'), truth)).toEqual([])
  })

  it('are read correctly from JSON, one record per line', async () => {
    const truth = full.mixed()
    await expectTrue(await writeJson(folder.path('lines.ndjson'), truth, 'lines'), truth)
  })

  it('are read correctly from a JSON list', async () => {
    const truth = full.mixed()
    await expectTrue(await writeJson(folder.path('list.json'), truth, 'list'), truth)
  })

  it('are read correctly from Arrow files and streams', async () => {
    const truth = full.mixed()
    await expectTrue(writeArrow(folder.path('f.arrow'), truth, 70_001, 'file'), truth)
    await expectTrue(writeArrow(folder.path('s.arrow'), truth, 70_001, 'stream'), truth)
  })

  it('are read correctly from ARFF', async () => {
    const truth = inOneLine(full.mixed())
    await expectTrue(await writeArff(folder.path('a.arff'), truth), truth)
  })
})

describe('a query over 300,000 rows × 60 columns', () => {
  const files: Readonly<Record<string, (truth: TrueTable) => Promise<string>>> = {
    text: (truth) => writeText(folder.path('q.csv'), truth),
    Parquet: (truth) => writeParquet(folder.path('q.parquet'), truth, 20_000),
  }

  it.each(Object.keys(files))('returns rows in its own order: %s', async (name) => {
    const truth = full.mixed()
    const path = await files[name](truth)
    const sql = 'SELECT * FROM data ORDER BY "row" DESC'
    const columns = truth.columns.map((column) => ({ ...column, cells: column.cells.toReversed() }))
    // Joint statistics expect ascending row indices, so only cells are compared.
    const reversed = { ...truth, columns }
    const table = await readTable(path, { sql, types: truth.types })
    expect(wrongCells(table, reversed)).toEqual([])
    expect(await wrongRowsOf(new MemorySource(table), reversed)).toEqual([])
  })

  it.each(Object.keys(files))('keeps columns aligned: %s', async (name) => {
    const truth = full.mixed()
    const path = await files[name](truth)
    const [from, to] = [Math.floor(fullRows / 6), Math.floor(fullRows / 2)]
    const lines = await wrongInBothSources(path, rowsFrom(truth, from, to), {
      sql: `SELECT * FROM data WHERE "row" >= ${from} AND "row" < ${to} ORDER BY "row"`,
    })
    expect(lines).toEqual([])
  })
})

function digestOf(cells: readonly unknown[]): string {
  return createHash('sha256').update(cells.map(String).join('\u0001')).digest('hex')
}

/** A program that prints the digest of each column it reads from standard input. */
const digests = `
  import { createHash } from 'node:crypto'
  import { readTable } from 'criba/node'
  const { columns } = await readTable('-', { types: JSON.parse(process.argv[1]) })
  const cellsOf = (column) =>
    Array.from(column.values ?? column.codes, (value, row) =>
      String(column.missing?.[row] ? null : column.values ? value : column.levels[value]))
  const digestOf = (column) => createHash('sha256').update(cellsOf(column).join('\\u0001')).digest('hex')
  console.log(JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, digestOf(column)]))))`
