import fc from 'fast-check'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { forest } from '../../dist/src/memory/models/forest.js'
import { runs } from '../properties/runs.ts'
import { score } from '../untyped.ts'
import { plainForest } from './plain-forest.ts'
import { plainTables, trainingOf } from './tree-tables.ts'
import type { TrainingRows } from '../../dist/src/memory/threads/model-rows.js'

const options = fc.record({
  split: fc.constantFrom('gini' as const, 'entropy' as const, 'gain-ratio' as const),
  depth: fc.constantFrom(0, 0, 3),
  leaf: fc.constantFrom(1, 1, 3),
  gain: fc.constantFrom(0, 0, 0.05),
  trees: fc.constantFrom(1, 7),
  mtry: fc.integer({ min: 0, max: 6 }),
  seed: fc.integer({ min: 0, max: 99 }),
  importance: fc.constant('impurity' as const),
})

type Options = Parameters<typeof forest.fit>[1]

/** The mean of the members, from the sums of the parts. */
function predictionsOf(training: TrainingRows, options: Options, rows: Int32Array): number[] {
  const { parts, count } = forest.members!(options)
  const sums = Array.from({ length: parts }, (_, part) => [
    ...forest.fit(training, options, undefined as never, part).predict(rows),
  ])
  return sums[0].map((_, i) => sums.reduce((sum, of) => sum + of[i], 0) / count)
}

describe('a forest', () => {
  it('is the mean of plain trees of rows and columns drawn one by one', () => {
    fc.assert(
      fc.property(plainTables(25), options, (table, options) => {
        const rows = Int32Array.from(table.target.keys())
        const found = predictionsOf(trainingOf(table), options, rows)
        const members = plainForest(table, options)
        const expected = table.target.flatMap((_, row) => {
          const values = members.map(({ tree }) => tree.predict(row))
          return values[0].map((_, one) => values.reduce((sum, of) => sum + of[one], 0) / values.length)
        })
        // Shares of classes are rounded to eleven digits, so that their sums are exact.
        found.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 9))
      }),
      { numRuns: runs(200) },
    )
  })

  const next = (
    (state) => () =>
      (state = (state * 48271) % 2147483647) / 2147483647
  )(3)
  const x = Array.from({ length: 400 }, () => (next() < 0.1 ? null : next()))
  const colour = x.map((value) =>
    next() < 0.1 ? null : 'rgb'[Math.floor(((value ?? 0.3) + 2 * next()) * 0.99)],
  )
  const noise = x.map(() => next())
  const y = x.map((value, row) => (value ?? 0.7) + (colour[row] === 'g' ? 1 : 0) + next() / 4)
  const label = y.map((value) => (value > 1 ? 'high' : value > 0.5 ? 'middle' : 'low'))
  const table = tableFromColumns({ x, colour, noise, y, label })
  const ask = (target: string, by: string, threads: number) =>
    score(table, { features: ['x', 'colour', 'noise'], target, by: [by] }, { threads })

  it.each([
    ['y', 'cv:learner=forest,trees=30'],
    ['label', 'cv:learner=forest,trees=30,metric=auc'],
    ['y', 'cv:learner=tree'],
  ])('%s by %s: any number of threads, the same bits, all rows', async (target, by) => {
    const one = await ask(target, by, 1)
    const many = await ask(target, by, 4)
    expect({ ...many, seconds: 0 }).toEqual({ ...one, seconds: 0 })
    expect(one.scores[0].n).toBe(400)
    expect(one.scores[0].score).toBeGreaterThan(0.6)
  })

  it('has other trees under other seeds', async () => {
    const of = async (seed: number) =>
      (await ask('y', `cv:learner=forest,trees=5,seed=${seed}`, 1)).scores[0].score
    expect(await of(1)).not.toBe(await of(2))
  })
})
