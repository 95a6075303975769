// Enough rows for several blocks, leaves and tasks.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Kernels, kernelModule } from '../../dist/src/memory/threads/kernels.js'
import type { NearestInput } from '../../dist/src/memory/neighbours/nearest-job.js'
import { mergeNearest, nearestBatch } from '../../dist/src/memory/neighbours/nearest-plan.js'
import { runBatch } from '../../dist/src/memory/threads/pool.js'
import { findNearest, setsOf } from './nearest-run.ts'
import { nearestTwin } from './nearest-twin.ts'
import { seededColumns } from './nearest-data.ts'

/** A new instance of the kernels, whose memory has not grown yet. */
async function loadFreshKernels(): Promise<Kernels> {
  return Kernels.load(await kernelModule())
}

function makeInput(rows: number, columns: number, input: Partial<NearestInput> = {}): NearestInput {
  const [target, ...rest] = seededColumns(rows, columns + 1)
  const wanted = { of: 'differences', target, ties: 'shared' } as const
  return { rows, columns: rest, k: 3, metric: 'euclidean', wanted, ...input }
}

describe('nearest neighbours of many rows', () => {
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await loadFreshKernels()
  })

  it.each([3, 12, 30])('are the same by a tree and by a scan, %i columns', async (count) => {
    const input = makeInput(1500, count)
    const set = input.columns.map((_, i) => i)
    const byTree = findNearest(await loadFreshKernels(), { ...input, structure: 'tree' }, [set])
    expect(findNearest(await loadFreshKernels(), { ...input, structure: 'all' }, [set])).toEqual(byTree)
    expect(byTree.squaredDifferences.every((sum) => sum > 0)).toBe(true)
  })

  it.each(['euclidean', 'manhattan', 'chebyshev'] as const)('agree with the definition, %s', (metric) => {
    const input = makeInput(400, 9, { metric })
    // One column with outliers, one of tiny range, one rounded, one copied.
    const columns = input.columns.map((column, i) => {
      if (i === 0) return column.map((value, row) => (row % 50 === 0 ? value * 1e7 : value))
      if (i === 1) return column.map((value) => value * 1e-9)
      return i === 2 ? column.map((value) => Math.round(value * 4)) : column
    })
    const extended = { ...input, columns: [...columns, columns[2]] }
    const set = extended.columns.map((_, i) => i)
    const expected = nearestTwin(extended, [set], kernels)
    for (const structure of ['tree', 'all'] as const) {
      expect(findNearest(kernels, { ...extended, structure }, [set]), structure).toEqual(expected)
    }
  })

  it.each(['euclidean', 'manhattan', 'chebyshev'] as const)(
    'are found in clusters smaller than a quantisation step, %s',
    (metric) => {
      const input = makeInput(400, 9, { metric })
      const columns = input.columns.map((column) =>
        column.map((value, row) => column[row % 40] + value * 1e-5),
      )
      const set = columns.map((_, i) => i)
      const expected = nearestTwin({ ...input, columns }, [set], kernels)
      expect(findNearest(kernels, { ...input, columns, structure: 'all' }, [set])).toEqual(expected)
    },
  )

  it('are found where points differ but their distance rounds to 0', () => {
    const input = makeInput(150, 2)
    const columns = input.columns.map((column) => column.map((_, row) => (row % 2) * 1e-170))
    const expected = nearestTwin({ ...input, columns }, [[0, 1], [0]], kernels)
    for (const structure of ['tree', 'all'] as const) {
      const found = findNearest(kernels, { ...input, columns, structure }, [[0, 1], [0]])
      expect(found, structure).toEqual(expected)
    }
    expect(expected.tied).toEqual(Float64Array.of(150, 150))
  })

  it('are summed in blocks of 8,192 rows however tasks are split', () => {
    const input = makeInput(20_000, 2)
    const byTree = findNearest(kernels, { ...input, structure: 'tree' }, [[0, 1]], [8192])
    for (const cuts of [[16_384], [5000], [8192, 9000, 16_384], [100, 8191, 8193, 19_999]]) {
      expect(findNearest(kernels, input, [[0, 1]], cuts)).toEqual(byTree)
    }
    const byLine = findNearest(kernels, input, [[1]], [8192, 10_000])
    expect(findNearest(kernels, { ...input, structure: 'tree' }, [[1]], [8192])).toEqual(byLine)
    expect(
      findNearest(kernels, { ...input, structure: 'line' }, [[1], [1]], [8192]).squaredDifferences,
    ).toEqual(Float64Array.of(...byLine.squaredDifferences, ...byLine.squaredDifferences))
  })

  it('have logarithms summed in blocks of 8,192 rows', () => {
    const rows = 17_000
    const [column] = seededColumns(rows, 1)
    const sorted = Float64Array.from(column).sort()
    const place = new Map([...sorted].map((value, i) => [value, i]))
    const logs = kernels.arena().numbers(2)
    let sum = 0
    for (let start = 0; start < rows; start += 8192) {
      kernels.run.startLogSum(logs.address)
      for (const value of column.subarray(start, start + 8192)) {
        const i = place.get(value)!
        const left = i === 0 ? Infinity : value - sorted[i - 1]
        const right = i === rows - 1 ? Infinity : sorted[i + 1] - value
        kernels.run.addToLogSum(logs.address, Math.min(left, right))
      }
      sum += kernels.run.finishLogSum(logs.address)
    }
    for (const structure of ['line', 'tree'] as const) {
      const input = {
        rows,
        columns: [column],
        k: 1,
        metric: 'manhattan',
        wanted: { of: 'distances' },
      } as const
      const found = findNearest(kernels, { ...input, structure }, [[0]])
      expect(found.logDistances, structure).toEqual(Float64Array.of(sum))
    }
  })

  it('stay within memory for large k by processing rows in parts', () => {
    const input = makeInput(900, 2, { k: 800 })
    const few = makeInput(900, 2, { k: 2 })
    const all = findNearest(kernels, input, [[0, 1]])
    const first = findNearest(kernels, few, [[0, 1]])
    expect(all.squaredDifferences.slice(0, 2)).toEqual(first.squaredDifferences)
    expect(all.squaredDistances.slice(0, 2)).toEqual(first.squaredDistances)
  })

  it('do not depend on the order of the rows if tied rows share a place', () => {
    const order = fc.integer().map((seed) => {
      const [keys] = seededColumns(60, 1, seed)
      return Array.from(keys, (_, i) => i).sort((a, b) => keys[a] - keys[b])
    })
    fc.assert(
      fc.property(order, (places) => {
        const input = makeInput(60, 3)
        const rounded = input.columns.map((column) => column.map((value) => Math.round(2 * value)))
        const moved = rounded.map((column) => column.map((_, row) => column[places[row]]))
        const { wanted } = input
        if (wanted.of !== 'differences') throw new Error('not differences')
        const target = wanted.target.map((_, row) => wanted.target[places[row]])
        const before = findNearest(kernels, { ...input, columns: rounded }, [[0, 1, 2], [1]])
        const after = findNearest(kernels, { ...input, columns: moved, wanted: { ...wanted, target } }, [
          [0, 1, 2],
          [1],
        ])
        after.squaredDifferences.forEach((sum, i) => {
          expect(Math.abs(sum - before.squaredDifferences[i])).toBeLessThanOrEqual(1e-12 * sum)
        })
        expect(after.tied).toEqual(before.tied)
        expect(after.zeros).toEqual(before.zeros)
        expect(before.tied.some((count) => count > 0)).toBe(true)
      }),
    )
  })

  it('are the same on one thread and on two, with the default structures', async () => {
    const input = makeInput(5000, 14)
    const sets = [[0], [1], [0, 1], [2, 3, 4], input.columns.map((_, i) => i), [5], []]
    const calls: Record<string, number> = {}
    const answers = []
    for (const threads of [1, 2]) {
      const batch = nearestBatch(input, setsOf(sets))
      expect(batch.count).toBeGreaterThan(3)
      const onCalls = (counted: Readonly<Record<string, number>>) => {
        for (const [name, count] of Object.entries(counted)) calls[name] = (calls[name] ?? 0) + count
      }
      answers.push(mergeNearest(input, sets.length, await runBatch(batch, { threads, onCalls })))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]).toEqual(findNearest(kernels, input, sets, [4000]))
    expect(Object.keys(calls)).toEqual(
      expect.arrayContaining(['searchLine', 'searchTree', 'searchQuantised']),
    )
  })
})
