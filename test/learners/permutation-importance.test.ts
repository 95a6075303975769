import { permutationImportance, tableFromColumns } from 'criba'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../dist/src/kernel/random-stream.js'
import { permutedRows } from '../../dist/src/statistics/permutation.js'
import { near } from '../laws/given.ts'
import { rank } from '../untyped.ts'
import { foldOfRows, plainLinear, plainNaiveBayes } from './plain.ts'
import { plainTree } from './plain-tree.ts'
import type { PlainCell } from './plain-tree.ts'

const next = (
  (state) => () =>
    (state = (state * 48271) % 2147483647) / 2147483647
)(11)
const rows = Array.from({ length: 90 }, (_, row) => row)
const a = rows.map(() => Math.floor(next() * 40) / 8)
const colour = rows.map(() => 'rgb'[Math.floor(3 * next())])
const shade = rows.map((row) => (next() < 0.7 ? (a[row] > 2 ? 'dark' : 'light') : 'dark'))
const noise = rows.map(() => Math.floor(next() * 40) / 8)
const y = rows.map((row) => Math.round(8 * (a[row] + (colour[row] === 'g' ? 2 : 0) + 2 * next())) / 8)
const label = rows.map((row) => (y[row] > 4 ? 'high' : 'low'))
const columns = { a, colour, shade, noise, y, label }
const table = tableFromColumns(columns)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

type Name = keyof typeof columns

/** The mean over folds of what a plain learner loses where a column is permuted among the rows held out. */
async function plainDrop(
  names: readonly Name[],
  column: Name,
  target: 'y' | 'label',
  donorsOf: (held: readonly number[], trial: number, repeat: number) => readonly number[],
  scoreOf: (features: readonly PlainCell[][], train: readonly number[], held: readonly number[]) => number,
): Promise<number> {
  const place = Object.keys(columns).indexOf(target)
  const foldOf = await foldOfRows(table, { folds: 3, seed: 5, number: 0, target: place })
  const drops: number[] = []
  for (const trial of [0, 1, 2]) {
    const held = rows.filter((row) => foldOf[row] === trial)
    const train = rows.filter((row) => foldOf[row] !== trial)
    for (let repeat = 0; repeat < 4; repeat++) {
      const donors = donorsOf(held, trial, repeat)
      const permuted = names.map((name) => {
        const cells: PlainCell[] = [...columns[name]]
        if (name === column) held.forEach((row, i) => (cells[row] = columns[name][donors[i]]))
        return cells
      })
      const plain = names.map((name): PlainCell[] => [...columns[name]])
      drops.push(scoreOf(plain, train, held) - scoreOf(permuted, train, held))
    }
  }
  return mean(drops)
}

async function dropsOf(names: readonly Name[], target: 'y' | 'label', options: object) {
  const { rankings } = await rank(table, {
    target,
    ...(target === 'y' && { task: 'regression' }),
    drop: Object.keys(columns).filter((name) => name !== target && !names.includes(name as Name)),
    by: [{ method: 'permutation-importance', options: { folds: 3, repeats: 4, seed: 5, ...options } }],
  })
  return new Map(rankings[0].scores.map(({ feature, score }) => [feature as Name, score!]))
}

/** The rows whose values the held-out rows take, of a learner of statistics. */
const donorsByName = (name: string) => (held: readonly number[], _: number, number: number) => {
  const from = permutedRows({ seed: 5, number }, name, rows.length, Int32Array.from(held))
  return held.map((row) => from[row])
}

/** The same of a learner of rows. */
const donorsByPlace = (place: number) => (held: readonly number[], trial: number, repeat: number) => {
  const random = seeded(`5/held-out/${trial}/${place}/${repeat}`)
  const order = [...held]
  for (let i = 0; i < order.length - 1; i++) {
    const other = uniformInt(random, i, order.length - 1)
    ;[order[i], order[other]] = [order[other], order[i]]
  }
  return order
}

describe('permutation-importance', () => {
  const weights = rows.map(() => 1)

  it.each(['r2', 'mse'] as const)(
    'by linear is what refitted ridge regressions lose (%s)',
    async (metric) => {
      const names = ['a', 'colour', 'noise'] as const
      const found = await dropsOf(names, 'y', { learner: 'linear', metric })
      for (const name of names) {
        const drop = await plainDrop(names, name, 'y', donorsByName(name), (features, train, held) =>
          plainLinear({ features: features as never, target: y, weights, train, held }, metric, 1),
        )
        near(found.get(name)!, metric === 'mse' ? -drop : drop)
      }
    },
  )

  it('by naive-bayes is what counts taken anew lose', async () => {
    const names = ['colour', 'shade'] as const
    const found = await dropsOf(names, 'label', { learner: 'naive-bayes' })
    for (const name of names) {
      const drop = await plainDrop(names, name, 'label', donorsByName(name), (features, train, held) =>
        plainNaiveBayes({ features: features as never, target: label, weights, train, held }, 'accuracy', 1),
      )
      near(found.get(name)!, drop)
    }
  })

  it('by a tree is what plain trees lose', async () => {
    const names = ['a', 'colour', 'noise'] as const
    const codes = label.map((name) => ['high', 'low'].indexOf(name))
    const found = await dropsOf(names, 'label', { learner: 'tree', leaf: 3 })
    for (const [place, name] of names.entries()) {
      const drop = await plainDrop(names, name, 'label', donorsByPlace(place), (features, train, held) => {
        const options = { split: 'gini', depth: 0, leaf: 3, gain: 0 } as const
        const plain = [...names].map((one): PlainCell[] => [...columns[one]])
        const tree = plainTree({ columns: plain, target: codes, classes: 2, weights, train }, options)
        return mean(
          held.map((row) => {
            const [high, low] = tree.predict(row, (column) => features[column][row])
            return Number(codes[row] === (low > high ? 1 : 0))
          }),
        )
      })
      near(found.get(name)!, drop)
    }
  })

  it.each(['linear', 'forest', 'tree', 'knn'])(
    'by %s: any number of threads, the same bits',
    async (learner) => {
      const by = [{ method: 'permutation-importance', options: { learner, folds: 3 } }]
      const spec = { target: 'y', drop: ['label'], by }
      const one = await rank(table, spec, { threads: 1 })
      expect((await rank(table, spec, { threads: 4 })).rankings).toEqual(one.rankings)
      expect(one.rankings[0].scores[0].feature).toBe('a')
    },
  )

  it('of noise is centred on 0', async () => {
    const found: number[] = []
    for (let seed = 0; seed < 24; seed++) {
      const list = () => Array.from({ length: 80 }, next)
      const { rankings } = await rank(tableFromColumns({ x: list(), z: list(), y: list() }), {
        target: 'y',
        by: [permutationImportance({ learner: 'linear', repeats: 3, seed })],
      })
      found.push(rankings[0].scores.find(({ feature }) => feature === 'x')!.score!)
    }
    const sd = Math.sqrt(mean(found.map((value) => (value - mean(found)) ** 2)))
    // A quantile of t with 23 degrees of freedom at 1e-3.
    expect(Math.abs(mean(found)) / (sd / Math.sqrt(found.length - 1))).toBeLessThan(3.8)
  })
})
