import type { Source } from 'criba'
import { openSource } from 'criba/node'
import { expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

it('a table in DuckDB has the results of memory on one thread where memory is short, on two', async () => {
  // 300,000 rows of 16 columns take 38 MB, more than half of 64 MB.
  const of = Array.from({ length: 15 }, (_, j) => `(i * ${j + 3}) % 1009 / 8 AS x${j}`).join(', ')
  const path = await folder.parquet(
    'long.parquet',
    `SELECT (i % 3)::VARCHAR AS g, ${of} FROM range(300000) r(i)`,
  )
  const resultsOf = async (source: Source & { close(): void }, threads: number) => {
    const results = [
      await rank(source, { target: 'g', by: ['anova-f', 'mutual-information'] }, { threads }),
      await rank(source, { target: 'x1', by: ['pearson', 'spearman'] }, { threads }),
      await select(source, { target: 'g', k: 3 }, { threads }),
    ]
    source.close()
    return JSON.stringify(results)
      .replace(/"seconds":[\d.e-]+/g, '')
      .replaceAll('"source":"duckdb"', '"source":"memory"')
  }
  const little = await openSource(path, { source: 'duckdb', memory: '64MB' })
  const ours = await resultsOf(await openSource(path, { source: 'memory' }), 1)
  expect(await resultsOf(little, 2)).toBe(ours)
})
