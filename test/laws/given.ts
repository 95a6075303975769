import { tableFromColumns } from 'criba'
import type { FeatureScore } from 'criba'
import fc from 'fast-check'
import { expect } from 'vitest'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

export type Cells = readonly (number | string | null)[]
export type Named = readonly (readonly [name: string, cells: Cells])[]

export function xy(x: Cells, y: Cells): Named {
  return [
    ['x', x],
    ['y', y],
  ]
}

/** Scores of the first method by feature. */
export async function scores(columns: Named, spec: RankSpec): Promise<Map<string, FeatureScore>> {
  const { rankings } = await rank(tableFromColumns(columns), spec)
  return new Map(rankings[0].scores.map((score) => [score.feature, score]))
}

export async function scoreOf(feature: string, columns: Named, spec: RankSpec): Promise<number> {
  const score = (await scores(columns, spec)).get(feature)?.score
  expect(typeof score, `score of ${feature}`).toBe('number')
  return score!
}

/** Rows of several values each, columns apart; every column from the arbitrary of its place. */
export function columnsOf<T extends readonly unknown[]>(
  cells: { [I in keyof T]: fc.Arbitrary<T[I]> },
  { from, to }: { from: number; to: number },
): fc.Arbitrary<{ [I in keyof T]: T[I][] }> {
  return fc
    .array(fc.tuple(...(cells as unknown as fc.Arbitrary<unknown>[])), { minLength: from, maxLength: to })
    .map((rows) => cells.map((_, i) => rows.map((row) => row[i])) as never)
}

export const level = (most: number) => fc.integer({ min: 0, max: most - 1 }).map((i) => 'abcdefgh'[i])
export const number = fc.integer({ min: -2000, max: 2000 }).map((x) => x / 8)
/** Few different numbers, so that there are ties. */
export const tied = fc.integer({ min: -3, max: 3 })

export function isVaried(cells: readonly unknown[]): boolean {
  return new Set(cells).size > 1
}

/** At least `rows` rows in each of exactly `count` classes. */
export function holdsClasses(cells: readonly unknown[], count: number, rows: number): boolean {
  const levels = [...new Set(cells)]
  return levels.length === count && levels.every((one) => cells.filter((cell) => cell === one).length >= rows)
}

export function near(actual: number, expected: number, tolerance = 1e-9): void {
  if (Object.is(actual, expected)) return
  const allowed = tolerance * Math.max(1, Math.abs(expected))
  // An expectation costs more than most of what is compared.
  if (!(Math.abs(actual - expected) <= allowed)) expect.fail(`${actual} for ${expected}`)
}
