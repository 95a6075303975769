import { tableFromColumns } from 'criba'
import { permutationImportance } from 'criba/methods'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { describe, expect, it } from 'vitest'
import { permutedRows } from '../../dist/src/core/statistics/permutation.js'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { isAboveNoise } from '../../dist/src/methods/criteria/families/permutation-growths.js'
import { isLong } from '../properties/runs.ts'
import { near } from '../laws/given.ts'
import { rank, select } from '../untyped.ts'
import { foldOfRows, plainLinear, plainNaiveBayes } from './plain.ts'
import { plainCorrelated } from './plain-correlated.ts'
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
// Numbers of more than eight values beside levels would be grouped.
const few = a.map((value) => Math.floor(value))
const dull = noise.map((value, row) => Math.floor(value / 2 + (row % 3 === 0 ? few[row] / 2 : 0)))
const columns = { a, colour, shade, noise, few, dull, y, label }
const table = tableFromColumns(columns)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

type Name = keyof typeof columns

/** The mean over folds of what a plain learner loses where a column is permuted among the rows held out. */
async function plainDrop(
  names: readonly Name[],
  column: Name,
  target: 'y' | 'label',
  donorsOf: (
    held: readonly number[],
    trial: number,
    repeat: number,
    train: readonly number[],
  ) => readonly number[],
  scoreOf: (features: readonly PlainCell[][], train: readonly number[], held: readonly number[]) => number,
): Promise<number> {
  const place = Object.keys(columns).indexOf(target)
  const foldOf = await foldOfRows(table, { folds: 3, seed: 5, number: 0, target: place })
  const drops: number[] = []
  for (const trial of [0, 1, 2]) {
    const held = rows.filter((row) => foldOf[row] === trial)
    const train = rows.filter((row) => foldOf[row] !== trial)
    for (let repeat = 0; repeat < 4; repeat++) {
      const donors = donorsOf(held, trial, repeat, train)
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
      const foldOf = await foldOfRows(table, {
        folds: 3,
        seed: 5,
        number: 0,
        target: Object.keys(columns).indexOf('y'),
      })
      const squares = [0, 1, 2].map((trial) => {
        const middle = mean(y.filter((_, row) => foldOf[row] !== trial))
        return y.reduce((sum, value, row) => sum + (foldOf[row] === trial ? (value - middle) ** 2 : 0), 0)
      })
      for (const name of names) {
        // R² is pooled: 1 − ΣSSE/ΣSST.
        const drop = await plainDrop(names, name, 'y', donorsByName(name), (features, train, held) => {
          const error = plainLinear(
            { features: features as never, target: y, weights, train, held },
            'mse',
            1,
          )
          return metric === 'mse' ? error : (-error * held.length) / mean(squares)
        })
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

  /** Rows take values from those in the same leaf of a plain tree that predicts the column from those correlated with it. */
  const donorsInCells =
    (names: readonly Name[], place: number) =>
    (held: readonly number[], trial: number, repeat: number, train: readonly number[]) => {
      const cells = names.map((name): PlainCell[] => [...columns[name]])
      const beside = plainCorrelated({ columns: cells, weights, train })[place].map((other) => cells[other])
      const levels = [...new Set(cells[place])].sort()
      const isLevels = typeof cells[place][0] === 'string'
      const target = isLevels ? cells[place].map((cell) => levels.indexOf(cell)) : (cells[place] as number[])
      const tree = plainTree(
        { columns: beside, target, classes: isLevels ? levels.length + 1 : 0, weights, train },
        { split: 'gini', depth: 0, leaf: (3 * train.length) / held.length, gain: 0 },
      )
      const random = seeded(`5/held-out/${trial}/${place}/${repeat}`)
      const donors = [...held]
      for (const leaf of new Set(held.map((row) => tree.leafOf(row)))) {
        const members = [...held.keys()].filter((i) => tree.leafOf(held[i]) === leaf)
        const order = [...members]
        for (let i = 0; i < order.length - 1; i++) {
          const other = uniformInt(random, i, order.length - 1)
          ;[order[i], order[other]] = [order[other], order[i]]
        }
        members.forEach((member, i) => (donors[member] = held[order[i]]))
      }
      return donors
    }

  it('within correlated columns moves values within the leaves of plain trees', async () => {
    const names = ['colour', 'shade', 'few', 'dull'] as const
    const codes = label.map((name) => ['high', 'low'].indexOf(name))
    const options = { split: 'gini', depth: 0, leaf: 3, gain: 0 } as const
    const given = { learner: 'tree', leaf: 3 }
    const found = await dropsOf(names, 'label', { ...given, within: 'correlated' })
    for (const [place, name] of names.entries()) {
      const donors = donorsInCells(names, place)
      const drop = await plainDrop(names, name, 'label', donors, (features, train, held) => {
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
    // Columns without a correlated one are permuted among all rows.
    const plain = await dropsOf(names, 'label', given)
    expect(found.get('colour')).toBe(plain.get('colour'))
    expect(found.get('shade')).not.toBe(plain.get('shade'))
  })

  it.each(isLong ? ['knn', 'forest'] : ['knn'])(
    'of a shadow is above 0 by %s, within correlated columns around 0',
    async (learner) => {
      const found = { all: [] as number[], correlated: [] as number[] }
      for (let seed = 0; seed < 24; seed++) {
        const normal = () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6)
        const cause = Array.from({ length: 120 }, normal)
        const shadow = cause.map((value) => 0.95 * value + Math.sqrt(1 - 0.95 ** 2) * normal())
        const table = tableFromColumns({ cause, shadow, y: cause.map((value) => value + normal() / 2) })
        for (const within of ['all', 'correlated'] as const) {
          const { rankings } = await rank(table, {
            target: 'y',
            by: [
              `permutation-importance:learner=${learner},within=${within},repeats=3,seed=${seed}${learner === 'forest' ? ',trees=10' : ''}`,
            ],
          })
          found[within].push(rankings[0].scores.find(({ feature }) => feature === 'shadow')!.score!)
        }
      }
      const t = (values: readonly number[]) => {
        const sd = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
        return mean(values) / (sd / Math.sqrt(values.length - 1))
      }
      expect(t(found.all)).toBeGreaterThan(10)
      // A quantile of t with 23 degrees of freedom at 1e-3.
      expect(Math.abs(t(found.correlated))).toBeLessThan(3.8)
      expect(mean(found.correlated)).toBeLessThan(mean(found.all) / 20)
    },
  )

  it('within correlated columns needs a learner that is fitted to rows', async () => {
    await expect(dropsOf(['a', 'noise'], 'y', { within: 'correlated' })).rejects.toThrow(
      /^invalid within: correlated \(linear learns from sums, not from rows; use learner logistic, .* or forest\)$/,
    )
  })

  it('chooses the columns above twice the standard deviation of the folds, without p-values', async () => {
    const { selected, steps, stopped, spec } = await select(table, {
      target: 'y',
      drop: ['label', 'few', 'dull', 'shade'],
      criterion: 'permutation-importance',
      evidence: false,
    })
    expect(spec.cut).toBe('chosen')
    expect(stopped).toBe('no other column is chosen')
    expect(selected).toEqual(['a', 'colour'])
    expect(steps.every(({ pValue }) => pValue === undefined)).toBe(true)
  })

  it('chooses few columns of noise, and none that is constant', async () => {
    const list = () => Array.from({ length: 60 }, () => next() + next() + next())
    const chosen: string[] = []
    for (let seed = 0; seed < 12; seed++) {
      const noises = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`noise${i}`, list()]))
      const { selected } = await select(
        tableFromColumns({ ...noises, flat: list().map(() => 1), y: list() }),
        {
          target: 'y',
          criterion: permutationImportance({ repeats: 3, seed }),
          keep: ['flat'],
          evidence: false,
        },
      )
      chosen.push(...selected.filter((name) => name !== 'flat'))
    }
    // Of 120 columns 3 % are expected at most: more than 10 of them are less likely than 1 in 1,000.
    expect(chosen.length).toBeLessThan(10)
  })

  it.each([
    [[1, 2, 3], false],
    [[1.01, 2, 2.99], true],
    [[-1, -2, -3.5], false],
    [[0, 0, 0], false],
    [[0.5, 0.5], true],
    [[0, 1], false],
  ])('a mean above twice the standard deviation: %o is %s', (values, expected) => {
    expect(isAboveNoise(values)).toBe(expected)
  })

  it.each(['linear', 'forest', 'tree', 'knn'])(
    'by %s: any number of threads, the same bits',
    async (learner) => {
      const by = [{ method: 'permutation-importance', options: { learner, folds: 3 } }]
      const spec = { target: 'y', drop: ['label', 'few', 'dull'], by }
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
