import { interactions, MemorySource, planRank, rank } from 'criba'
import type { InteractionsSpec } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { a, b, columns, levelTable, withGap } from './plain-information.ts'
import type { Cell, Columns } from './plain-information.ts'

const y = { target: 'y' } as const
const four = ['a', 'b', 'c', 'd']
/** Entropies are differences of sums: exact to about 1e-15 bits each. */
const bits = 12

describe('a result of interactions', () => {
  it('agrees with the ranking of each column', async () => {
    const { rankings } = await rank(levelTable(columns), y)
    const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
    for (const { a, b, iA, iB } of (await interactions(levelTable(columns), y)).pairs) {
      expect(iA).toBeCloseTo(scores.get(a)!, bits)
      expect(iB).toBeCloseTo(scores.get(b)!, bits)
    }
  })

  it('has the same bits from DuckDB, whatever the policy for gaps', async () => {
    const table = levelTable(withGap)
    const duckdb = await duckSourceOf(table)
    try {
      for (const missing of ['pairwise', 'complete', 'level', 'median'] as const) {
        const spec = { ...y, missing, permutations: 3 }
        const [found, expected] = [await interactions(duckdb, spec), await interactions(table, spec)]
        expect(found.pairs).toEqual(expected.pairs)
        expect(found.alone).toEqual(expected.alone)
        expect(found.targetEntropy).toBe(expected.targetEntropy)
      }
    } finally {
      duckdb.close()
    }
  })

  it('complete: as of the table of complete rows', async () => {
    const kept = (cells: readonly Cell[]) => cells.filter((_, row) => withGap['b'][row] !== null)
    const complete = Object.fromEntries(Object.entries(withGap).map(([name, cells]) => [name, kept(cells)]))
    const found = await interactions(levelTable(withGap), { ...y, missing: 'complete' })
    expect(found.pairs).toEqual((await interactions(levelTable(complete), y)).pairs)
    expect(found.pairs).not.toEqual((await interactions(levelTable(withGap), y)).pairs)
  })

  it('is recreated by its spec', async () => {
    const spec: InteractionsSpec = { ...y, permutations: 19, seed: 5, missing: 'level', units: 'nats' }
    const first = await interactions(levelTable(withGap), spec)
    const again = await interactions(levelTable(withGap), first.spec)
    expect({ ...again, seconds: 0 }).toEqual({ ...first, seconds: 0 })
    expect(JSON.parse(JSON.stringify(first))).toEqual(first)
  })

  it('in nats is the same, times ln 2', async () => {
    const inBits = await interactions(levelTable(columns), { ...y, permutations: 9 })
    const inNats = await interactions(levelTable(columns), { ...y, permutations: 9, units: 'nats' })
    expect(inNats.units).toBe('nats')
    inNats.pairs.forEach((pair, i) => {
      const { a, b, pValue, interaction, joint } = inBits.pairs[i]
      expect(pair).toMatchObject({ a, b, pValue })
      expect(pair.interaction).toBeCloseTo(interaction * Math.LN2, bits)
      expect(pair.joint).toBeCloseTo(joint * Math.LN2, bits)
    })
  })

  it('puts ties in the order of the table', async () => {
    const { pairs } = await interactions(levelTable({ d: b, c: a, b, a, y: columns['y'] }), y)
    expect(pairs.map(({ a, b }) => a + b)).toEqual(['dc', 'da', 'cb', 'ba', 'db', 'ca'])
  })

  it('leaves out a column without values and a pair without rows, and says so', async () => {
    const half = (isFirst: boolean) => a.map((x, row) => (row < 20 === isFirst ? x : null))
    const table = levelTable({ ...columns, empty: a.map(() => null), first: half(true), last: half(false) })
    const { pairs, warnings } = await interactions(table, y)
    expect(pairs).toHaveLength(14)
    const messages = warnings.map(({ message }) => message)
    expect(messages).toContain('interactions leaves out empty: no values')
    expect(messages).toContain(
      'interactions leaves out first × last: no row used has values of both and of the target',
    )
    await expect(interactions(table, { ...y, drop: four })).rejects.toThrow(/it can pair none/)
  })

  it.each([
    [{}, /missing target \(interactions needs one\)/],
    [
      { ...y, drop: ['b', 'c', 'd'] },
      /missing features: interactions needs 2 or more with values \(has only a\)/,
    ],
    [{ ...y, permutations: -1 }, /invalid permutations: -1/],
    [{ ...y, units: 'bans' }, /invalid units: bans \(needs bits or nats\)/],
    [{ ...y, by: ['jmi'] }, /unknown part of a spec for interactions: by/],
  ])('refuses %j', async (spec, message) => {
    await expect(interactions(levelTable(columns), spec as InteractionsSpec)).rejects.toThrow(message)
  })

  it('requests entropies that no gap affects only once', async () => {
    const setsAsked = async (columns: Columns) => {
      const source = new MemorySource(levelTable(columns))
      const before = source.work.queries
      await interactions(source, { ...y, permutations: 0 })
      return source.work.queries - before - (await lookAt(columns))
    }
    /** The requests of the profile: those of a ranking beyond its plan, with those for missing values; both query the target. */
    const lookAt = async (columns: Columns) => {
      const source = new MemorySource(levelTable(columns))
      const { plan } = await planRank(source, { ...y, by: ['gini-gain'] })
      const looked = source.work.queries
      await rank(source, { ...y, by: ['gini-gain'] })
      return source.work.queries - 2 * looked - plan.reduce((sum, { queries }) => sum + queries, 0)
    }
    // Besides the levels: 4 columns and 6 pairs, alone and with the target, and the target.
    const whole = await setsAsked(columns)
    expect(whole).toBeLessThanOrEqual(21 + 5)
    // With one gap: the 4 columns over two choices of rows, alone and with the target, and the target likewise.
    expect(await setsAsked(withGap)).toBe(whole + 2 * 8 + 1)
  })
})
