import fc from 'fast-check'
import { interactions, rank, select, tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { MemorySource } from '../../dist/src/memory/source.js'
import type { Source } from '../../dist/src/core/source.js'
import { variablesRead } from '../../dist/src/core/statistics/request.js'
import { seedWith } from '../../dist/src/core/statistics/permutation.js'
import { pOfPermutations } from '../../dist/src/analyses/null-distributions/gain-p.js'
import { randomOf, shuffled } from '../contract/tables.ts'
import { oneEngine } from '../parity/one-engine.ts'
import { inTurn } from '../properties/runs.ts'

const duckdb = oneEngine()

/** The seeds of the permuted variables that an analysis requests. */
async function seedsOf(source: Source, analyse: (source: Source) => Promise<unknown>): Promise<Set<number>> {
  const seeds = new Set<number>()
  const watched = new Proxy(source, {
    get: (of, property) => {
      const value: unknown = Reflect.get(of, property, of)
      if (property !== 'answer') return typeof value === 'function' ? (value.bind(of) as unknown) : value
      return (...given: Parameters<Source['answer']>) => {
        for (const { permuted } of given[0].flatMap(variablesRead)) if (permuted) seeds.add(permuted.seed)
        return of.answer(...given)
      }
    },
  })
  await analyse(watched)
  return seeds
}

const x = shuffled([...Array.from({ length: 30 }, (_, row) => row)], randomOf(1))
const z = shuffled(x, randomOf(2))
const classes = x.map((_, row) => 'abc'[row % 3])
const tableOf = (y: readonly (string | number | null)[]): Table => tableFromColumns({ x, z, y })

const analyses: readonly [string, (source: Source) => Promise<unknown>][] = [
  ['rank', (source) => rank(source, { target: 'y', by: ['mutual-information'], permutations: 3 })],
  [
    'a ranking cut at a false discovery rate',
    (source) =>
      select(source, {
        target: 'y',
        criterion: 'mutual-information',
        search: 'ranking',
        cut: 'fdr:0.05',
        asIs: true,
      }),
  ],
  ['interactions', (source) => interactions(source, { target: 'y', permutations: 3 })],
]

describe.each(analyses.map((one, place) => [...one, place] as const))(
  'permutations of the target by %s',
  (_, analyse, place) => {
    const seedOf = async (table: Table) => {
      const seeds = await seedsOf(new MemorySource(table), analyse)
      expect(seeds.size).toBe(1)
      return [...seeds][0]
    }

    it('are others where its values, or only their order, are others', async () => {
      const targets = [
        classes,
        classes.toReversed(),
        classes.map((label) => (label === 'a' ? 'b' : label === 'b' ? 'a' : label)),
        classes.map((label, row) => (row === 0 ? null : label)),
        x.map((value) => value / 7),
        x.map((value) => value / 8),
      ]
      const seeds = await Promise.all(targets.map((y) => seedOf(tableOf(y))))
      expect(new Set(seeds).size).toBe(targets.length)
    })

    it('are the same for the same target, beside other columns and from DuckDB', async () => {
      for (const y of inTurn([classes, x.map((value, row) => (row === 3 ? null : value / 7))], place, 2)) {
        const seed = await seedOf(tableOf(y))
        expect(await seedOf(tableOf(y))).toBe(seed)
        expect(await seedOf(tableFromColumns({ y, z, another: x.toReversed(), x }))).toBe(seed)
        expect([...(await seedsOf(await duckdb.sourceOf(tableOf(y)), analyse))]).toEqual([seed])
      }
    })
  },
)

describe('the default stop', () => {
  /** The p-value of a column of three levels: with levels exchanged its table has the same margins and gain. */
  const pOf = async (seed: number, order: string) => {
    const random = randomOf(seed)
    const levels = Array.from({ length: 30 }, (_, row) => 'pqr'[row % 3])
    const y = shuffled(levels, random).map((label) => order['pqr'.indexOf(label)])
    const { steps, setAside } = await select(tableFromColumns({ levels, y }), { target: 'y' })
    return (steps[0] ?? setAside[0]).pValue!
  }

  it('draws other permutations for other counts, and the same for the same', async () => {
    let others = 0
    for (let seed = 1; seed <= 8; seed++) {
      const p = await pOf(seed, 'pqr')
      expect(await pOf(seed, 'pqr')).toBe(p)
      if ((await pOf(seed, 'qrp')) !== p) others++
    }
    expect(others).toBeGreaterThan(0)
  })
})

describe('a seed with data', () => {
  it('is that of equal numbers, whatever the type of array and the sign of 0', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer({ min: -9, max: 9 })), (seed, list) => {
        const seeded = seedWith(seed, list)
        expect(seedWith(seed, Int32Array.from(list))).toBe(seeded)
        expect(
          seedWith(
            seed,
            list.map((value) => -value).map((value) => -value),
          ),
        ).toBe(seeded)
        expect(Number.isInteger(seeded) && seeded >= 0 && seeded < 2 ** 32).toBe(true)
      }),
    )
    expect(seedWith(1, [NaN, 1])).not.toBe(seedWith(1, [1, NaN]))
  })

  it('is another for other numbers, another division into lists and another seed', () => {
    const seeds = new Set<number>()
    for (let seed = 0; seed < 20; seed++) {
      for (let i = 0; i < 200; i++) {
        seeds.add(seedWith(seed, [i, 200 - i]))
        seeds.add(seedWith(seed, [i], [200 - i]))
      }
    }
    // Of 8,000 numbers of 32 bits, 0.007 pairs are equal by chance.
    expect(seeds.size).toBe(8000)
  })
})

