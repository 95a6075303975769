import * as criba from 'criba'
import { interactions, MemorySource, planRank, rank, score, tableFromColumns } from 'criba'
import type { DataSpec, Source, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import truth from '../truth/estimators.json' with { type: 'json' }
import { interpolate, rankOf } from '../../dist/src/core/statistics/order.js'
import { discretisers } from '../../dist/src/core/spec/rank-spec.js'
import type { Discretiser } from '../../dist/src/core/spec/rank-spec.js'
import { near } from '../laws/given.ts'
import { casesOf, columnOf } from '../measures/tables.ts'
import { columns, randomTable } from '../parity/tables.ts'
import { runs } from '../properties/runs.ts'

const rules = ['sqrt', 'sturges', 'scott', 'freedman-diaconis'] as const
const nameOf = (rule: string) => (rule === 'fd' ? 'freedman-diaconis' : rule) as Discretiser

function tableOf(dataset: string): Table {
  return tableFromColumns((truth.datasets as Record<string, { columns: object }>)[dataset].columns as never)
}

async function cutsOf(data: Table | Source, spec: DataSpec): Promise<Record<string, readonly number[]>> {
  const { coding } = await criba.describe(data, spec)
  return Object.fromEntries(coding.flatMap(({ feature, cuts }) => (cuts ? [[feature, cuts]] : [])))
}

describe('bins by a rule', () => {
  interface Bins {
    readonly dataset: string
    readonly column: string
    readonly rule: string
    readonly edges?: number[]
    readonly value: number
  }

  it.each(casesOf<Bins>('histogram-bins'))('as numpy has them: $dataset $column $rule', async (one) => {
    const cuts = await cutsOf(tableOf(one.dataset), { discretise: nameOf(one.rule) })
    expect(cuts[one.column]).toHaveLength(one.value - 1)
    one.edges?.slice(1, -1).forEach((edge, i) => near(cuts[one.column][i], edge))
  })

  interface Information {
    readonly dataset: string
    readonly x: string
    readonly y: string
    readonly rule: string
    readonly bins?: number
    readonly closed?: string
    readonly fragile?: boolean
    readonly value: number
  }

  const isVaried = ({ dataset, y }: Information) => new Set(columnOf(dataset, y)).size > 1
  it.each(
    casesOf<Information>('histogram-information').filter(
      (one) => one.closed !== 'left' && !one.fragile && isVaried(one),
    ),
  )('give the information: $dataset $x $y $rule $bins', async ({ dataset, x, y, rule, bins, value }) => {
    const discretise = rule === 'fixed' ? 'equal-width' : nameOf(rule)
    const { rankings } = await rank(tableFromColumns({ x: columnOf(dataset, x), y: columnOf(dataset, y) }), {
      target: 'y',
      task: 'regression',
      discretise,
      ...(bins && { bins }),
      by: ['mutual-information'],
    })
    near(rankings[0].scores[0].score!, value)
  })

  it('are right-closed', async () => {
    // √9 = 3 parts of 0 … 9, so values at 3 and 6 belong to the left.
    const x = [0, 3, 3, 3, 6, 6, 8, 9, 9]
    expect(await cutsOf(tableFromColumns({ x }), { discretise: 'sqrt' })).toEqual({ x: [3, 6] })
    const { rankings } = await rank(
      tableFromColumns({ x, y: x.map((value) => (value <= 3 ? 'a' : value <= 6 ? 'b' : 'c')) }),
      { target: 'y', discretise: 'sqrt', by: ['gain-ratio'] },
    )
    expect(rankings[0].scores[0].score).toBe(1)
  })

  it.each(rules)('%s counts weights as repeated rows, and leaves out what is missing', (discretise) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.option(fc.integer({ min: -50, max: 50 }), { freq: 5 }), fc.integer({ min: 0, max: 3 })),
          { minLength: 4, maxLength: 40 },
        ),
        async (rows) => {
          const repeated = rows.flatMap(([x, w]) => new Array<number | null>(w).fill(x))
          const present = repeated.filter((x) => x !== null)
          if (repeated.length < 2 || present.length < 1) return
          const weighted = tableFromColumns({
            x: [...rows.map(([x]) => x), 0],
            w: [...rows.map(([, w]) => w), 0],
          })
          const { x } = await cutsOf(weighted, { weights: 'w', discretise, types: { x: 'numeric' } })
          const plain = await cutsOf(tableFromColumns({ x: [...present, null] }), { discretise })
          expect(x).toHaveLength(plain.x.length)
          x.forEach((cut, i) => near(cut, plain.x[i], 1e-12))
        },
      ),
      { numRuns: 20 },
    ),
  )

  it.each([...rules, 'bottleneck'] as const)('%s leaves a constant whole', async (discretise) => {
    const table = tableFromColumns({ x: [2.5, 2.5, 2.5, 2.5], y: ['a', 'b', 'a', 'b'] })
    expect(await cutsOf(table, { target: 'y', discretise })).toEqual({ x: [] })
  })

  it('is no number where a few values lie far out', async () => {
    const x = Array.from({ length: 100 }, (_, i) => (i === 50 ? 1e9 : i / 1e6))
    const table = tableFromColumns({ y: x.map((_, i) => i % 2), income: x })
    await expect(criba.describe(table, { discretise: 'freedman-diaconis' })).rejects.toThrow(
      /^too many bins: freedman-diaconis gives [\d,]+ in column income \(at most 1,048,576; use another discretiser/,
    )
    expect((await cutsOf(table, { discretise: 'sturges' })).income).toHaveLength(7)
  })

  it('takes other numbers by Sturges where their squares leave the range of numbers', async () => {
    for (const scale of [1e200, 1e-200]) {
      const x = Array.from({ length: 32 }, (_, i) => i * scale)
      const { x: cuts } = await cutsOf(tableFromColumns({ x }), { discretise: 'scott' })
      expect(cuts).toHaveLength(5)
    }
  })
})

