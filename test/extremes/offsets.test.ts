import { rank, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'

/** A column of multiples of 2^-10 around an offset, whose sums are exact as BigInt. */
function numbersAround(offset: number, rows: number): number[] {
  let state = 12345
  return Array.from({ length: rows }, (_, row) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return offset + ((state >>> 16) % 4096) / 1024 + (row % 3) / 8
  })
}

/** F of the one-way analysis of variance in rational arithmetic, for values that are multiples of 2^-10. */
function exactF(values: readonly number[], classes: number): number {
  const units = values.map((value) => BigInt(value * 1024))
  const n = BigInt(units.length)
  const sum = (list: readonly bigint[]) => list.reduce((total, value) => total + value, 0n)
  const byClass = Array.from({ length: classes }, (_, c) => units.filter((_, row) => row % classes === c))
  // Σ (Σx)²/n_c over a common denominator of the class sizes, here all equal.
  const size = BigInt(byClass[0].length)
  const squares = sum(units.map((value) => value * value))
  const classSums = sum(byClass.map((list) => sum(list) * sum(list)))
  const total = sum(units)
  const between = classSums * n - total * total * size
  const within = squares * size - classSums
  // F = (between/(n·size)/(K−1)) / (within/size/(n−K)).
  return Number((between * (n - BigInt(classes)) * 10n ** 20n) / (within * n * BigInt(classes - 1))) / 1e20
}

describe('a large common offset', () => {
  it.each([0, 1e6, 1e9, 2 ** 40])(
    '%d costs anova-f no digits, in memory and in the engine',
    async (offset) => {
      const x = numbersAround(offset, 6_000)
      const table = tableFromColumns({ x, y: x.map((_, row) => 'abc'[row % 3]) })
      const engine = await duckSourceOf(table)
      try {
        const expected = exactF(x, 3)
        for (const source of [table, engine]) {
          const { rankings } = await rank(source, { target: 'y', by: ['anova-f'] })
          expect(Math.abs(rankings[0].scores[0].score! / expected - 1)).toBeLessThan(1e-9)
        }
      } finally {
        engine.close()
      }
    },
  )
})
