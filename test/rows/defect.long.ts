import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MemorySource, rank } from 'criba'
import { openSource, readTable } from 'criba/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { randomNumbers } from '../parity/tables.ts'
import { openByQueries } from '../reading/by-queries.ts'
import { testFolder } from '../reading/folder.ts'
import { plainF, wrongScores } from './plain-f.ts'

const folder = testFolder()
const rows = 200_000
const width = 50

// A file on which columns were once read in different row orders, so that its first column looked like noise.
describe('200,000 rows × 50 normal columns and a target of two words', () => {
  const path = folder.path('normal.csv')
  const names = Array.from({ length: width }, (_, i) => `x${i}`)
  let plain: ReadonlyMap<string, number>
  beforeAll(async () => {
    const normal = normals(1)
    const columns = names.map(() => Float64Array.from({ length: rows }, normal))
    const [x0, x1, x2, , x4] = columns
    const y = Array.from({ length: rows }, (_, row) => {
      return x0[row] + x1[row] * x2[row] + x4[row] / 2 + normal() > 0 ? 'up' : 'down'
    })
    plain = new Map(names.map((name, i) => [name, plainF(columns[i], y)]))
    function* lines() {
      yield `${[...names, 'y'].join(',')}\n`
      for (let row = 0; row < rows; row++)
        yield `${columns.map((values) => values[row]).join(',')},${y[row]}\n`
    }
    await pipeline(Readable.from(lines()), createWriteStream(path))
  })

  it('rank x0 first, with F as computed by a plain loop', async () => {
    expect([...plain].sort(([, a], [, b]) => b - a)[0][0]).toBe('x0')
    const memory = new MemorySource(await readTable(path))
    const engines = [await openSource(path, { source: 'duckdb' }), await openByQueries(path)]
    for (const source of [memory, ...engines]) {
      for (const run of [{ threads: 1 }, {}]) {
        const { rankings } = await rank(source, { target: 'y', by: ['anova-f'] }, run)
        expect(wrongScores(rankings[0].scores, plain)).toEqual([])
        expect(rankings[0].scores[0].feature).toBe('x0')
      }
    }
    for (const engine of engines) engine.close()
  })

  it.each(['memory', 'duckdb'])('rank x0 first on the command line: %s', async (source) => {
    const { code, out } = await criba([
      'rank',
      path,
      '-t',
      'y',
      '--by',
      'anova-f',
      '--source',
      source,
      '--format',
      'json',
      '--quiet',
    ])
    expect(code).toBe(0)
    const { rankings } = JSON.parse(out) as { rankings: [{ scores: Parameters<typeof wrongScores>[0] }] }
    expect(wrongScores(rankings[0].scores, plain)).toEqual([])
  })
})

/** Normal numbers by Marsaglia's polar method. */
function normals(seed: number): () => number {
  const random = randomNumbers(seed)
  return () => {
    for (;;) {
      const [u, v] = [2 * random() - 1, 2 * random() - 1]
      const s = u * u + v * v
      if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.log(s)) / s)
    }
  }
}
