import { allocateNumbers } from '#core'
import type { DifferenceKind } from '../neighbours/row-space.ts'

/**
 * For each class in turn and each row: the difference that is expected between a value drawn from the class
 * and that of the row, or where the row has none, a value drawn from the row's class. A class without a value
 * is drawn from all rows. Kononenko's rule for levels (1994), 1 − P(v | class), and the same expectation for
 * numbers.
 *
 * @param values by row, sorted by class; NaN where missing
 */
export function expectedDifferences(
  values: Float64Array,
  classStarts: Uint32Array,
  kind: DifferenceKind,
): Float64Array {
  const classes = classStarts.length - 1
  const rows = values.length
  const all = values.filter((value) => !Number.isNaN(value))
  const knownOf = (c: number) => {
    const own = values.subarray(classStarts[c], classStarts[c + 1]).filter((value) => !Number.isNaN(value))
    return own.length > 0 ? own : all
  }
  const known = Array.from({ length: classes }, (_, c) => knownOf(c))
  const expected = allocateNumbers(classes * rows)
  known.forEach((drawn, c) => {
    const from = expectationOf[kind](drawn)
    const ofMissing = known.map((others) => others.reduce((sum, x) => sum + from(x), 0) / others.length)
    for (let other = 0; other < classes; other++) {
      for (let row = classStarts[other]; row < classStarts[other + 1]; row++) {
        expected[c * rows + row] = Number.isNaN(values[row]) ? ofMissing[other] : from(values[row])
      }
    }
  })
  return expected
}

/** The expected difference of a number from one of those drawn. */
const expectationOf: Readonly<Record<DifferenceKind, (drawn: Float64Array) => (x: number) => number>> = {
  absolute: (drawn) => {
    const sorted = drawn.toSorted()
    const sums = new Float64Array(sorted.length + 1)
    sorted.forEach((value, i) => (sums[i + 1] = sums[i] + value))
    const total = sums[sorted.length]
    return (x) => {
      const below = countBelow(sorted, x)
      return (x * (2 * below - sorted.length) - 2 * sums[below] + total) / sorted.length
    }
  },
  squared: (drawn) => {
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    const variance = drawn.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / drawn.length
    return (x) => (x - mean) * (x - mean) + variance
  },
  unequal: (drawn) => {
    const counts = new Map<number, number>()
    for (const level of drawn) counts.set(level, (counts.get(level) ?? 0) + 1)
    return (x) => 1 - (counts.get(x) ?? 0) / drawn.length
  },
}

/** How many of ascending numbers are below a number, by bisection. */
function countBelow(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < x) low = middle + 1
    else high = middle
  }
  return low
}
