import { describe, expect, it } from 'vitest'
import { isRelated } from '../../dist/src/analyses/selection/candidate-test.js'
import { plainDraws } from '../../dist/src/methods/measures/permuted-gain.js'
import { randomOf } from '../contract/tables.ts'

const levels = [0, 1, 2]

/** X_j × X_c × Y: X_j says the class of all rows but two, and X_c is X_j in 35 of 46 rows. */
const cells = [
  [11, 0, 0, 1, 0, 0, 1, 0, 0],
  [0, 2, 0, 1, 10, 0, 0, 1, 0],
  [0, 0, 2, 0, 0, 3, 1, 0, 13],
]

const isCopy = (table: readonly (readonly number[])[]) =>
  isRelated(
    {
      table: { levels: [levels, levels, levels], cells: Float64Array.from(table.flat()) },
      rows: 46,
      isOrdered: { rows: false, columns: false },
      withTarget: { rows: false, columns: false },
      selected: 1,
    },
    plainDraws(randomOf(1)),
  )

/** n·I(X;Y) by its definition. */
function information(table: readonly (readonly number[])[]): number {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const n = sum(table.flat())
  const columns = table[0].map((_, column) => sum(table.map((row) => row[column])))
  return sum(
    table.flatMap((row) =>
      row.map((count, column) =>
        count > 0 ? count * Math.log2((count * n) / (sum(row) * columns[column])) : 0,
      ),
    ),
  )
}

describe('a candidate that repeats a column which almost says the class', () => {
  it('would share little within the classes, counted in fractions of rows', () => {
    const at = (j: number, c: number, y: number) => cells[j][3 * c + y]
    const over = (count: (k: number) => number) => levels.reduce((sum, k) => sum + count(k), 0)
    const pair = levels.map((j) => levels.map((c) => over((y) => at(j, c, y))))
    const withTarget = levels.map((j) => levels.map((y) => over((c) => at(j, c, y))))
    const expected = levels.map((c) =>
      levels.map((y) => over((j) => (withTarget[j][y] * pair[j][c]) / over((k) => pair[j][k]))),
    )
    expect(1 - information(expected) / information(pair)).toBeLessThan(0.25)
  })

  it('is related to it, as it adds nothing to it', () => {
    expect(isCopy(cells)).toBe(true)
  })
})
