import { MemorySource, tableFromColumns } from 'criba'
import type { Request, Variable, View } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packedJob, sumsOfColumn } from '../../dist/src/memory/tables/packed-job.js'
import { codedList } from '../../dist/src/memory/tables/coded-list.js'
import { EntropySums, emptyEntropies } from '../../dist/src/core/statistics/entropies.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainCells } from './plain-counting.ts'

/** A few columns repeated in turn, one of them with too many levels to pack, and the rows that count. */
const cases = fc.constantFrom(1, 2, 15, 16, 17, 40, 255, 256, 300, 700).chain((rows) => {
  const column = (levels: fc.Arbitrary<number>) =>
    fc.tuple(levels, fc.nat()).map(([count, seed]) => ({
      codes: Uint8Array.from({ length: rows }, (_, row) => ((row + 1) * (seed % 9973) + (row >> 2)) % count),
      count,
      hasMissing: false,
    }))
  return fc.record({
    rows: fc.constant(rows),
    kinds: fc.array(column(fc.constantFrom(1, 2, 3, 5, 9, 17, 32)), { minLength: 3, maxLength: 5 }),
    wide: column(fc.constant(33)),
    size: fc.constantFrom(4, 127, 128, 129, 200),
    by: fc.option(column(fc.integer({ min: 1, max: 4 }))),
    isIncluded: fc.constantFrom<(row: number) => boolean>(
      () => true,
      (row) => row % 3 > 0,
      (row) => row % 50 === 7,
    ),
    first: fc.constantFrom(null, 0, 1),
    wanted: fc.constantFrom<(column: number) => boolean>(
      () => true,
      (column) => column % 7 > 1,
      (column) => column > 100,
    ),
    tabled: fc.constantFrom(1 << 16, 3),
  })
})

describe.each(buildNames)('entropies of packed columns, %s', (build) => {
  it('agree with counting by hand, without and with a second column', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(cases, ({ rows, kinds, wide, size, by, isIncluded, first, wanted, tabled }) => {
        // Every seventh column has too many levels; the column `by` is last.
        const features = Array.from({ length: size }, (_, i) =>
          i % 7 === 6 ? wide : kinds[i % kinds.length],
        )
        const columns = by ? [...features, by] : features
        const inScope = Array.from({ length: rows }, (_, row) => row).filter(isIncluded)
        const tables = new EntropySums(rows)
        const input = {
          columns: codedList(columns, (bytes) => new ArrayBuffer(bytes)),
          rows: Uint32Array.from(inScope),
          high: tables.high.slice(0, tabled),
          low: tables.low.slice(0, tabled),
        }
        const lasts = Uint32Array.from(features.keys()).filter((i) => i % 7 !== 6 && wanted(i))
        const { sums, untabled } = packedJob.open(kernels, input)({ first, by: by ? size : null, lasts })
        for (let i = 0; i < untabled.length; i += 2) tables.addCell(sums, untabled[i] * 3, untabled[i + 1])
        const withFirst = tables.entropiesOfSameRows(inScope.length, [sums], 0, sumsOfColumn)
        const withBoth = tables.entropiesOfSameRows(inScope.length, [sums], sumsOfColumn / 2, sumsOfColumn)

        const plain = ({ codes, count }: typeof wide) => ({ codes: inScope.map((row) => codes[row]), count })
        const [expectedWithFirst, expectedWithBoth] = [
          emptyEntropies(lasts.length),
          emptyEntropies(lasts.length),
        ]
        lasts.forEach((last, i) => {
          const set = [...(first === null ? [] : [plain(columns[first])]), plain(columns[last])]
          tables.put(expectedWithFirst, i, [...plainCells(set, null).values()])
          if (by) tables.put(expectedWithBoth, i, [...plainCells([...set, plain(by)], null).values()])
        })
        expect(withFirst).toEqual(expectedWithFirst)
        // With a column of one level the second sums are undefined.
        if (by && by.count > 1) expect(withBoth).toEqual(expectedWithBoth)
      }),
      { numRuns: runs(build === 'shipped' ? 150 : 30) },
    )
  })
})

/** Requests entropies of listed sets, each with the variables of `more`. */
function entropyOf(list: readonly (readonly Variable[])[], view: View, ...more: Variable[]) {
  return { kind: 'entropy', family: { list: list.map((set) => [...more, ...set]) }, view } as const
}