describe('p-values by permutations alone', () => {
  const noPause = async () => {}

  /** The share of tests that p decides in favour of, where nothing is related: gains are numbers from 0 to 1. */
  const share = async (deciding: number, tests: number, jumps: (gain: number) => number) => {
    const random = randomOf(4)
    let decided = 0
    for (let test = 0; test < tests; test++) {
      const gain = jumps(random())
      const permuted = { gain, draw: () => jumps(random()), isAsExtreme: (other: number) => other >= gain }
      const { pValue, by } = await pOfPermutations(permuted, { permutations: 19, deciding }, false, noPause)
      expect(by).toBe('permutation')
      if (pValue <= deciding) decided++
    }
    return decided
  }

  it('are small enough to decide as often as they may be, and less often where gains tie', async () => {
    // 100 are expected of 10,000; 35 more or fewer have a probability below 1 in 1,000.
    const decided = await share(0.01, 10_000, (gain) => gain)
    expect(Math.abs(decided - 100)).toBeLessThanOrEqual(35)
    expect(await share(0.01, 10_000, (gain) => (gain < 0.98 ? 0 : 1))).toBeLessThan(decided)
  })

  it('take 1/deciding permutations where none is as good, and end with the first that is', async () => {
    const found = async (asGood: number) => {
      let drawn = 0
      const permuted = {
        gain: 1,
        draw: () => (++drawn === asGood ? 1 : 0),
        isAsExtreme: (gain: number) => gain >= 1,
      }
      const { pValue } = await pOfPermutations(
        permuted,
        { permutations: 199, deciding: 1e-4 },
        false,
        noPause,
      )
      return { pValue, drawn }
    }
    expect(await found(0)).toEqual({ pValue: 1 / 10_001, drawn: 10_000 })
    expect(await found(700)).toEqual({ pValue: 2 / 701, drawn: 700 })
  })

  it('pause among the permutations, so that they can be stopped', async () => {
    let [drawn, pauses] = [0, 0]
    const permuted = { gain: 1, draw: () => ++drawn * 0, isAsExtreme: (gain: number) => gain >= 1 }
    const pause = async () => {
      if (++pauses === 3) throw new Error('stopped')
    }
    await expect(
      pOfPermutations(permuted, { permutations: 199, deciding: 1e-4 }, false, pause),
    ).rejects.toThrow('stopped')
    expect(drawn).toBeLessThan(30)
  })
})
