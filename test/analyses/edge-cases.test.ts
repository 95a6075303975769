import { chain, CribaError, MemorySource, tableFromColumns } from 'criba'
import { defineRank, pearson } from 'criba/methods'
import type { Variable } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { planRank, rank, score, select } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

const placesOf = (scores: readonly { feature: string; rank: number | null }[]) =>
  scores.map(({ feature, rank }) => [feature, rank])

describe('places', () => {
  const y = ['a', 'a', 'a', 'b', 'b', 'b']

  it('an infinite score ties with nothing finite', async () => {
    const table = tableFromColumns({
      weak: [1, 2, 3, 2, 3, 4],
      perfect: [1, 1, 1, 2, 2, 2],
      strong: [1, 2, 3, 50, 51, 52],
      y,
    })
    const { rankings } = await rank(table, { target: 'y', by: ['anova-f'] })
    expect(placesOf(rankings[0].scores)).toEqual([
      ['perfect', 1],
      ['strong', 2],
      ['weak', 3],
    ])
  })

  it('tied columns share a rank, in the order of the table, and the mean of their ranks', async () => {
    const table = tableFromColumns({
      low: [1, 3, 2, 2, 3, 1],
      copy: [1, 2, 3, 9, 8, 7],
      same: [1, 2, 3, 9, 8, 7],
      y,
    })
    const { rankings, meanRank } = await rank(table, { target: 'y', by: ['anova-f', 'fisher'] })
    expect(placesOf(rankings[0].scores)).toEqual([
      ['copy', 1],
      ['same', 1],
      ['low', 3],
    ])
    expect(meanRank).toEqual([
      { feature: 'copy', rank: 1.5, methods: 2 },
      { feature: 'same', rank: 1.5, methods: 2 },
      { feature: 'low', rank: 3, methods: 2 },
    ])
  })

  it('mean ranks of many columns are fast', async () => {
    const columns = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`x${i}`, [i % 7, i % 5, i % 3, 1, 2, i % 11]]),
    )
    const { meanRank } = await rank(tableFromColumns({ ...columns, y }), {
      target: 'y',
      by: ['anova-f', 'fisher'],
    })
    expect(meanRank!.reduce((sum, { rank }) => sum + rank!, 0)).toBeCloseTo((400 * 401) / 2, 3)
  })
})

describe('levels', () => {
  it('a level called missing is not the level of missing values', async () => {
    const x = ['missing', 'missing', null, null, 'other', 'other', 'missing', 'other']
    const y = ['a', 'a', 'b', 'b', 'c', 'c', 'a', 'c']
    const renamed = x.map((level) => (level === 'missing' ? 'gone' : level))
    const spec = { target: 'y', missing: 'level' as const }
    const score = async (column: (string | null)[]) => {
      const table = tableFromColumns({ x: column, y })
      const engine = await duckSourceOf(table)
      const found = await Promise.all([rank(table, spec), rank(engine, spec)])
      engine.close()
      return found.map(({ rankings }) => rankings[0].scores[0].score)
    }
    const [inMemory] = await score(renamed)
    expect(await score(x)).toEqual([inMemory, inMemory])
  })

  it('a family of small subsets of many variables holds them all', async () => {
    const columns = Object.fromEntries(
      Array.from({ length: 34 }, (_, i) => [`x${i}`, [i & 1, (i >> 1) & 1, 0, 1]]),
    )
    const of = Array.from({ length: 34 }, (_, column): Variable => ({ column, coding: { kind: 'values' } }))
    const [answer] = await new MemorySource(tableFromColumns(columns)).answer([
      { kind: 'entropy', family: { of, sizes: [1, 2] }, view: {} },
    ])
    expect(answer.n).toHaveLength(34 + (34 * 33) / 2)
    expect([...answer.n].every((n) => n === 4)).toBe(true)
  })

  it('MDL cuts by fractional weights as by whole ones', async () => {
    const x = Array.from({ length: 40 }, (_, i) => i)
    const y = x.map((i) => (i < 20 ? 'a' : i < 30 ? 'b' : 'a'))
    const cuts = async (weight: number) => {
      const table = tableFromColumns({ x, y, w: x.map(() => weight) })
      const { coding } = await rank(table, { target: 'y', weights: 'w', discretise: 'mdl' })
      return coding[0].cuts
    }
    expect(await cuts(1)).toEqual([19, 29])
    expect(await cuts(1.1)).toEqual([19, 29])
  })
})

