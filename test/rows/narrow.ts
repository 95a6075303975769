import { MemorySource, rank } from 'criba'
import type { Source } from 'criba'
import { openSource, readTable } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openByQueries } from '../reading/by-queries.ts'
import { testFolder } from '../reading/folder.ts'
import { wrongCells, wrongRowsOf } from './cells.ts'
import { makeTruth, narrow } from './data.ts'
import { wrongJoints } from './joint.ts'
import { plainScores, wrongScores } from './plain-f.ts'
import { writeText } from './write.ts'

/** Holds every cell of a table of short cells in its row. The engine reads fifty columns at a time. */
export function holdNarrow(rows: number): void {
  describe(`a CSV of ${rows} rows × 52 columns`, () => {
    const folder = testFolder()
    const truth = makeTruth(rows, narrow)
    let path: string
    beforeAll(async () => {
      path = await writeText(folder.path('narrow.csv'), truth)
    })

    it('has every cell in its row in memory', async () => {
      const table = await readTable(path)
      expect(wrongCells(table, truth)).toEqual([])
      const { rankings } = await rank(new MemorySource(table), { target: 'class', by: ['anova-f'] })
      expect(wrongScores(rankings[0].scores, plainScores(truth))).toEqual([])
    })

    describe.each([
      ['which loads it', (file: string) => openSource(file, { source: 'duckdb' })],
      ['by queries', openByQueries],
    ])('on DuckDB, %s', (_, open) => {
      let duckdb: Source & { close(): void }
      beforeAll(async () => {
        duckdb = await open(path)
      })
      afterAll(() => duckdb.close())

      it('has every cell in its row', async () => {
        expect(await wrongRowsOf(duckdb, truth)).toEqual([])
      })

      it('has all columns aligned', async () => {
        expect(await wrongJoints(duckdb, truth)).toEqual([])
        const spec = { target: 'class', by: ['anova-f', 'mutual-information'], missing: 'pairwise' } as const
        const { rankings } = await rank(duckdb, spec)
        expect(wrongScores(rankings[0].scores, plainScores(truth))).toEqual([])
        const inMemory = await rank(new MemorySource(await readTable(path)), spec)
        expect(rankings[1].scores).toEqual(inMemory.rankings[1].scores)
      })
    })
  })
}
