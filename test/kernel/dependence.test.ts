import { MemorySource, tableFromColumns } from 'criba'
import type { Request, Variable } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { kernelPairsJob, medianDistance } from '../../dist/src/memory/neighbours/kernel-pairs-job.js'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { numbers, randomNumbers } from '../parity/tables.ts'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

type DependenceRequest = Extract<Request, { kind: 'dependence' }>

const cells = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -1e6, max: 1e6 }).map((x) => x / 3e5),
)

describe('the median distance', () => {
  it('is that of all pairs that differ', () => {
    const values = fc.array(fc.oneof(cells, fc.constantFrom(1e150, -1e-150, 7)), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(values, (given) => {
        const sorted = Float64Array.from(given).sort()
        const distances = [...sorted.entries()]
          .flatMap(([i, a]) => Array.from(sorted.subarray(i + 1), (b) => b - a))
          .filter((distance) => distance > 0)
          .sort((a, b) => a - b)
        const middle = distances.length >> 1
        const expected =
          distances.length % 2 === 1 ? distances[middle] : distances[middle - 1] / 2 + distances[middle] / 2
        expect(medianDistance(sorted)).toBe(distances.length === 0 ? 0 : expected)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe.each(buildNames)('kernels of pairs, %s', (build) => {
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await loadBuild(build)
  })

  it('sum to what their definition says, over some rows', () => {
    const cases = fc.integer({ min: 2, max: 25 }).chain((rows) =>
      fc.record({
        columns: fc.array(fc.tuple(fc.boolean(), fc.array(cells, { minLength: rows, maxLength: rows })), {
          minLength: 2,
          maxLength: 5,
        }),
        means: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: rows, maxLength: rows }),
        excluded: fc.array(fc.boolean(), { minLength: rows, maxLength: rows }),
        from: fc.nat(rows - 1),
      }),
    )
    fc.assert(
      fc.property(cases, ({ columns, means, excluded, from }) => {
        const used = excluded.flatMap((isOut, row) => (isOut ? [] : [row]))
        fc.pre(used.length > from)
        const rows = excluded.length
        const all = columns.map(([areLevels, values]) => {
          if (!areLevels) return { values: Float64Array.from(values), mask: -1 }
          return { codes: Uint8Array.from(values, (value) => Math.floor(value) + 4), count: 9, mask: -1 }
        })
        const [target, ...others] = all
        const masks = [Uint8Array.from(excluded, Number)]
        const work = kernelPairsJob.open(kernels, { rows, masks, common: [0], columns: others, target })
        const scale = { half: 1, centre: 0.5, width: 1.5 }
        const similar = (place: number, i: number, j: number) => {
          const column = all[place]
          if ('codes' in column) return column.codes[used[i]] === column.codes[used[j]] ? 1 : 0
          return Math.exp(-(((column.values[used[i]] - column.values[used[j]]) / 1.5) ** 2) / 2)
        }
        const places = used.map((_, i) => i)
        const ofRows = work({ of: 'rows', mask: -1, scale, from, to: used.length }) as { sums: Float64Array }
        for (const i of places.slice(from)) {
          const expected = places.slice(from).reduce((sum, j) => sum + (i === j ? 0 : similar(0, i, j)), 0)
          const areLevels = 'codes' in target
          if (!areLevels || from === 0)
            expect(Math.abs(ofRows.sums[i - from] - expected)).toBeLessThan(1e-12 * used.length)
        }
        const found = work({
          of: 'products',
          mask: -1,
          columns: [...others.keys()],
          scales: all.map(() => scale),
          means: Float64Array.from(used, (_, i) => means[i]),
          from,
          to: used.length,
        }) as { sums: Float64Array }
        for (const place of others.keys()) {
          let expected = 0
          for (const i of places.slice(from)) {
            for (const j of places.slice(i + 1))
              expected += similar(place + 1, i, j) * (similar(0, i, j) - means[i] - means[j])
          }
          expect(Math.abs(found.sums[place] - expected)).toBeLessThan(1e-12 * used.length ** 2)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('dependence from memory and from DuckDB', () => {
  const random = randomNumbers(3)
  const y = Array.from({ length: 3000 }, () => random() * 10 - 5)
  const table = tableFromColumns([
    ['y', y],
    ['square', y.map((one) => one * one + random())],
    ['gaps', y.map((one) => (random() < 0.2 ? null : Math.round(one + 4 * random())))],
    [
      'text',
      y.map((one) =>
        random() < 0.1 ? null : one + random() > 0 ? 'up' : `down ${Math.floor(3 * random())}`,
      ),
    ],
    [
      'kind',
      y.map((one) => (random() < 0.1 ? null : ['a', 'b', 'c'][Math.floor(Math.abs(one + random()) / 2.1)])),
    ],
    ['few', y.map((_, row) => Number(row % 9 === 0))],
    ['weight', y.map((_, row) => (row % 3) + 1)],
    ['constant', y.map(() => 0.1)],
  ])
  const levelsOf = (column: number): Variable => ({ column, coding: { kind: 'values' } })
  const requestsOf = (
    view: DependenceRequest['view'],
    permuted?: Variable['permuted'],
  ): DependenceRequest[] =>
    (['xi', 'distance', 'kernel'] as const).flatMap((measure) =>
      [false, true].flatMap((unbiased) =>
        [numbers(0), ...(measure === 'xi' ? [] : [levelsOf(4)])].map((target) => ({
          kind: 'dependence' as const,
          measure,
          family: {
            base: [],
            each: [numbers(1), numbers(2), numbers(7), ...(measure === 'xi' ? [] : [levelsOf(3)])],
          },
          target: permuted ? { ...target, permuted } : target,
          unbiased,
          seed: 4,
          view,
        })),
      ),
    )

  it('has the same bits on 1, 2 and 3 threads', async () => {
    const requests = requestsOf({})
    const [one, two, eight] = await Promise.all(
      [1, 2, 3].map((threads) => new MemorySource(table).answer(requests, { threads })),
    )
    expect(two).toEqual(one)
    expect(eight).toEqual(one)
  })

  it('has the same bits from DuckDB, also with excluded or permuted rows', async () => {
    const requests = [...requestsOf({ weights: 5 }), ...requestsOf({ weights: 5 }, { seed: 1, number: 2 })]
    const memory = await new MemorySource(table).answer(requests)
    const duckdb = await duckSourceOf(table)
    expect(duckdb.plan(requests).every(({ request }) => request === 'dependence')).toBe(true)
    expect(await duckdb.answer(requests)).toEqual(memory)
    duckdb.close()
    expect(memory[0].n[0]).toBe(334)
    const half = memory.length / 2
    for (let i = 2; i < half; i += 2) {
      const [plain, permuted] = [memory[i], memory[half + i]]
      expect(Math.abs(permuted.joint[0])).toBeLessThan(Math.abs(plain.joint[0]) / 2)
    }
  })

  it('refuses other weights, sets of several variables, and pairs of too many rows', async () => {
    const source = new MemorySource(table)
    const [request] = requestsOf({ weights: 6 })
    await expect(source.answer([request])).rejects.toThrow(
      'unsuitable weights: pairs of rows need every weight to be 0 or 1',
    )
    const pair = { ...request, family: { list: [[numbers(1), numbers(2)]] }, view: {} }
    await expect(source.answer([pair])).rejects.toThrow('needs sets of one variable')
    const levels = { ...request, family: { list: [[levelsOf(3)]] }, view: {} }
    await expect(source.answer([levels])).rejects.toThrow('xi needs numbers')
    const long = tableFromColumns([
      ['x', Array.from({ length: 50_001 }, (_, i) => i)],
      ['y', Array.from({ length: 50_001 }, (_, i) => i % 7)],
    ])
    const kernel = {
      ...request,
      measure: 'kernel' as const,
      view: {},
      family: { list: [[numbers(0)]] },
      target: numbers(1),
    }
    await expect(new MemorySource(long).answer([kernel])).rejects.toThrow(
      'too many rows: hsic compares all pairs of 50,001 rows (at most 50,000; distance-correlation takes any number)',
    )
  })
})
