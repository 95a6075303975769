// Paths of series over time made outside criba, by `temporal.py`.
import { readFileSync } from 'node:fs'
import { MemorySource, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { warpingDistance } from '../../dist/src/measures/time-series.js'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

interface Dataset {
  readonly columns: Readonly<Record<string, readonly (number | string)[]>>
  readonly groups: Readonly<Record<string, readonly string[]>>
}

interface Path {
  readonly dataset: string
  readonly options: Readonly<Record<string, string>>
  readonly steps: readonly {
    readonly feature: string
    readonly score: number
    readonly relevance: number
    readonly redundancy: number | null
  }[]
}

const truth = JSON.parse(readFileSync(new URL('temporal.json', import.meta.url), 'utf8')) as {
  readonly datasets: Readonly<Record<string, Dataset>>
  readonly paths: readonly Path[]
  readonly pairs: readonly { readonly a: number[]; readonly b: number[]; readonly dtw: number }[]
}

describe('temporal-mrmr goes the way of numpy and scipy', () => {
  it.each(truth.paths.map((path) => [path.dataset, path.options, path.steps] as const))(
    '%s %o',
    async (dataset, options, wanted) => {
      const { columns, groups } = truth.datasets[dataset]
      const table = tableFromColumns(columns)
      const duck = await duckSourceOf(table)
      for (const source of [new MemorySource(table), duck]) {
        const criterion = { method: 'temporal-mrmr', options }
        const found = await select(source, { target: 'y', criterion, groups, stop: 'none' })
        expect(found.steps.map(({ feature }) => feature)).toEqual(wanted.map(({ feature }) => feature))
        for (const [i, { score, relevance, redundancy }] of found.steps.entries()) {
          near(score, wanted[i].score)
          near(relevance!, wanted[i].relevance)
          if (i === 0) expect(redundancy).toBeUndefined()
          else near(redundancy!, wanted[i].redundancy!)
        }
      }
      duck.close()
    },
  )

  it('warps as the recursive definition does', () => {
    expect(truth.pairs).toHaveLength(7)
    for (const { a, b, dtw } of truth.pairs) {
      const [one, other] = [a, b].map((values) => ({
        length: values.length,
        values: Float64Array.from(values),
      }))
      near(warpingDistance(one, other, 0), dtw, 1e-12)
      near(warpingDistance(other, one, 0), dtw, 1e-12)
    }
  })
})
