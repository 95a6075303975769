import ln from '@stdlib/math-base-special-ln'
import type { ExampleData } from './example-data.ts'
import { maskOf } from './sets.ts'

/**
 * The mRMR of chapter 14 as it was computed: it stops at half the columns, and takes information from counts
 * of equal values. Of numbers that all differ that is log₂ n for every pair, so every candidate scores the
 * same and the first one is taken.
 */
export function publishedMrmr({ columns, target }: ExampleData, width: number): number {
  const left = Array.from({ length: width }, (_, column) => column)
  const relevance = left.map((column) => countedInformation(columns[column], target))
  const redundancy = left.map(() => 0)
  const selected: number[] = []
  while (selected.length < Math.floor(width / 2)) {
    const scoreOf = (column: number) => relevance[column] - redundancy[column] / Math.max(1, selected.length)
    const best = left.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
    left.splice(left.indexOf(best), 1)
    selected.push(best)
    for (const column of left) redundancy[column] += countedInformation(columns[column], columns[best])
  }
  return maskOf(selected)
}

/** The information of two columns in bits, from counts of equal values. */
function countedInformation(a: readonly number[], b: readonly number[]): number {
  const [ofA, ofB, ofBoth] = [counts(a), counts(b), counts(a.map((value, row) => `${value} ${b[row]}`))]
  const rows = a.length
  const seen = new Set<string>()
  let sum = 0
  a.forEach((value, row) => {
    const pair = `${value} ${b[row]}`
    if (seen.has(pair)) return
    seen.add(pair)
    const together = ofBoth.get(pair)! / rows
    sum += together * ln(together / ((ofA.get(value)! / rows) * (ofB.get(b[row])! / rows)))
  })
  return sum / ln(2)
}

function counts<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const found = new Map<T, number>()
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1)
  return found
}
