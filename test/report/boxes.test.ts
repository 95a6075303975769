import { expect, it } from 'vitest'
import { boxesOf } from '../../src/report/figures/boxes.ts'

it('a box has the quartiles, the median and whiskers of the rows with its level', () => {
  const numbers = { feature: 'x', values: [1, 2, 3, 4, 100, 7, null, 5, -5] }
  const levels = {
    feature: 'g',
    levels: [{ name: 'a' }, { name: 'none' }, { name: 'b' }],
    values: [0, 0, 0, 0, 0, 2, 2, null, 0],
  }
  // Of 1, 2, 3, 4, 100 the quartiles are 2 and 4, so 100 is beyond 4 + 1.5 · 2. The last row is not asked for.
  expect(boxesOf(numbers, levels, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual([
    { level: 0, rows: 5, low: 1, lower: 2, median: 3, upper: 4, high: 4 },
    { level: 2, rows: 1, low: 7, lower: 7, median: 7, upper: 7, high: 7 },
  ])
  // Between two values it is interpolated: of 1, 2, 3, 4 the quartiles are 1.75 and 3.25.
  expect(boxesOf(numbers, levels, [3, 2, 1, 0])[0]).toEqual({
    level: 0,
    rows: 4,
    low: 1,
    lower: 1.75,
    median: 2.5,
    upper: 3.25,
    high: 4,
  })
})
