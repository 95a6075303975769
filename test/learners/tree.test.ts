import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tree } from '../../dist/src/memory/models/tree.js'
import { shapJob } from '../../dist/src/memory/models/shap-job.js'
import { runs } from '../properties/runs.ts'
import { plainTree } from './plain-tree.ts'
import type { PlainTable } from './plain-tree.ts'
import { plainTables, trainingOf } from './tree-tables.ts'
import type { TrainingRows } from '../../dist/src/memory/threads/model-rows.js'

const growth = fc.record({
  split: fc.constantFrom('gini' as const, 'entropy' as const, 'gain-ratio' as const),
  depth: fc.constantFrom(0, 0, 1, 3),
  leaf: fc.constantFrom(1, 1, 2, 5),
  gain: fc.constantFrom(0, 0, 0.05),
})

function predictionsOf(training: TrainingRows, options: Parameters<typeof tree.fit>[1], rows: number) {
  const all = Int32Array.from({ length: rows }, (_, row) => row)
  const fitted = tree.fit(training, options, undefined as never, 0)
  return { predicted: [...fitted.predict(all)], importances: [...fitted.importances!()] }
}

/** The mean |SHAP value| of each column over the training rows. */
function meanShap(training: TrainingRows, options: Parameters<typeof tree.fit>[1]): number[] {
  const { columns, rows, weights } = training
  const trees = tree.fit(training, options, undefined as never, 0).trees!()
  const work = shapJob.open(undefined as never, { columns, trees, rows, weights })
  return [...work({ from: 0, to: rows.length })].map((sum) => sum / rows.length)
}

function expectSame(table: PlainTable, options: Parameters<typeof plainTree>[1]): void {
  const rows = table.target.length
  const { predicted, importances } = predictionsOf(trainingOf(table), { ...options, prune: 0 }, rows)
  const plain = plainTree(table, options)
  // The same bits.
  expect(predicted).toEqual(table.target.flatMap((_, row) => plain.predict(row)))
  plain.importances.forEach((expected, i) => expect(importances[i]).toBeCloseTo(expected, 10))
}

describe('a tree', () => {
  it('is that of trying every column, cut and side of every node', () => {
    fc.assert(
      fc.property(plainTables(40), growth, (table, options) => expectSame(table, options)),
      { numRuns: runs(600) },
    )
  })

  it('is the same whatever the unit of the weights', () => {
    fc.assert(
      fc.property(plainTables(40), growth, (table, given) => {
        const options = { ...given, split: 'gini' as const, prune: 0 }
        const rows = table.target.length
        const fractions = { ...table, weights: table.weights.map((weight) => weight / 4) }
        const { predicted } = predictionsOf(trainingOf(fractions), { ...options, leaf: given.leaf / 4 }, rows)
        expect(predicted).toEqual(predictionsOf(trainingOf(table), options, rows).predicted)
      }),
      { numRuns: runs(200) },
    )
  })

  it('divides a node whose split takes away just the least share, however that is rounded', () => {
    // Σ (y − ȳ)² is 2/3 of all rows and 1/2 of the right side: a quarter is taken away, computed as 0.24999999999999997.
    const rows = { columns: [[0, 1, 1]], target: [0, 1, 0], classes: 0, weights: [1, 1, 1], train: [0, 1, 2] }
    const predict = (gain: number) =>
      predictionsOf(trainingOf(rows), { split: 'gini', depth: 0, leaf: 1, prune: 0, gain }, 3).predicted
    expect(predict(0.25)).toEqual([0, 0.5, 0.5])
    expect(new Set(predict(0.2501)).size).toBe(1)
  })

  it('cuts columns of many values into 256 bins, and finds the same by subtraction as by counting', () => {
    const [seeds] = [fc.sample(fc.integer({ min: 1, max: 1 << 30 }), { numRuns: 1, seed: 5 })]
    for (const seed of seeds) {
      let state = seed
      const next = () => (state = (state * 48271) % 2147483647) / 2147483647
      const rows = 1200
      const x = Array.from({ length: rows }, () => Math.floor(next() * 4000) / 8)
      const few = x.map((value) => (next() < 0.2 ? null : Math.floor(value / 50)))
      const level = x.map((value) => (next() < 0.1 ? null : 'abcdefghij'[Math.floor(value / 51)]))
      for (const classes of [0, 2, 3]) {
        const target = x.map((value) =>
          classes === 0
            ? Math.floor(value / 4 + next() * 100) / 4
            : Math.floor((value / 500) * classes * 0.6 + next() * 0.4 * classes),
        )
        const table = {
          columns: [x, few, level],
          target,
          classes,
          weights: x.map(() => 1),
          train: [...x.keys()],
        }
        expectSame(table, { split: 'gini', depth: 3, leaf: 1, gain: 0 })
      }
    }
  })
})

interface Truth {
  readonly datasets: Record<
    string,
    {
      readonly columns: Record<string, number[]>
      readonly target: (string | number)[]
      readonly train: number[]
    }
  >
  readonly cases: readonly {
    readonly dataset: string
    readonly split: 'gini' | 'entropy'
    readonly depth: number
    readonly leaf: number
    readonly prune: number
    readonly value: readonly (string | number)[]
    readonly importances?: readonly number[]
    readonly shap?: readonly number[]
  }[]
}

describe('a tree beside that of scikit-learn', () => {
  const truth = JSON.parse(readFileSync(new URL('../truth/trees.json', import.meta.url), 'utf8')) as Truth
  const titled = truth.cases.map((one) => {
    const { dataset, split, depth, leaf, prune } = one
    return [`${dataset} ${split} depth ${depth} leaf ${leaf} prune ${prune}`, one] as const
  })

  it.each(titled)('%s', (_, { dataset, value, importances: theirs, shap, ...options }) => {
    const { columns, target, train } = truth.datasets[dataset]
    const isNumbers = typeof target[0] === 'number'
    const names = [...new Set(target)].sort()
    const table: PlainTable = {
      columns: Object.values(columns),
      target: isNumbers ? (target as number[]) : target.map((name) => names.indexOf(name)),
      classes: isNumbers ? 0 : names.length,
      weights: target.map(() => 1),
      train: [...train.keys()].filter((row) => train[row] === 1),
    }
    const { predicted, importances } = predictionsOf(
      trainingOf(table),
      { ...options, gain: 0 },
      target.length,
    )
    value.forEach((expected, row) => {
      if (typeof expected === 'number') {
        expect(predicted[row]).toBeCloseTo(expected, 9)
        return
      }
      const shares = predicted.slice(row * names.length, (row + 1) * names.length)
      expect(names[shares.indexOf(Math.max(...shares))]).toBe(expected)
    })
    const all = importances.reduce((sum, share) => sum + share, 0)
    theirs?.forEach((expected, i) => expect(importances[i] / all).toBeCloseTo(expected, 9))
    if (shap) {
      const found = meanShap(trainingOf(table), { ...options, gain: 0 })
      shap.forEach((expected, i) => expect(Math.abs(found[i] - expected)).toBeLessThan(1e-9 * (1 + expected)))
    }
  })
})
