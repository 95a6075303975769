import { tableFromColumns } from 'criba'
import type { Request, Source } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { MemorySource } from '../../dist/src/memory/source.js'
import type { MomentsOfFamily } from '../../dist/src/core/statistics/moments.js'
import { randomOf } from '../contract/tables.ts'
import { fitFirst } from '../../dist/src/memory/paths/first-path.js'
import { needsFew, needsOf } from '../../dist/src/memory/paths/paths.js'

const [rows, width, most] = [300, 120, 6]
const random = randomOf(11)
const columns = Array.from({ length: width }, () => Array.from({ length: rows }, random))
const y = Array.from(
  { length: rows },
  (_, row) => columns[7][row] + columns[50][row] + columns[99][row] + random(),
)
const table = tableFromColumns({ ...Object.fromEntries(columns.map((x, i) => [`x${i}`, x])), y })
const request = {
  kind: 'path',
  features: columns.map((_, column) => ({ column, coding: null })),
  groups: columns.map(() => 1),
  targets: [{ column: width, coding: null }],
  penalty: { kind: 'norms', columns: 1, groups: 0, squares: 0 },
  penalties: 100,
  least: 0.001,
  most,
  view: {},
  parts: [],
  trials: [],
} as const satisfies Request

describe('a path that ends where a few columns are in', () => {
  it('asks for the products of few columns', async () => {
    const source: Source = new MemorySource(table)
    expect(needsFew(request)).toBe(true)
    const [ofTarget] = (await source.answer(needsOf(request))) as readonly [MomentsOfFamily]
    const asked: number[] = []
    const path = await fitFirst(
      request,
      ofTarget,
      (requests) => {
        for (const one of requests) {
          if (one.kind !== 'moments' || !('each' in one.family)) throw new Error(one.kind)
          asked.push(...one.family.base.map(({ column }) => column))
        }
        return source.answer(requests)
      },
      {},
    )
    const entered = columns.filter((_, i) =>
      path.sizes.some((size, at) => size > 0 && at % width === i),
    ).length
    expect(entered).toBeGreaterThanOrEqual(most)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.length).toBeLessThanOrEqual(entered + 3 * most)
  })

  it('multiplies few columns in memory, and asks an engine for few products', async () => {
    const source = new MemorySource(table)
    await source.answer([request])
    expect(source.work.kernels.addTile).toBeUndefined()
    expect(source.work.kernels.addBlock).toBeLessThan(5 * width)
    const engine = await duckSourceOf(table)
    await engine.answer([request])
    expect(engine.work.queries).toBeLessThan(20)
    engine.close()
  })

  it('asks for all where the columns to find are many of them, or there are several targets', () => {
    expect(needsFew({ ...request, most: width / 4 })).toBe(false)
    expect(needsFew({ ...request, most: undefined } as never)).toBe(false)
    const targets = [...request.targets, { column: 0, coding: null }]
    expect(needsFew({ ...request, targets })).toBe(false)
  })
})
