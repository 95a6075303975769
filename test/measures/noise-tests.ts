import { expect } from 'vitest'
import { independenceTest } from '../../dist/src/methods/measures/independence.js'
import { binomialAtLeast, binomialAtMost } from '../../dist/src/methods/measures/tails.js'
import { randomOf } from '../contract/tables.ts'
import { interactionTest } from '../../dist/src/analyses/information/pair-tests.js'

/** The table of two columns of whole numbers. */
export function tableFrom(x: readonly number[], y: readonly number[]) {
  const sizes = [x, y].map((column) => Math.max(...column) + 1)
  const cells = new Float64Array(sizes[0] * sizes[1])
  x.forEach((level, row) => cells[level * sizes[1] + y[row]]++)
  return { levels: sizes.map((size) => Array.from({ length: size }, (_, i) => i)), cells }
}

/** An interval that a share of so many tests leaves once in a thousand times, where each has that probability. */
function expectShare(hits: number, tests: number, probability: number): void {
  expect(binomialAtMost(hits, tests, probability)).toBeGreaterThan(0.0005)
  expect(binomialAtLeast(hits, tests, probability)).toBeGreaterThan(0.0005)
}

/** Rows and levels of two columns: shapes where the χ² law does not hold. */
export const shapes = [
  [100, 40, 3],
  [60, 8, 4],
  [200, 100, 2],
] as const

/** The share of tables of noise with p ≤ 5 % is 5 %. */
export function expectLevelOfTables(n: number, k: number, v: number, times: number): void {
  const random = randomOf(n)
  let hits = 0
  for (let time = 0; time < times; time++) {
    const column = (levels: number) => Array.from({ length: n }, () => Math.floor(random() * levels))
    if (independenceTest(tableFrom(column(k), column(v))).pValue! <= 0.05) hits++
  }
  expectShare(hits, times, 0.05)
}

/** So it is of interactions. */
export function expectLevelOfInteractions(times: number): void {
  const random = randomOf(5)
  let hits = 0
  for (let time = 0; time < times; time++) {
    const cells = new Float64Array(4 * 4 * 2)
    for (let row = 0; row < 80; row++) cells[Math.floor(random() * cells.length)]++
    const levels = [4, 4, 2].map((size) => Array.from({ length: size }, (_, i) => i))
    if (interactionTest({ levels, cells }, 199).pValue <= 0.05) hits++
  }
  expectShare(hits, times, 0.05)
}
