import { CribaError, MemorySource, planRank, rank, tableFromColumns } from 'criba'
import type { RankSpec } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'

const rows = 4000
const random = randomOf(1)
const columns = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`x${i}`, Float64Array.from({ length: rows }, () => random())]),
)
/** A table of which nothing is known yet. */
const tableOf = () =>
  tableFromColumns({
    ...columns,
    y: Array.from({ length: rows }, (_, row) => (row % 2 ? 'a' : 'b')),
  })

describe('a run', () => {
  it('requests statistics that several methods share only once', async () => {
    const alone = new MemorySource(tableOf())
    await rank(alone, { target: 'y', by: ['anova-f'] })
    const together = new MemorySource(tableOf())
    await rank(together, {
      target: 'y',
      by: ['anova-f', 't-test', 'welch-t', 'welch-anova', 'fisher', 'chi2-frequency'],
    })
    expect(together.work.queries).toBe(alone.work.queries)
  })

  it('requests what its plan says, and the profile of the columns', async () => {
    const unplanned = async (by: NonNullable<RankSpec['by']>) => {
      const source = new MemorySource(tableOf())
      const { plan } = await planRank(source, { target: 'y', by })
      const looked = source.work.queries
      await rank(source, { target: 'y', by })
      return source.work.queries - 2 * looked - plan.reduce((sum, { queries }) => sum + queries, 0)
    }
    expect(await unplanned(['gini-gain', 'kruskal-wallis'])).toBe(await unplanned(['gini-gain']))
  })

  it('does not repeat requests under permutations that do not read the target', async () => {
    const without = new MemorySource(tableOf())
    await rank(without, { target: 'y' })
    const permuted = new MemorySource(tableOf())
    await rank(permuted, { target: 'y', permutations: 10 })
    // The target's values for the seed; H(Y) and H(X,Y) of 12 columns under each permutation; H(X) is cached.
    expect(permuted.work.queries - without.work.queries).toBe(1 + 10 * 24)
  })

  it('reports progress, and can be interrupted', async () => {
    const stop = new AbortController()
    const seen: number[] = []
    const run = {
      signal: stop.signal,
      progress: (share: number) => {
        seen.push(share)
        if (seen.length === 3) stop.abort()
      },
    }
    const failure = await rank(tableOf(), { target: 'y', permutations: 5000 }, run).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(CribaError)
    expect((failure as CribaError).code).toBe('interrupted')
    expect(seen).toHaveLength(3)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })
})
