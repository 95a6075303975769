import { chain, informationByLevel, selfInformation, tableFromColumns } from 'criba'
import type { ChainSpec, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import truth from '../truth/estimators.json' with { type: 'json' }
import { expectPlain } from '../contract/expectations.ts'
import { columnsOf, isVaried, level, near } from '../laws/given.ts'
import { casesOf } from '../measures/tables.ts'
import { score } from '../untyped.ts'

/** A data set whose columns are all levels. */
function levelsOf(dataset: string, names: readonly string[]): Table {
  const { columns } = (truth.datasets as Record<string, { columns: object }>)[dataset]
  const all = Object.entries(columns) as [string, (string | number)[]][]
  return tableFromColumns(all.filter(([name]) => names.includes(name)))
}
/** Reads numbers as levels without binning. */
const types = { '*': 'categorical' } as const

describe('the chain rule', () => {
  it.each(
    casesOf<{ dataset: string; order: string[]; terms: number[]; value: number }>('chain-rule-entropy'),
  )('of entropy: $dataset $order', async ({ dataset, order, terms, value }) => {
    const found = await chain(levelsOf(dataset, order), { features: order, types })
    expect(found.terms.map(({ feature }) => feature)).toEqual(order)
    found.terms.forEach(({ entropy, information }, i) => {
      near(entropy, terms[i])
      expect(information).toBeUndefined()
    })
    near(found.entropy, value)
    expect(found.information).toBeUndefined()
  })

  it.each(
    casesOf<{ dataset: string; target: string; order: string[]; terms: number[]; value: number }>(
      'chain-rule-information',
    ),
  )('of information: $dataset $target $order', async ({ dataset, target, order, terms, value }) => {
    const found = await chain(levelsOf(dataset, [target, ...order]), { features: order, target, types })
    found.terms.forEach(({ information }, i) => near(information!, terms[i]))
    near(found.information!, value)
  })

  const any = columnsOf<[string, string, string, string]>([level(3), level(2), level(4), level(3)], {
    from: 4,
    to: 60,
  }).filter(([, , , y]) => isVaried(y))

  it('adds up to the joint values in any order', () =>
    fc.assert(
      fc.asyncProperty(any, fc.constantFrom('abc', 'bca', 'cba', 'ab', 'c'), async ([a, b, c, y], order) => {
        const table = tableFromColumns({ a, b, c, y })
        const features = [...order]
        const found = await chain(table, { features, target: 'y' })
        const sum = (of: readonly number[]) => of.reduce((x, z) => x + z, 0)
        near(sum(found.terms.map(({ entropy }) => entropy)), found.entropy, 1e-12)
        near(sum(found.terms.map(({ information }) => information!)), found.information!, 1e-12)
        const by = ['entropy', 'joint-mi:estimator=plug-in']
        const { scores } = await score(table, { features, target: 'y', by })
        near(scores[0].score!, found.entropy, 1e-12)
        near(scores[1].score!, found.information!, 1e-12)
      }),
      { numRuns: runs(80) },
    ))

  it('is over the rows complete in all columns, in memory and in the engine', async () => {
    const rows = Array.from({ length: 90 }, (_, i) => i)
    const table = tableFromColumns({
      a: rows.map((i) => (i % 7 === 0 ? null : i % 3)),
      b: rows.map((i) => (i % 11 === 0 ? null : (i * i) % 17)),
      other: rows.map(() => null),
      y: rows.map((i) => (i % 13 === 0 ? null : 'uvw'[(i * 5) % 3])),
    })
    const spec: ChainSpec = { features: ['b', 'a'], target: 'y' }
    const found = await chain(table, spec)
    expect(found.n).toBe(rows.filter((i) => i % 7 && i % 11 && i % 13).length)
    const engine = await duckSourceOf(table)
    const theirs = await chain(engine, spec)
    engine.close()
    expect({ ...theirs, seconds: 0, data: 0 }).toEqual({ ...found, seconds: 0, data: 0 })
    expect(found.coding.map(({ feature }) => feature)).toEqual(['b', 'a', 'y'])
    expect(found.warnings).toMatchObject([{ code: 'missing-values' }, { code: 'missing-target' }])
    expectPlain(found)
    const again = await chain(table, found.spec)
    expect({ ...again, seconds: 0 }).toEqual({ ...found, seconds: 0 })
  })

  it('refuses what it cannot read, in one line', async () => {
    const table = tableFromColumns({ a: ['x', 'y', null], b: [null, null, 'z'], y: ['u', 'v', 'v'] })
    const refused = (spec: object) => expect(chain(table, spec as ChainSpec)).rejects
    await refused({ features: ['a', 'c'] }).toThrow('unknown feature: c')
    await refused({ features: [] }).toThrow('missing features')
    await refused({}).toThrow('missing features')
    await refused({ features: ['a', 'a'] }).toThrow('invalid features: a is named twice')
    await refused({ features: ['a'], given: ['b'] }).toThrow('unknown part of a spec for chain: given')
    await refused({ features: ['a', 'b'] }).toThrow('missing rows: no row used is complete in a, b')
  })
})

describe('information by level', () => {
  interface Conditional {
    readonly dataset: string
    readonly x: string[]
    readonly y: string[]
    readonly given: string[]
    readonly value: number
    readonly levels?: { level: (string | number)[]; rows: number; weight: number; value: number }[]
  }
  it.each(
    casesOf<Conditional>('conditional-mutual-information').filter(
      ({ levels, y }) => levels && y.length === 1,
    ),
  )('reference: $dataset $x $y $given', async ({ dataset, x, y, given, value, levels }) => {
    const table = levelsOf(dataset, [...x, ...y, ...given])
    const found = await informationByLevel(table, { features: x, target: y[0], given, types })
    near(found.information, value)
    expect(found.levels.map(({ level, rows }) => ({ level, rows }))).toEqual(
      levels!.map(({ level, rows }) => ({ level, rows })),
    )
    found.levels.forEach(({ weight, bits }, i) => {
      near(weight, levels![i].weight)
      near(bits, levels![i].value)
    })
    expectPlain(found)
    const again = await informationByLevel(table, found.spec)
    expect({ ...again, seconds: 0 }).toEqual({ ...found, seconds: 0 })
  })

  it('is that of the exercise: the information of painting about the kind, by art', async () => {
    const table = levelsOf('times', ['art', 'painting', 'kind'])
    const spec = { features: ['painting'], target: 'kind', given: ['art'] }
    const { levels, information } = await informationByLevel(table, spec)
    expect(levels.map(({ level: [name], bits }) => [name, Number(bits.toFixed(7))])).toEqual([
      ['no', 0.1002767],
      ['yes', 0.1189183],
    ])
    near(
      levels.reduce((sum, { weight, bits }) => sum + weight * bits, 0),
      information,
      1e-12,
    )
    const { terms } = await chain(table, { features: ['art', 'painting'], target: 'kind' })
    near(terms[1].information!, information, 1e-12)
  })

  it('of several columns uses their joint levels, and the bins of numbers', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => i)
    const table = tableFromColumns({
      x: rows.map((i) => 'ab'[i % 2]),
      sex: rows.map((i) => 'fm'[(i >> 3) & 1]),
      age: rows,
      y: rows.map((i) => (i < 20 ? 'n' : 'ny'[i % 2])),
    })
    const spec = { features: ['x'], given: ['sex', 'age'], target: 'y', bins: 2 }
    const { levels, coding } = await informationByLevel(table, spec)
    expect(coding.find(({ feature }) => feature === 'age')).toEqual({ feature: 'age', cuts: [19] })
    expect(levels.map(({ level, bits }) => [...level, bits])).toEqual([
      ['f', 0, 0],
      ['f', 1, 1],
      ['m', 0, 0],
      ['m', 1, 1],
    ])
  })

  it('needs a target and a condition', async () => {
    const table = tableFromColumns({ x: ['a', 'b'], z: ['a', 'b'], y: ['c', 'd'] })
    const refused = (spec: object) => expect(informationByLevel(table, spec as never)).rejects
    await refused({ features: ['x'], given: ['z'] }).toThrow('missing target (informationByLevel needs one)')
    await refused({ features: ['x'], given: [], target: 'y' }).toThrow('missing given')
    await refused({ features: ['x'], target: 'y' }).toThrow('missing given')
    await refused({ features: [], given: ['z'], target: 'y' }).toThrow('missing features')
    await refused({ features: ['x'], given: ['x'], target: 'y' }).toThrow('x is named twice')
  })
})