describe('parts of equal width at the ends of what numbers can be', () => {
  it.each<[string, DataSpec, readonly number[], readonly number[]]>([
    ['−1e308 … 1e308 by 4', { bins: 4 }, [-1e308, 1, 2, 1e308], [-5e307, 0, 5e307]],
    // The range is a number, 3 · the range is none.
    ['−8e307 … 8e307 by 4', { bins: 4 }, [-8e307, 1, 2, 8e307], [-4e307, 0, 4e307]],
    ['−1.5e308 … 1.5e308 by √9', { discretise: 'sqrt' }, nineBetween(1.5e308), [-5e307, 5e307]],
    [
      '−1.6e308 … 1.6e308 by log₂ 8 + 1',
      { discretise: 'sturges' },
      eightBetween(1.6e308),
      [-8e307, 0, 8e307],
    ],
    ['the same by scott', { discretise: 'scott' }, eightBetween(1.6e308), [-8e307, 0, 8e307]],
    // Quartiles ±1.6e308: 1 · ∛8 / 2.
    ['the same by quartiles', { discretise: 'freedman-diaconis' }, eightBetween(1.6e308), []],
  ])('%s', async (_, spec, x, expected) => {
    const { x: cuts } = await cutsOf(tableFromColumns({ x }), { discretise: 'equal-width', ...spec })
    expect(cuts).toHaveLength(expected.length)
    cuts.forEach((cut, i) => near(cut / 1e308, expected[i] / 1e308))
  })
})

function nineBetween(end: number): number[] {
  return [-end, 1, 2, 3, 4, 5, 6, 7, end]
}

function eightBetween(end: number): number[] {
  return [-end, -end, -end, -end, end, end, end, end]
}

