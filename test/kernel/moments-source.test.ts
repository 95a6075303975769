import { MemorySource, tableFromColumns } from 'criba'
import type { Request } from 'criba'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'

const [rows, width] = [12_000, 160]
const random = xoroshiro128plus(11)
const columns = Array.from({ length: width }, (_, i) =>
  Array.from({ length: rows }, () => {
    const value = uniformInt(random, -5000, 5000)
    return i % 7 === 3 && value % 10 === 0 ? null : value / 16
  }),
)
const table = tableFromColumns([
  ...columns.map((column, i) => [`x${i}`, column] as const),
  ['class', columns[0].map((value) => 'abc'[Math.floor((value! + 400) / 300)])],
])
const variables = columns.map((_, column) => ({ column, coding: null }))
const by = { column: width, coding: { kind: 'levels', levels: ['a', 'b', 'c'] } } as const
const [a, b, c, d, ...each] = variables
const view = {}
const median = [
  { part: 1, of: 2, side: 'lower' },
  { part: 1, of: 2, side: 'upper' },
] as const

const requests: readonly Request[] = [
  { kind: 'moments', family: { base: [a, d], each: variables }, of: 'values', view },
  { kind: 'moments', family: { base: [], each }, by, of: 'values', view },
  { kind: 'moments', family: { base: [a], each }, of: 'ranks', view },
  { kind: 'moments', family: { list: [variables.slice(0, 40)] }, by, of: 'values', view },
  ...variables.map((variable): Request => ({
    kind: 'order',
    variable,
    at: median,
    distinctUpTo: 20,
    view,
  })),
]

describe('moments and order statistics of a table in memory', () => {
  it('are the same bits on 1, 2 and 8 threads', async () => {
    const one = await new MemorySource(table).answer(requests, { threads: 1 })
    for (const threads of [2, 8]) {
      expect(await new MemorySource(table).answer(requests, { threads })).toEqual(one)
    }
  })

  it('are the same bits whatever else is requested', async () => {
    const source = new MemorySource(table)
    const list = [
      [a, b],
      [a, d],
      [c, d],
      [a, c],
      [b, c],
    ]
    for (const of of ['values', 'ranks'] as const) {
      const [together] = await source.answer([{ kind: 'moments', family: { list }, of, view }])
      for (const [i, member] of list.entries()) {
        const [alone] = await source.answer([{ kind: 'moments', family: { list: [member] }, of, view }])
        expect(together.n[i]).toBe(alone.n[0])
        for (const name of ['mean', 'meanLow', 'min', 'max', 'ties'] as const) {
          expect(together[name].slice(i * 2, i * 2 + 2)).toEqual(alone[name])
        }
        expect(together.comoment.slice(i * 4, i * 4 + 4)).toEqual(alone.comoment)
      }
    }
    const orders = requests.filter((request) => request.kind === 'order')
    const together = await source.answer(orders)
    for (const place of [0, 3, 77, 159])
      expect(await source.answer([orders[place]])).toEqual([together[place]])
  })

  it('use the kernels, once for each column', async () => {
    const source = new MemorySource(table)
    await source.answer(requests.slice(0, 1))
    // Two blocks of rows.
    expect(source.work.kernels['addBlock']).toBe(2 * width)
    await source.answer(requests.slice(4))
    expect(source.work.kernels['selectRanks']).toBe(width)
  })
})