describe('self-information', () => {
  it.each(
    casesOf<{ dataset: string; column: string; level: string | number; value: number }>('self-information'),
  )('reference: $dataset $column $level', async ({ dataset, column, level, value }) => {
    const { levels } = await selfInformation(levelsOf(dataset, [column]), { feature: column, types })
    near(levels.find((one) => one.level === level)!.bits, value)
  })

  it('has the entropy as its mean, and is infinite for bins without rows', async () => {
    const table = tableFromColumns({ x: [0, 1, 1, 9], w: [2, 1, 1, 4] })
    const found = await selfInformation(table, {
      feature: 'x',
      weights: 'w',
      discretise: 'equal-width',
      bins: 3,
    })
    expect(found.levels).toEqual([
      { level: 0, rows: 4, bits: 1 },
      { level: 1, rows: 0, bits: Infinity },
      { level: 2, rows: 4, bits: 1 },
    ])
    expect(found.entropy).toBe(1)
    expect(found.n).toBe(8)
    await expect(selfInformation(table, {} as never)).rejects.toThrow('missing feature')
  })

  it('of missing values is that of a level under the policy level', async () => {
    const table = tableFromColumns({ x: ['a', null, 'b', null] })
    const { levels } = await selfInformation(table, { feature: 'x', missing: 'level' })
    expect(levels.map(({ level, bits }) => [level, bits])).toEqual([
      ['a', 2],
      ['b', 2],
      ['missing', 1],
    ])
  })
})