describe('every discretiser', () => {
  const table = randomTable(400, 11)
  const names = table.columns.map(({ name }) => name)
  const { many, text, gappyText, empty, folds } = columns
  const dropped = [many, text, gappyText, empty, folds].map((column) => names[column])
  let engine: Awaited<ReturnType<typeof duckSourceOf>>
  beforeAll(async () => {
    engine = await duckSourceOf(table)
  })
  afterAll(() => engine.close())

  it.each(discretisers)('%s cuts alike in memory and in the engine', async (discretise) => {
    // In the long tests without weights, too.
    for (const weights of [names[columns.whole], undefined].slice(0, runs(2))) {
      const spec = {
        target: names[columns.target],
        task: 'classification' as const,
        discretise,
        drop: dropped,
        ...(weights !== undefined && { weights }),
      }
      const ours = await cutsOf(new MemorySource(table), spec)
      expect(ours[names[columns.smooth]].length).toBeGreaterThan(discretise === 'mdl' ? -1 : 0)
      expect(await cutsOf(engine, spec)).toEqual(ours)
    }
  })

  const small = tableFromColumns({
    x: Array.from({ length: 40 }, (_, i) => i % 23),
    z: Array.from({ length: 40 }, (_, i) => (i * 7) % 31),
    c: Array.from({ length: 40 }, (_, i) => (i % 23 < 9 ? 'low' : 'high')),
  })
  it.each(discretisers)('%s: the spec of a result gives it again', async (discretise) => {
    for (const target of ['c', 'z']) {
      const first = await rank(small, { target, discretise, task: target === 'z' ? 'regression' : null })
      const again = await rank(small, first.spec)
      expect({ ...again, seconds: 0 }).toEqual({ ...first, seconds: 0 })
      expect(first.spec.bins === null).toBe(
        [...rules].includes(discretise as 'sqrt') || (discretise === 'mdl' && target === 'c'),
      )
    }
  })

  it.each([...rules, 'mdl'] as const)('%s refuses bins, which would say nothing', async (discretise) => {
    await expect(rank(small, { target: 'c', discretise, bins: 5 })).rejects.toThrow(
      `invalid bins: 5 (discretise ${discretise} chooses the bins of each column itself)`,
    )
  })

  it('mdl takes bins for the numbers of a target, unless they are classes', async () => {
    const spec = { target: 'z', discretise: 'mdl', bins: 3 } as const
    const refused = 'invalid bins: 3 (discretise mdl chooses the bins of each column itself)'
    const { coding } = await criba.describe(small, { ...spec, task: 'regression' })
    expect(coding.find(({ feature }) => feature === 'z')!.cuts).toHaveLength(2)
    const classes = { ...spec, task: 'classification' } as const
    await expect(criba.describe(small, classes)).rejects.toThrow(refused)
    await expect(rank(small, classes)).rejects.toThrow(refused)
    await expect(planRank(small, classes)).rejects.toThrow(refused)
    await expect(interactions(small, classes)).rejects.toThrow(refused)
    await expect(score(small, { ...classes, features: ['c'] })).rejects.toThrow(refused)
  })

  it.each(['mdl', 'bottleneck'] as const)('%s needs a target', async (discretise) => {
    await expect(criba.describe(small, { discretise })).rejects.toThrow(
      `missing target (discretise ${discretise} cuts by its classes)`,
    )
  })

  it('bottleneck has at most so many bins', async () => {
    const x = Array.from({ length: 400 }, (_, i) => i)
    const y = x.map((value) => 'abcdefgh'[value >> 6])
    const table = tableFromColumns({ x, y })
    const cuts = async (bins: number) =>
      (await cutsOf(table, { target: 'y', discretise: 'bottleneck', bins })).x
    expect(await cuts(10)).toEqual([63, 127, 191, 255, 319, 383])
    expect(await cuts(3)).toHaveLength(2)
  })
})

describe('a quantile', () => {
  it('is interpolated between its neighbours', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom([1, 4], [1, 2], [3, 4], [1, 10], [9, 10]),
        (values, [part, of]) => {
          const sorted = values.toSorted((a, b) => a - b)
          const n = sorted.length
          const at = (side: 'before' | 'after') => sorted[rankOf({ part, of, side }, n) - 1]
          const place = ((n - 1) * part) / of
          const low = Math.floor(place)
          const expected = sorted[low] + (place - low) * (sorted[Math.min(low + 1, n - 1)] - sorted[low])
          near(interpolate({ part, of }, n, at('before'), at('after')), expected, 1e-12)
        },
      ),
    ))

  it('stays between them at the ends of what numbers can be', () => {
    for (const part of [1, 3]) {
      const value = interpolate({ part, of: 4 }, 2, -1.7e308, 1.7e308)
      near(value / 1e308, part === 1 ? -0.85 : 0.85)
    }
  })
})
