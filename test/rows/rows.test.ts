import { MemorySource, rank } from 'criba'
import { openSource, readTable } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cribaApart } from '../cli/criba.ts'
import { testFolder } from '../reading/folder.ts'
import { wrongCells, wrongRowsOf } from './cells.ts'
import { makeTruth, narrow } from './data.ts'
import { wrongJoints } from './joint.ts'
import { plainScores, wrongScores } from './plain-f.ts'
import { writeText } from './write.ts'

// The long tests in this folder cover all input and output formats, with more rows and longer cells.
const folder = testFolder()

describe('a CSV of 125,000 rows × 52 columns', () => {
  // The engine reads it in several blocks of rows, and fifty columns at a time.
  const truth = makeTruth(125_000, narrow)
  let path: string
  let duckdb: Awaited<ReturnType<typeof openSource>>
  beforeAll(async () => {
    path = await writeText(folder.path('narrow.csv'), truth)
    duckdb = await openSource(path, { source: 'duckdb' })
  })
  afterAll(() => duckdb.close())

  it('has every cell in its row in memory', async () => {
    const table = await readTable(path)
    expect(wrongCells(table, truth)).toEqual([])
    const { rankings } = await rank(new MemorySource(table), { target: 'class', by: ['anova-f'] })
    expect(wrongScores(rankings[0].scores, plainScores(truth))).toEqual([])
  })

  it('has every cell in its row on DuckDB', async () => {
    expect(await wrongRowsOf(duckdb, truth)).toEqual([])
  })

  it('has all columns aligned on DuckDB', async () => {
    expect(await wrongJoints(duckdb, truth)).toEqual([])
    const spec = { target: 'class', by: ['anova-f', 'mutual-information'], missing: 'pairwise' } as const
    const { rankings } = await rank(duckdb, spec)
    expect(wrongScores(rankings[0].scores, plainScores(truth))).toEqual([])
    const inMemory = await rank(new MemorySource(await readTable(path)), spec)
    expect(rankings[1].scores).toEqual(inMemory.rankings[1].scores)
  })
})

it('a CSV of 65 columns × 1,797 rows can be ranked with every column categorical', async () => {
  // Like the digits of scikit-learn: 64 pixels of 0 to 16, and the digit.
  const names = Array.from({ length: 64 }, (_, i) => `pixel${i}`)
  const lines = Array.from({ length: 1797 }, (_, row) => {
    const y = (row * 7) % 10
    return [...names.map((_, i) => (row * (i + 3) + y * i + ((row * row) % 11)) % 17), y].join(',')
  })
  const path = folder.write('digits.csv', `${[...names, 'y'].join(',')}\n${lines.join('\n')}\n`)
  for (const source of ['memory', 'duckdb']) {
    const { code, out, err } = await cribaApart([
      'rank',
      path,
      '-t',
      'y',
      '--types',
      '*=categorical',
      '--source',
      source,
      '--format',
      'json',
    ])
    expect(err).not.toMatch(/out of memory/i)
    expect(code).toBe(0)
    const { rankings } = JSON.parse(out) as { rankings: [{ scores: unknown[] }] }
    expect(rankings[0].scores).toHaveLength(64)
  }
})
