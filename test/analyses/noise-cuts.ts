import { tableFromColumns } from 'criba'
import type { Discretiser, Table } from 'criba'
import { expect } from 'vitest'
import { binomialAtLeast, binomialAtMost } from '../../dist/src/methods/measures/tails.js'
import { randomOf, shuffled } from '../contract/tables.ts'
import { rank, score, select } from '../untyped.ts'

export const supervised: readonly Discretiser[] = ['mdl', 'bottleneck']
const features = ['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8', 'x9']

/** Columns of noise, and two classes of equal size. */
export function noise(seed: number, rows: number, columns: number): Table {
  const random = randomOf(seed)
  const classes = shuffled(
    Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? 'a' : 'b')),
    random,
  )
  const numbers = Array.from({ length: columns }, (_, j) => [`x${j}`, classes.map(() => random())] as const)
  return tableFromColumns({ ...Object.fromEntries(numbers), y: classes })
}

/** By the cuts of a discretiser, noise predicts two equal classes right half of the time. */
export async function expectChance(discretise: Discretiser, tables: number): Promise<void> {
  const scores: number[] = []
  for (let seed = 1; seed <= tables; seed++) {
    const { scores: found } = await score(noise(seed, 100, 10), {
      target: 'y',
      features,
      by: ['cv'],
      discretise,
    })
    scores.push(found[0].score!)
  }
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length
  const variance = scores.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (scores.length - 1)
  // In folds of equal classes, a learner without information scores just below a half.
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.01 + 3.3 * Math.sqrt(variance / scores.length))
}

/** By the cuts of a discretiser, noise has p ≤ 5 % no more often than in 5 % of the tables. */
export async function expectNoSmallP(discretise: Discretiser, tables: number): Promise<void> {
  let hits = 0
  for (let seed = 1; seed <= tables; seed++) {
    const { rankings } = await rank(noise(seed, 60, 1), {
      target: 'y',
      by: ['mutual-information'],
      permutations: 39,
      discretise,
    })
    if (rankings[0].scores[0].pValue! <= 0.05) hits++
  }
  expect(binomialAtLeast(hits, tables, 0.05)).toBeGreaterThan(0.005)
  // Most columns of noise have no cut by mdl; then all permutations tie.
  if (discretise === 'bottleneck') expect(binomialAtMost(hits, tables, 0.05)).toBeGreaterThan(0.005)
}

/** By the cuts of a discretiser, the default stop chooses a column of noise in no more than 5 % of the tables. */
export async function expectFewChosen(discretise: Discretiser, tables: number): Promise<void> {
  let chosen = 0
  for (let seed = 1; seed <= tables; seed++) {
    const { selected } = await select(noise(seed, 80, 5), { target: 'y', discretise })
    if (selected.length > 0) chosen++
  }
  expect(binomialAtLeast(chosen, tables, 0.05)).toBeGreaterThan(0.001)
}
