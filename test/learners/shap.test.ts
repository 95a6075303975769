import fc from 'fast-check'
import { rank as typedRank, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { forest } from '../../dist/src/memory/models/forest.js'
import { tree as treeModel } from '../../dist/src/memory/models/tree.js'
import { shapJob } from '../../dist/src/memory/models/shap-job.js'
import { gaussLegendre } from '../../dist/src/memory/trees/quadrature.js'
import { outputsOf, ShapValues } from '../../dist/src/memory/trees/shap.js'
import { leafOf, sizeOfTree, treeReader } from '../../dist/src/memory/trees/tree.js'
import type { Tree } from '../../dist/src/memory/trees/tree.js'
import { runs } from '../properties/runs.ts'
import { rank } from '../untyped.ts'
import { plainForest } from './plain-forest.ts'
import { plainShap } from './plain-shap.ts'
import { plainTree } from './plain-tree.ts'
import { plainTables, trainingOf } from './tree-tables.ts'
import type { TrainingRows } from '../../dist/src/memory/threads/model-rows.js'

const growth = fc.record({
  split: fc.constantFrom('gini' as const, 'entropy' as const),
  depth: fc.constantFrom(0, 0, 1, 3),
  leaf: fc.constantFrom(1, 1, 2, 5),
  gain: fc.constantFrom(0, 0.05),
})

/** For each row, column and output. */
function valuesOf(trees: readonly Tree[], { columns }: TrainingRows, rows: readonly number[]): number[][][] {
  const outputs = outputsOf(trees[0])
  const shap = new ShapValues(treeReader(columns))
  const found: number[][][] = []
  for (let first = 0; first < rows.length; first += 16) {
    const some = Int32Array.from(rows.slice(first, first + 16))
    const sums = new Float64Array(some.length * columns.length * outputs)
    for (const one of trees) shap.add(one, sizeOfTree(one, columns.length), some, sums)
    some.forEach((_, row) =>
      found.push(
        columns.map((_, column) => {
          const from = (row * columns.length + column) * outputs
          return [...sums.subarray(from, from + outputs)]
        }),
      ),
    )
  }
  return found
}

function expectNear(found: number, expected: number, tolerance = 1e-12): void {
  expect(Math.abs(found - expected)).toBeLessThan(tolerance * (1 + Math.abs(expected)))
}

describe('SHAP values', () => {
  it('of a tree are those over all sets of columns', () => {
    fc.assert(
      fc.property(plainTables(40), growth, (table, options) => {
        const training = trainingOf(table)
        const grown = treeModel.fit(training, { ...options, prune: 0 }, undefined as never, 0).trees!()
        const plain = plainTree(table, options)
        const rows = [...table.target.keys()]
        valuesOf(grown, training, rows).forEach((ofColumns, row) => {
          const expected = plainShap(plain, table.columns.length, row)
          ofColumns.forEach((outputs, column) =>
            outputs.forEach((value, output) => expectNear(value, expected[column][output])),
          )
        })
      }),
      { numRuns: runs(300) },
    )
  })

  it('of a forest are the mean of those of its trees, and importances the mean of their sizes', () => {
    const options = { split: 'gini' as const, depth: 0, leaf: 1, gain: 0, trees: 3, mtry: 0 }
    fc.assert(
      fc.property(plainTables(25), fc.integer({ min: 0, max: 99 }), (table, seed) => {
        const training = trainingOf(table)
        const own = { ...options, seed, importance: 'shap' as const }
        const trees = forest.fit(training, own, undefined as never, 0).trees!()
        const { columns, rows, weights } = training
        const found = shapJob.open(undefined as never, { columns, trees, rows, weights })({
          from: 0,
          to: rows.length,
        })
        const plain = plainForest(table, { ...options, seed })
        const width = Math.max(1, table.classes)
        const expected = columns.map(() => 0)
        for (const row of rows) {
          const each = plain.map(({ tree }) => plainShap(tree, columns.length, row))
          columns.forEach((_, column) => {
            for (let output = 0; output < width; output++) {
              const sum = each.reduce((total, of) => total + of[column][output], 0)
              expected[column] += (table.weights[row] * Math.abs(sum)) / width
            }
          })
        }
        expected.forEach((value, column) => expectNear(found[column], value))
      }),
      { numRuns: runs(60) },
    )
  })

  it('of deep trees of many columns sum to predictions, and are 0 for columns without a cut', () => {
    for (const classes of [0, 2, 4]) {
      let state = 17
      const next = () => (state = (state * 48271) % 2147483647) / 2147483647
      const list = <T>(make: () => T) => Array.from({ length: 400 }, make)
      const columns = [
        ...Array.from({ length: 30 }, () => list(() => (next() < 0.1 ? null : next()))),
        list(() => 'abcdefgh'[Math.floor(8 * next())]),
        list(() => 3),
      ]
      const table = {
        columns,
        target: list(() => (classes === 0 ? next() : Math.floor(classes * next()))),
        classes,
        weights: list(() => 1 + Math.floor(2 * next())),
        train: [...columns[0].keys()],
      }
      const training = trainingOf(table)
      const options = { split: 'gini' as const, depth: 0, leaf: 1, gain: 0, trees: 3, mtry: 2, seed: 1 }
      const part = forest.fit(training, { ...options, importance: 'shap' }, undefined as never, 0)
      const reader = treeReader(training.columns)
      for (const tree of part.trees!()) {
        expect(sizeOfTree(tree, columns.length).columns).toBeGreaterThan(8)
        valuesOf([tree], training, table.train).forEach((ofColumns, row) => {
          for (let output = 0; output < outputsOf(tree); output++) {
            const sum = ofColumns.reduce((total, outputs) => total + outputs[output], 0)
            const predicted = tree.values[leafOf(tree, reader, row) * tree.width + output]
            expectNear(sum + tree.values[output], predicted, 1e-11)
            expect(ofColumns[31][output]).toBe(0)
          }
        })
      }
    }
  })

  it('integrate polynomials exactly', () => {
    for (const count of [1, 2, 3, 7, 20, 100]) {
      const { points, weights } = gaussLegendre(count)
      for (let degree = 0; degree < 2 * count; degree++) {
        const sum = points.reduce((total, t, i) => total + weights[i] * t ** degree, 0)
        expectNear(sum, 1 / (degree + 1), 1e-13)
      }
    }
  })
})

describe('importance by SHAP values', () => {
  const four = { a: [0, 0, 1, 1], b: [0, 1, 0, 1] }
  const by = ['importance:learner=tree,kind=shap']
  const numbers = { target: 'y', task: 'regression' } as const

  it('of one cut is the mean distance from the mean', async () => {
    const { rankings } = await rank(tableFromColumns({ ...four, y: [3, 3, 13, 13] }), { ...numbers, by })
    expect(rankings[0].units).toBe('units of the target')
    // 5 for each row, above or below the mean of 8.
    expect(rankings[0].scores.map(({ feature, score }) => [feature, score])).toEqual([
      ['a', 5],
      ['b', 0],
    ])
  })

  it('parts an interaction by hand', async () => {
    // y = 4ab: v(∅) = 1, v(a) = 2a, v(b) = 2b. φ_a = (v(a) − 1)/2 + (y − v(b))/2: −1/2, −3/2, 1/2, 3/2; φ_b likewise.
    const { rankings } = await rank(tableFromColumns({ ...four, y: [0, 0, 0, 4] }), { ...numbers, by })
    for (const { score } of rankings[0].scores) expect(score).toBeCloseTo(1, 14)
  })

  it('of classes is the mean over them', async () => {
    // Shares of p, q, r: (1, 0, 0) or (0, ½, ½), in the mean (½, ¼, ¼): |φ| is ½, ¼, ¼ in each row.
    const table = tableFromColumns({ a: four.a, y: ['p', 'p', 'q', 'r'] })
    const { rankings } = await rank(table, { target: 'y', by })
    expect(rankings[0].units).toBe('probability')
    expect(rankings[0].scores[0].score).toBeCloseTo(1 / 3, 14)
  })

  const next = (
    (state) => () =>
      (state = (state * 48271) % 2147483647) / 2147483647
  )(5)
  const cause = Array.from({ length: 400 }, next)
  const columns = {
    cause,
    other: cause.map(() => next()),
    hole: cause.map((value) => (next() < 0.3 ? null : value + next())),
    level: cause.map((value) => 'abcd'[Math.floor(4 * next() * value)]),
    noise: cause.map(() => next()),
    weight: cause.map(() => Math.floor(3 * next())),
    y: cause.map((value) => (value + next() / 2 > 0.7 ? 'a' : 'b')),
  }
  const table = tableFromColumns(columns)
  const ofForest = 'forest-importance:kind=shap,trees=25'

  it('is the same on any number of threads, and by either name', async () => {
    const spec = { target: 'y', drop: ['weight'] } as const
    const forestBy = { method: 'forest-importance', options: { kind: 'shap', trees: 25 } } as const
    const one = await typedRank(table, { ...spec, by: [forestBy] }, { threads: 1 })
    const two = await typedRank(table, { ...spec, by: [forestBy] }, { threads: 2 })
    expect(two.rankings[0].scores).toEqual(one.rankings[0].scores)
    const named = await rank(table, { ...spec, by: ['importance:learner=forest,kind=shap,trees=25'] })
    expect(named.rankings[0].scores).toEqual(one.rankings[0].scores)
    expect(one.rankings[0].scores[0].feature).toBe('cause')
  })

  it('whole weights repeat rows', async () => {
    const repeated = Object.fromEntries(
      Object.entries(columns).map(([name, cells]) => [
        name,
        (cells as (number | string | null)[]).flatMap((cell, row) =>
          Array.from({ length: columns.weight[row] }, () => cell),
        ),
      ]),
    )
    for (const method of [ofForest, ...by]) {
      const one = await rank(table, { target: 'y', by: [method], weights: 'weight' })
      const other = await rank(tableFromColumns(repeated), { target: 'y', drop: ['weight'], by: [method] })
      const scores = new Map(other.rankings[0].scores.map(({ feature, score }) => [feature, score]))
      for (const { feature, score } of one.rankings[0].scores) expectNear(score!, scores.get(feature)!)
    }
  })

  it('of some rows is near that of all', async () => {
    const scoresOf = async (rows: number) => {
      const { rankings } = await rank(table, {
        target: 'y',
        drop: ['weight'],
        by: [`${ofForest},rows=${rows}`],
      })
      return new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
    }
    const [all, most, some] = [await scoresOf(0), await scoresOf(400), await scoresOf(100)]
    expect(most).toEqual(all)
    expect(some).not.toEqual(all)
    for (const [feature, score] of some) expect(score / all.get(feature)!).toBeGreaterThan(0.7)
    for (const [feature, score] of some) expect(score / all.get(feature)!).toBeLessThan(1.4)
  })
})
