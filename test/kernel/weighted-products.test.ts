import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

const whole = fc.integer({ min: -9, max: 9 })

/** Columns of small whole numbers, whose sums are exact in any order, with a weight of each row. */
const problems = fc.integer({ min: 1, max: 13 }).chain((rows) =>
  fc.record({
    weights: fc.array(whole, { minLength: rows, maxLength: rows }),
    columns: fc.array(fc.array(whole, { minLength: rows, maxLength: rows }), {
      minLength: 1,
      maxLength: 14,
    }),
    known: fc.double({ min: 0, max: 1, noNaN: true }),
    order: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 }),
  }),
)

describe.each(buildNames)('products of listed columns with row weights (%s)', (build) => {
  it('fill a triangle in parts, from which a matrix of any of them is written', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(problems, ({ weights, columns, known, order }) => {
        const { run } = kernels
        const arena = kernels.arena()
        const rows = weights.length
        const padded = rows + (rows & 1)
        const values = arena.numbers(columns.length * padded)
        values.view.fill(0)
        columns.forEach((column, i) => values.view.set(column, i * padded))
        const ofRows = arena.numbers(padded)
        ofRows.view.fill(0)
        ofRows.view.set(weights)
        const shuffled = columns.map((_, i) => i).sort((a, b) => order[a] - order[b])
        const list = arena.integers(columns.length)
        list.view.set(shuffled)
        const space = arena.numbers(2 * padded)
        const triangle = arena.numbers((columns.length * (columns.length + 1)) / 2)
        const first = Math.floor(known * columns.length)
        for (const [from, to] of [
          [0, first],
          [first, columns.length],
        ])
          run.addToTriangle(
            values.address,
            8 * padded,
            list.address,
            from,
            to,
            rows,
            ofRows.address,
            space.address,
            triangle.address,
          )
        const product = (a: readonly number[], b: readonly number[]) =>
          a.reduce((sum, value, row) => sum + value * b[row] * weights[row], 0)
        // Every other place, the last first.
        const some = shuffled
          .map((_, place) => place)
          .filter((place) => place % 2 === 0)
          .reverse()
        const places = arena.integers(some.length)
        places.view.set(some)
        const width = some.length + 3
        const matrix = arena.numbers(some.length * width)
        matrix.view.fill(-1000)
        run.spreadTriangle(triangle.address, places.address, some.length, matrix.address, width)
        const expected = some.map((a) => [
          ...some.map((b) => product(columns[shuffled[a]], columns[shuffled[b]])),
          ...[-1000, -1000, -1000],
        ])
        const written = some.map((_, i) => Array.from(matrix.view.subarray(i * width, (i + 1) * width)))
        expect(written).toEqual(expected.map((row) => row.map((value) => value + 0)))

        const lower = arena.numbers(some.length * some.length)
        const own = arena.integers(some.length)
        own.view.set(some.map((_, i) => some.length - 1 - i))
        run.gatherLower(matrix.address, width, own.address, some.length, lower.address)
        for (let i = 0; i < some.length; i++) {
          for (let j = 0; j <= i; j++)
            expect(lower.view[i * some.length + j]).toBe(written[own.view[i]][own.view[j]])
        }
      }),
      { numRuns: runs(100) },
    )
  })
})
