import { MemorySource, tableFromColumns } from 'criba'
import type { Request, View } from 'criba'
import { expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'

it('moments of ranks of many columns are those of their pairs', async () => {
  const random = randomOf(7)
  const width = 40
  const names = Array.from({ length: width }, (_, c) => `x${c}`)
  const y = Array.from({ length: 90 }, (_, row) => 'abc'[row % 3])
  const table = tableFromColumns([
    ...names.map((name) => [name, y.map(() => Math.floor(12 * random()))] as const),
    ['hole', y.map((_, row) => (row % 11 === 0 ? null : row % 7))] as const,
    ['w', y.map((_, row) => (row * 5) % 4)] as const,
    ['y', y] as const,
  ])
  const variables = Array.from({ length: width + 1 }, (_, column) => ({ column, coding: null }))
  const complete = [width]
  const views: readonly View[] = [{ complete }, { complete, weights: width + 1 }]
  const by = { column: width + 2, coding: { kind: 'values' } } as const
  const source = new MemorySource(table)
  for (const view of views) {
    for (const grouped of [{}, { by }]) {
      const ask = (list: (typeof variables)[]): Request => ({
        kind: 'moments',
        family: { list },
        of: 'ranks',
        view,
        ...grouped,
      })
      const pairs = variables.slice(1).map((variable) => [variables[0], variable])
      const [wide, narrow] = (await source.answer([ask([variables]), ask(pairs)])) as readonly {
        readonly classes: number
        readonly n: Float64Array
        readonly comoment: Float64Array
        readonly mean: Float64Array
        readonly ties: Float64Array
      }[]
      pairs.forEach((_, pair) => {
        expect(wide.ties[pair + 1]).toBe(narrow.ties[pair * 2 + 1])
        for (let level = 0; level < wide.classes; level++) {
          const cell = pair * wide.classes + level
          const row = level * (width + 1) ** 2
          expect(wide.n[level]).toBe(narrow.n[cell])
          expect(wide.mean[level * (width + 1) + pair + 1]).toBeCloseTo(narrow.mean[cell * 2 + 1], 10)
          expect(wide.comoment[row + pair + 1]).toBeCloseTo(narrow.comoment[cell * 4 + 1], 6)
        }
      })
    }
  }
})