describe('specs', () => {
  const table = tableFromColumns({ x: [1, 2, 3, 4, 6, 5], z: [3, 1, 2, 5, 4, 9], y: [1, 2, 3, 4, 5, 7] })

  it('the spec of a result recreates it', async () => {
    const first = await rank(table, {
      target: 'y',
      by: ['pearson', 'fisher:denominator=total'],
      task: 'classification',
    })
    const again = await rank(table, first.spec)
    expect({ ...again, seconds: 0 }).toEqual({ ...first, seconds: 0 })
  })

  it('an unknown part of a spec is an error that suggests the nearest', async () => {
    await expect(rank(table, { targt: 'y' } as object)).rejects.toThrow(
      'unknown part of a spec for rank: targt (did you mean target?)',
    )
    await expect(rank(table, { target: 'y', task: 'clasification' as 'classification' })).rejects.toThrow(
      CribaError,
    )
    await expect(rank(table, { target: 'y', bins: 5000 })).rejects.toThrow(
      'invalid bins: 5000 (needs a whole number, 2 to 1000)',
    )
  })

  it('a text instead of a list, or an invalid method, is a clear error', async () => {
    const ask = (spec: object) => rank(table, { target: 'y', ...spec })
    await expect(ask({ by: 'pearson' })).rejects.toThrow('invalid by: pearson (needs a list)')
    await expect(ask({ drop: 'x' })).rejects.toThrow('invalid drop: x (needs a list)')
    const set = { target: 'y', features: 'xz' } as unknown as ScoreSpec
    await expect(score(table, set)).rejects.toThrow('invalid features: xz (needs a list)')
    await expect(chain(table, set)).rejects.toThrow('invalid features: xz (needs a list)')
    await expect(ask({ by: [{}] })).rejects.toThrow(
      'invalid by: an object (needs a name, or { method, options })',
    )
    await expect(ask({ by: [() => 'pearson'] })).rejects.toThrow(
      'invalid method: a function (needs one made by defineRank or defineSubset)',
    )
  })

  it("takes a method's function, and a user's own", async () => {
    const spread = defineRank({
      id: 'spread',
      title: 'Largest less smallest',
      features: { numeric: 'values', categorical: null },
      target: null,
      better: 'higher',
      units: 'units of the column',
      options: {},
      formula: 'max − min',
      reference: '',
      needs: ({ features, view }) => [
        { kind: 'moments', family: { base: [], each: features }, of: 'values', view },
      ],
      fold: ([{ n, min, max }]) => ({ n, score: max.map((largest, i) => largest - min[i]) }),
    })
    const { rankings } = await rank(table, { target: 'y', by: [pearson, spread] })
    expect(rankings.map(({ method }) => method)).toEqual(['pearson', 'spread'])
    expect(placesOf(rankings[1].scores)).toEqual([
      ['z', 1],
      ['x', 2],
    ])
  })

  it('plans the permutations too', async () => {
    const { plan } = await planRank(table, { target: 'y', permutations: 99 })
    expect(plan.filter(({ times }) => times === 99).map(({ request }) => request)).toEqual(['entropy'])
  })
})

describe('rows without a target', () => {
  const rows = Array.from({ length: 60 }, (_, i) => i)
  const columns = { a: rows.map((i) => 'ab'[i % 2]), b: rows.map((i) => 'pqr'[(i * 7) % 3]) }
  const y = rows.map((i) => (i % 4 === 1 ? null : 'xy'[(i >> 1) % 2]))
  const have = rows.filter((i) => y[i] !== null)
  const left = tableFromColumns({
    a: have.map((i) => columns.a[i]),
    b: have.map((i) => columns.b[i]),
    y: have.map((i) => y[i]),
  })

  it.each(['median', 'level'] as const)(
    'take no part in a selection where missing is %s',
    async (missing) => {
      for (const criterion of [
        'jmi',
        'cmim',
        'mutual-information',
        'joint-mi:estimator=plug-in',
        'cfs',
        'consistency',
      ]) {
        const spec = { target: 'y', criterion, search: 'forward', missing, stop: 'none' } as const
        const found = await select(tableFromColumns({ ...columns, y }), spec)
        const wanted = await select(left, spec)
        expect(found.steps).toEqual(wanted.steps)
      }
    },
  )
})

it('a selection warns where numbers are discretised because there are categorical columns', async () => {
  const table = tableFromColumns({
    a: [1, 2, 3, 4, 5, 6],
    b: ['p', 'q', 'p', 'q', 'p', 'p'],
    y: [1, 3, 2, 5, 4, 6],
  })
  const { warnings } = await select(table, { target: 'y', task: 'regression', criterion: 'cfs', k: 1 })
  expect(warnings.map(({ message }) => message)).toContain(
    'cfs: numbers and levels in one question: numbers are discretised (relation=pearson takes numbers alone)',
  )
})
