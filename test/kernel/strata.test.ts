import { MemorySource, tableFromColumns } from 'criba'
import type { Request, Variable } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codedList } from '../../dist/src/kernel/coded-list.js'
import { sumsOfSet } from '../../dist/src/kernel/entropies-job.js'
import { strataJob } from '../../dist/src/kernel/strata-job.js'
import { EntropySums, emptyEntropies } from '../../dist/src/statistics/entropies.js'
import { buildNames, doorTo } from './doors.ts'
import { plainCells } from './plain-counting.ts'

/** Columns of few levels, a column to sort the rows by, and which rows count. */
const cases = fc.integer({ min: 1, max: 300 }).chain((rows) => {
  const column = (levels: fc.Arbitrary<number>) =>
    levels.chain((count) =>
      fc
        .array(fc.nat(count - 1), { minLength: rows, maxLength: rows })
        .map((codes) => ({ codes: Uint8Array.from(codes), count, hasHoles: false })),
    )
  return fc.record({
    rows: fc.constant(rows),
    columns: fc.array(column(fc.constantFrom(1, 2, 3, 5, 9, 17)), { minLength: 4, maxLength: 4 }),
    by: column(fc.integer({ min: 1, max: 6 })),
    isIn: fc.array(fc.boolean(), { minLength: rows, maxLength: rows }),
    first: fc.constantFrom(null, 0, 1),
    tabled: fc.constantFrom(1 << 16, 3),
  })
})

describe.each(buildNames)('entropies in strata, %s', (build) => {
  it('agree with counting by hand, alone and with the column of the strata', async () => {
    const kernels = await doorTo(build)
    fc.assert(
      fc.property(cases, ({ rows, columns, by, isIn, first, tabled }) => {
        const inPlay = [...isIn.keys()].filter((row) => isIn[row])
        const order = Array.from({ length: by.count }, (_, level) =>
          inPlay.filter((row) => by.codes[row] === level),
        )
        const tables = new EntropySums(rows)
        const given = {
          columns: codedList(columns, (bytes) => new ArrayBuffer(bytes)),
          order: Uint32Array.from(order.flat()),
          strata: Uint32Array.from(order, ({ length }) => length),
          cells: 400,
          high: tables.high.slice(0, tabled),
          low: tables.low.slice(0, tabled),
        }
        const lasts = Uint32Array.of(0, 1, 2, 3)
        const work = strataJob.open(kernels, given)
        const { sums, rest } = work({ first, lasts, isAlone: false })
        const found = emptyEntropies(8)
        let from = 0
        for (let set = 0; set < 8; set++) {
          const left = sums[set * sumsOfSet + 5]
          tables.putSums(found, set, sums, set * sumsOfSet, rest.subarray(from, from + left))
          from += left
        }
        expect(from).toBe(rest.length)
        const plain = ({ codes, count }: typeof by) => ({ codes: inPlay.map((row) => codes[row]), count })
        const expected = emptyEntropies(8)
        lasts.forEach((last, i) => {
          const set = [...(first === null ? [] : [plain(columns[first])]), plain(columns[last])]
          tables.put(expected, 2 * i, [...plainCells(set, null).values()])
          tables.put(expected, 2 * i + 1, [...plainCells([...set, plain(by)], null).values()])
        })
        expect(found).toEqual(expected)
        // Without the strata the first numbers are the same, and nothing else is left over.
        const alone = work({ first, lasts, isAlone: true })
        const firsts = (of: Float64Array) =>
          Array.from(lasts, (_, i) => [...of.slice(2 * i * sumsOfSet, (2 * i + 1) * sumsOfSet)])
        expect(firsts(alone.sums)).toEqual(firsts(sums))
        const left = firsts(sums).reduce((sum, numbers) => sum + numbers[5], 0)
        expect(alone.rest).toHaveLength(left)
      }),
      { numRuns: build === 'shipped' ? 200 : 60 },
    )
  })
})

describe('entropies asked for with and without a column', () => {
  const letters = (rows: number, levels: number, step: number, gaps = 0) =>
    Array.from({ length: rows }, (_, row) =>
      gaps > 0 && row % gaps === 0 ? null : 'abcdefghijklmnopqrst'[(row * step + (row >> 3)) % levels],
    )
  const levelsOf = (levels: number) => [...'abcdefghijklmnopqrst'.slice(0, levels)]

  it.each([
    ['whole', 0, {}],
    ['complete in all', 7, { complete: [0, 1] }],
    ['with gaps', 7, {}],
  ])('have the bits of those asked for one by one: %s', async (_, gaps, view) => {
    const rows = 500
    const table = tableFromColumns([
      ['y', letters(rows, 3, 5, gaps)],
      ['gappy', letters(rows, 4, 3, gaps && gaps + 4)],
      ...[2, 3, 5, 12, 20].map((levels) => [`x${levels}`, letters(rows, levels, 7)] as const),
    ])
    const variable = (column: number, levels: number): Variable => ({
      column,
      coding: { kind: 'levels', levels: levelsOf(levels) },
    })
    const [y, gappy] = [variable(0, 3), variable(1, 4)]
    const each = [gappy, ...[2, 3, 5, 12, 20].map((levels, i) => variable(i + 2, levels))]
    const entropy = (base: readonly Variable[]): Request => ({
      kind: 'entropy',
      family: { base, each },
      view,
    })
    for (const base of [[], [each[3]], [each[5]]]) {
      const both = [entropy(base), entropy([...base, y])] as const
      const together = new MemorySource(table)
      const apart = new MemorySource(table)
      const answers = await together.answer(both)
      expect(answers[0]).toEqual((await apart.answer([both[0]]))[0])
      expect(answers[1]).toEqual((await apart.answer([both[1]]))[0])
      const isWhole = gaps === 0 || 'complete' in view
      // Twenty levels beside twenty are no cheaper in strata, and gaps are counted otherwise.
      expect('strataEntropies' in together.work.kernels).toBe(isWhole && base[0] !== each[5])
      expect('strataEntropies' in apart.work.kernels).toBe(false)
    }
  })
})
