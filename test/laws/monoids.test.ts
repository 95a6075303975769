import { emptyMoments, mergeMoments } from '../../dist/src/core/statistics/moments.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { near } from './given.ts'

type Moments = ReturnType<typeof emptyMoments>
type Row = readonly number[]

const width = 3
const row = fc.array(
  fc.integer({ min: -4000, max: 4000 }).map((x) => x / 16),
  { minLength: width, maxLength: width },
)
const rows = fc.array(row, { maxLength: 12 })

/** One row, as often as its weight says. */
function momentsOfRow(values: Row, weight: number): Moments {
  const point = Float64Array.from(values)
  return {
    n: weight,
    mean: point,
    meanLow: new Float64Array(width),
    min: point,
    max: point,
    comoment: new Float64Array(width * width),
  }
}

function momentsOfRows(all: readonly Row[]): Moments {
  return all.reduce((sum, values) => mergeMoments(sum, momentsOfRow(values, 1)), emptyMoments(width))
}

/** Two passes over the rows, by definition. */
function plainMoments(all: readonly Row[]): Moments {
  const n = all.length
  const column = (i: number) => all.map((values) => values[i])
  const sum = (values: readonly number[]) => values.reduce((total, x) => total + x, 0)
  const mean = Float64Array.from({ length: width }, (_, i) => (n === 0 ? 0 : sum(column(i)) / n))
  const comoment = Float64Array.from({ length: width * width }, (_, cell) => {
    const [i, j] = [Math.floor(cell / width), cell % width]
    return sum(all.map((values) => (values[i] - mean[i]) * (values[j] - mean[j])))
  })
  const min = Float64Array.from({ length: width }, (_, i) => Math.min(...column(i)))
  const max = Float64Array.from({ length: width }, (_, i) => Math.max(...column(i)))
  return { n, mean, meanLow: new Float64Array(width), min, max, comoment }
}

function expectAlike(a: Moments, b: Moments): void {
  expect(a.n).toBe(b.n)
  expect(a.min).toEqual(b.min)
  expect(a.max).toEqual(b.max)
  // Sums of squares of values up to 250 over some rows: absolute, since co-moments may cancel.
  a.mean.forEach((mean, i) => near(mean, b.mean[i]))
  a.comoment.forEach((sum, cell) =>
    expect(Math.abs(sum - b.comoment[cell])).toBeLessThanOrEqual(1e-9 * 250 * 250),
  )
}

describe('moments are a monoid', () => {
  it('associative', () => {
    fc.assert(
      fc.property(rows, rows, rows, (a, b, c) => {
        const [x, y, z] = [a, b, c].map(momentsOfRows)
        expectAlike(mergeMoments(mergeMoments(x, y), z), mergeMoments(x, mergeMoments(y, z)))
      }),
    )
  })

  it('the moments of no rows are neutral', () => {
    fc.assert(
      fc.property(rows, (a) => {
        const moments = momentsOfRows(a)
        expect(mergeMoments(moments, emptyMoments(width))).toEqual(moments)
        expect(mergeMoments(emptyMoments(width), moments)).toEqual(moments)
      }),
    )
  })

  it('the parts of a split give the whole', () => {
    fc.assert(
      fc.property(rows, fc.nat(12), (all, cut) => {
        expectAlike(
          mergeMoments(plainMoments(all.slice(0, cut)), plainMoments(all.slice(cut))),
          plainMoments(all),
        )
      }),
    )
  })

  it('a weight repeats a row', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(row, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 8 }),
        (weighted) => {
          const merged = weighted.reduce(
            (sum, [values, w]) => mergeMoments(sum, momentsOfRow(values, w)),
            emptyMoments(width),
          )
          expectAlike(merged, plainMoments(weighted.flatMap(([values, w]) => new Array<Row>(w).fill(values))))
        },
      ),
    )
  })

  it('leaves what it merges as it is', () => {
    const [a, b] = [
      plainMoments([
        [1, 2, 3],
        [4, 5, 7],
      ]),
      plainMoments([[2, 2, 2]]),
    ]
    const before = structuredClone([a, b])
    mergeMoments(a, b)
    expect([a, b]).toEqual(before)
  })
})
