import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { bitsOf, law, numbers } from './score-tables.ts'
import { rank, score } from '../untyped.ts'

describe('levels', () => {
  const xor = {
    a: [0, 0, 1, 1, 0, 0, 1, 1],
    b: [0, 1, 0, 1, 0, 1, 0, 1],
    noise: [0, 0, 0, 0, 1, 1, 1, 1],
    y: ['n', 'y', 'y', 'n', 'n', 'y', 'y', 'n'],
  }

  it('exclusive or: nothing apart, one bit together', async () => {
    const spec = { target: 'y', types: { '*': 'categorical' } } as const
    const both = { ...spec, features: ['a', 'b'] }
    for (const feature of ['a', 'b', 'noise'])
      expect(await bitsOf(xor, 'joint-mi:estimator=plug-in', { ...spec, features: [feature] })).toBe(0)
    expect(await bitsOf(xor, 'joint-mi:estimator=plug-in', both)).toBe(1)
    expect(await bitsOf(xor, 'joint-mi', both)).toBe(1)
    expect(await bitsOf(xor, 'interaction', both)).toBe(1)
    expect(await bitsOf(xor, 'co-information', both)).toBe(-1)
    expect(await bitsOf(xor, 'joint-mi', { ...spec, features: ['a'], given: ['b'] })).toBe(1)
    expect(await bitsOf(xor, 'joint-mi', { ...spec, features: ['noise'], given: ['a', 'b'] })).toBe(0)
    expect(await bitsOf(xor, 'entropy', { ...both, features: ['a', 'b', 'noise'] })).toBe(3)
    expect(await bitsOf(xor, 'multi-information', both)).toBe(0)
    // Numbers with two values need no cuts: the values are the levels.
    expect(await bitsOf(xor, 'joint-mi:estimator=plug-in', { features: ['a', 'b'], target: 'y' })).toBe(1)
  })

  it('total correlation of a set and the target is that of the set plus its information', () =>
    law(async (columns) => {
      const whole = await bitsOf(columns, 'multi-information', { features: ['a', 'b', 'z', 'y'] })
      const inside = await bitsOf(columns, 'multi-information', { features: ['a', 'b', 'z'] })
      const information = await bitsOf(columns, 'joint-mi', { features: ['a', 'b', 'z'], target: 'y' })
      near(whole, inside + information, 1e-12)
    }))

  it.each(['plug-in', 'miller-madow'])('the chain rule, %s', async (estimator) => {
    const by = `joint-mi:estimator=${estimator}`
    await law(async (columns) => {
      const both = await bitsOf(columns, by, { features: ['a', 'b'], target: 'y' })
      const first = await bitsOf(columns, by, { features: ['a'], target: 'y' })
      const second = await bitsOf(columns, by, { features: ['b'], given: ['a'], target: 'y' })
      near(both, first + second, 1e-12)
      const all = await bitsOf(columns, by, { features: ['a', 'b', 'z'], target: 'y' })
      near(
        all,
        both + (await bitsOf(columns, by, { features: ['z'], given: ['a', 'b'], target: 'y' })),
        1e-12,
      )
      const entropy = `entropy:estimator=${estimator}`
      near(
        await bitsOf(columns, entropy, { features: ['a', 'b', 'z'] }),
        (await bitsOf(columns, entropy, { features: ['a'] })) +
          (await bitsOf(columns, entropy, { features: ['b', 'z'], given: ['a'] })),
        1e-12,
      )
    })
  })

  it('information is the reduction of the entropy of the target by a column', () =>
    law(async (columns) => {
      const information = await bitsOf(columns, 'joint-mi', { features: ['a', 'b'], target: 'y' })
      const entropy = await bitsOf(columns, 'entropy', { features: ['y'] })
      near(
        information,
        entropy - (await bitsOf(columns, 'entropy', { features: ['y'], given: ['a', 'b'] })),
        1e-12,
      )
      expect(information).toBeGreaterThanOrEqual(0)
      expect(
        await bitsOf(columns, 'joint-mi', { features: ['a', 'b', 'z'], target: 'y' }),
      ).toBeGreaterThanOrEqual(information - 1e-12)
    }))

  it('interaction is a difference of informations, and minus the co-information of two', () =>
    law(async (columns) => {
      const of = (features: string[]) => bitsOf(columns, 'joint-mi', { features, target: 'y' })
      const both = await bitsOf(columns, 'interaction', { features: ['a', 'b'], target: 'y' })
      near(both, (await of(['a', 'b'])) - (await of(['a'])) - (await of(['b'])), 1e-12)
      const shared = await bitsOf(columns, 'co-information', { features: ['a', 'b'], target: 'y' })
      near(shared, -both, 1e-12)
      if (new Set(columns.a).size > 1)
        near(await bitsOf(columns, 'interaction', { features: ['y', 'b'], target: 'a' }), both, 1e-12)
    }))

  it('names of levels, and a constant column, change nothing', () =>
    law(async (columns) => {
      const renamed = Object.fromEntries(
        Object.entries(columns).map(([name, cells]) => {
          const levels = [...new Set(cells)].sort().reverse()
          return [name, cells.map((cell) => `${levels.indexOf(cell)} of ${name}`)]
        }),
      )
      const withFlat = { ...columns, flat: columns.y.map(() => 'same') }
      const spec = { features: ['a', 'b'], target: 'y' }
      for (const by of ['joint-mi', 'joint-mi:estimator=miller-madow', 'co-information', 'interaction']) {
        const bits = await bitsOf(columns, by, spec)
        expect(await bitsOf(renamed, by, spec)).toBe(bits)
        if (!by.endsWith('n')) {
          near(await bitsOf(withFlat, by, { ...spec, features: ['a', 'b', 'flat'] }), bits, 1e-12)
          near(await bitsOf(withFlat, by, { ...spec, given: ['flat'] }), bits, 1e-12)
        }
      }
      for (const by of ['joint-mi:estimator=shrink', 'entropy:estimator=shrink'])
        near(await bitsOf(renamed, by, spec), await bitsOf(columns, by, spec), 1e-12)
    }))
})

/** Criteria of sets that take a target of numbers. */

describe('one column', () => {
  it.each(['plug-in', 'miller-madow', 'shrink', 'nearest', 'ksg1', 'ksg2'])(
    'a set of one is ranked as the column: %s',
    async (estimator) => {
      const table = tableFromColumns(numbers)
      const by = [`mutual-information:estimator=${estimator}`]
      const { rankings } = await rank(table, { target: 'y', by, drop: ['level'] })
      for (const { feature, score: ranked, n } of rankings[0].scores) {
        const spec = { features: [feature], target: 'y', by: [`joint-mi:estimator=${estimator}`] }
        const { scores } = await score(table, spec)
        expect([scores[0].score, scores[0].n]).toEqual([ranked, n])
      }
    },
  )

  it.each(['delta-test', 'delta-test:k=4,ties=first', 'gamma-test', 'gamma-test:target=rank'])(
    'a set of one is ranked as the column: %s',
    async (by) => {
      const table = tableFromColumns(numbers)
      const { rankings } = await rank(table, { target: 'y', by: [by], permutations: 9 })
      for (const { feature, score: ranked, pValue } of rankings[0].scores.filter(
        (one) => one.score !== null,
      )) {
        const spec = { features: [feature], target: 'y', by: [by], permutations: 9 }
        const { scores } = await score(table, spec)
        expect([scores[0].score, scores[0].pValue]).toEqual([ranked, pValue])
      }
    },
  )
})
