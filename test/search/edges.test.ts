import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searches } from '../../src/methods/searches/registry.ts'
import { runs } from '../properties/runs.ts'
import { maskOf, meritTables, monotoneTables, plain, run } from './tables.ts'

// A table of merits has no tests of independence: see `independence.test.ts`.
const named = searches
  .filter((search) => !search.testsIndependence)
  .map((search) => [search.id, { search }] as const)

describe.each(named)('%s', (id, search) => {
  // One that proves its result takes no table in which a column makes a set worse, and a number of columns.
  const isProved = search.search.takes === 'subset' && search.search.monotone === true
  const tablesOf = (most: number, holes = true) =>
    isProved ? monotoneTables(most) : meritTables(most, holes)
  const noK = isProved ? 2 : null

  it('selects nothing where no set has a merit', async () => {
    for (const k of [noK, 1, 3]) {
      const { mask, best, stopped } = await run(
        search,
        { size: 3, merits: new Array<number>(8).fill(NaN) },
        { k },
      )
      expect(mask).toBe(0)
      expect(best).toEqual([])
      expect(stopped).not.toBe('interrupted')
    }
  })

  it('selects the one column there is', async () => {
    for (const k of [noK, 1]) {
      const { mask, merit } = await run(search, { size: 1, merits: [NaN, -3] }, { k })
      expect([mask, merit]).toEqual([1, -3])
    }
  })

  it('selects all at k = d', async () => {
    await fc.assert(
      fc.asyncProperty(tablesOf(5, false), async (table) => {
        const { mask } = await run(search, table, { k: table.size })
        expect(mask).toBe((1 << table.size) - 1)
      }),
      { numRuns: runs(50) },
    )
  })

  it('selects one column at k = 1, the best where it looks at all of them', async () => {
    await fc.assert(
      fc.asyncProperty(tablesOf(5, false), async (table) => {
        const { mask, merit } = await run(search, table, { k: 1 })
        const singles = Array.from({ length: table.size }, (_, i) => 1 << i)
        expect(singles).toContain(mask)
        if (id !== 'backward' && id !== 'floating-backward')
          expect(merit).toBe(Math.max(...singles.map((one) => table.merits[one])))
      }),
      { numRuns: runs(50) },
    )
  })

  it('leaves the best so far where it is interrupted, with its own merit', async () => {
    await fc.assert(
      fc.asyncProperty(tablesOf(6, false), fc.integer({ min: 1, max: 12 }), async (table, interruptedAt) => {
        const whole = await run(search, table, { k: noK })
        const { positions, mask, merit, stopped, asked } = await run(search, table, { k: noK, interruptedAt })
        if (stopped !== 'interrupted') return
        // What was yielded until then is the beginning of the whole run.
        expect(positions.map(plain)).toEqual(whole.positions.slice(0, positions.length).map(plain))
        if (positions.length === 0) return
        const { selected } = positions.at(-1)!
        expect(maskOf(selected)).toBe(mask)
        // The score of a remaining column is its own.
        const scored = search.search.rescores ? maskOf(selected.slice(-1)) : mask
        expect(asked).toContain(scored)
        expect(merit).toBe(table.merits[scored])
      }),
      { numRuns: runs(100) },
    )
  })

  it('says nothing but the merits of the sets it is at', async () => {
    await fc.assert(
      fc.asyncProperty(tablesOf(6), fc.option(fc.integer({ min: 1, max: 6 })), async (table, k) => {
        const { positions, best } = await run(search, table, { k: k ?? noK, keep: 4 })
        for (const { selected, merit } of positions) {
          // The score of a column in a ranking is its own.
          const set = id === 'ranking' || search.search.rescores ? selected.slice(-1) : selected
          if (set.length > 0) expect(merit).toBe(table.merits[maskOf(set)])
        }
        for (const { members, merit } of best) expect(merit).toBe(table.merits[maskOf(members)])
      }),
      { numRuns: runs(100) },
    )
  })
})

/** A value other than the default for each option; a flag is turned. */
const others: Readonly<Record<string, number | string>> = {
  crossover: 0,
  direction: 'forward',
  epsilon: 3,
  evaluations: 30,
  from: 3,
  generations: 3,
  l: 3,
  lookahead: 2,
  particles: 5,
  r: 3,
  rounds: 3,
  sets: 10,
  share: 0.4,
  stale: 1,
  to: 2,
  width: 1,
}

function otherOf({ of, default: plain }: { readonly of: readonly string[]; readonly default: string }) {
  return of.find((choice) => choice !== plain)!
}

// Tables of merits are no linear fits, so nothing is tested on them.
const options = named.flatMap(([, { search }]) =>
  Object.entries(search.options)
    .filter(([name]) => !search.testsFits?.includes(name))
    .map(([name, rule]) => [search.id, name, { search }, rule] as const),
)

describe.each(options)('%s: %s', (_, name, search, rule) => {
  it('changes what is looked at or found', async () => {
    const value = rule.type === 'flag' ? !rule.default : rule.type === 'choice' ? otherOf(rule) : others[name]
    const tables = fc.sample(meritTables(6, false), { numRuns: 60, seed: 1 }).filter(({ size }) => size > 2)
    let changes = false
    for (const table of tables) {
      const plain = await run(search, table)
      const other = await run(search, table, { options: { [name]: value } })
      if (String(plain.asked) !== String(other.asked) || plain.mask !== other.mask) {
        changes = true
        break
      }
    }
    expect(changes).toBe(true)
  })
})