describe('entropies requested with and without a column', () => {
  const letters = (rows: number, levels: number, step: number, gaps = 0) =>
    Array.from({ length: rows }, (_, row) =>
      gaps > 0 && row % gaps === 0 ? null : names[(row * step + (row >> 3)) % levels],
    )
  const names = Array.from({ length: 40 }, (_, level) => `level ${10 + level}`)
  /** Numbers of levels of columns, up to what a pack allows, or beyond. */
  const few = Array.from({ length: 20 }, (_, i) => 2 + i)
  const many = [...few, 40]

  it.each([
    ['whole', few, [0, 0], {}, true],
    ['complete in all', few, [7, 11], { complete: [0, 1] }, true],
    ['with gaps', few, [7, 11], {}, false],
    ['with gaps in the common column of one request', few, [7, 0], {}, true],
    ['with a wide column', many, [0, 0], {}, false],
    ['with few columns', few.slice(0, 5), [0, 0], {}, false],
  ])('have the bits of single requests: %s', async (_, levels, [gaps, others], view, arePacked) => {
    const rows = 500
    const table = tableFromColumns([
      ['y', letters(rows, 3, 5, gaps)],
      ['gappy', letters(rows, 4, 3, others)],
      ...levels.map((count) => [`x${count}`, letters(rows, count, 7)] as const),
    ])
    const variable = (column: number, count: number): Variable => ({
      column,
      coding: { kind: 'levels', levels: names.slice(0, count) },
    })
    const [y, gappy] = [variable(0, 3), variable(1, 4)]
    const each = [gappy, ...levels.map((count, i) => variable(i + 2, count))]
    for (const base of [[], [each[3]], [each[5]]]) {
      const together = new MemorySource(table)
      const [found] = await together.answer([{ kind: 'entropy', family: { base, each }, also: y, view }])
      expect(together.work.kernels['packedEntropies'] ?? 0).toBe(arePacked ? 1 : 0)
      // A list of sets does not use packed columns.
      const separate = new MemorySource(table)
      const list = each.map((one) => [...base, one])
      const [expected] = await separate.answer([{ kind: 'entropy', family: { list }, also: y, view }])
      const answers = await separate.answer([entropyOf(list, view), entropyOf(list, view, y)])
      expect('packedEntropies' in separate.work.kernels).toBe(false)
      expect([found, found.also]).toEqual([{ ...answers[0], also: answers[1] }, answers[1]])
      expect(expected).toEqual(found)
    }
  })

  it('have these bits also with a column of one level or of none', async () => {
    const rows = 60
    const table = tableFromColumns([
      ['empty', Array.from({ length: rows }, () => null)],
      ...few.map((count) => [`x${count}`, letters(rows, count, 7)] as const),
    ])
    const variable = (column: number, count: number): Variable => ({
      column,
      coding: { kind: 'levels', levels: names.slice(0, count) },
    })
    const each = few.map((count, i) => variable(i + 1, count))
    const cases: readonly (readonly [View, Variable])[] = [
      [{}, { column: 1, coding: { kind: 'missingness' } }],
      [{ complete: [0] }, variable(0, 0)],
    ]
    for (const [view, one] of cases) {
      const together = new MemorySource(table)
      // Values left in kernel memory must not affect the next answer.
      for (const base of [[], [each[4]], []]) {
        await together.answer([{ kind: 'entropy', family: { base: [each[2]], each }, view: {} }])
        const [found] = await together.answer([{ kind: 'entropy', family: { base, each }, also: one, view }])
        const list = each.map((last) => [...base, last])
        const [of, also] = await new MemorySource(table).answer([
          entropyOf(list, view),
          entropyOf(list, view, one),
        ])
        expect(found).toEqual({ ...of, also })
      }
    }
  })

  it('are answered after an interruption during coding', async () => {
    const source = new MemorySource(
      tableFromColumns(few.map((count) => [`x${count}`, letters(90, count, 7, 11)] as const)),
    )
    const each = few.map((count, column): Variable => ({
      column,
      coding: { kind: 'levels', levels: names.slice(0, count) },
    }))
    const requests: Request[] = [{ kind: 'entropy', family: { base: [], each }, view: {} }]
    await expect(source.answer(requests, { signal: AbortSignal.abort() })).rejects.toThrow('interrupted')
    await expect(source.answer(requests)).resolves.toHaveLength(1)
  })
})
