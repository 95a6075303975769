import fc from 'fast-check'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { forest } from '../../dist/src/memory/models/forest.js'
import { runs } from '../properties/runs.ts'
import { rank } from '../untyped.ts'
import { plainCorrelated } from './plain-correlated.ts'
import { plainForest } from './plain-forest.ts'
import type { PlainForestOptions, PlainMember } from './plain-forest.ts'
import type { PlainTable } from './plain-tree.ts'
import { plainTables, trainingOf } from './tree-tables.ts'
import type { TrainingRows } from '../../dist/src/memory/threads/model-rows.js'

const options = fc.record({
  split: fc.constant('gini' as const),
  depth: fc.constantFrom(0, 0, 3),
  leaf: fc.constantFrom(1, 3),
  gain: fc.constant(0),
  trees: fc.constantFrom(1, 7),
  mtry: fc.integer({ min: 0, max: 6 }),
  seed: fc.integer({ min: 0, max: 99 }),
})

type Options = Parameters<typeof forest.fit>[1]

function importancesOf(training: TrainingRows, options: Options): number[] {
  const { parts, count } = forest.members!(options)
  const sums = Array.from({ length: parts }, (_, part) => [
    ...forest.fit(training, options, undefined as never, part).importances!(),
  ])
  return sums[0].map((_, i) => sums.reduce((sum, of) => sum + of[i], 0) / count)
}

/**
 * The mean loss of the copies of rows out of the bag after a column is permuted among those in the same cell, less that before.
 */
function plainLoss(
  { columns, target, classes }: PlainTable,
  { tree, outside, random }: PlainMember,
  correlated: readonly (readonly number[])[] | null,
): number[] {
  const losses = columns.map(() => 0)
  if (outside.length === 0) return losses
  const lossOf = (row: number, value: readonly number[]) =>
    classes > 0 ? Number(value.indexOf(Math.max(...value)) !== target[row]) : (target[row] - value[0]) ** 2
  const used = [...new Set(tree.divisions.map(({ column }) => column))].sort((a, b) => a - b)
  for (const column of used) {
    const cellOf = (row: number) =>
      (correlated?.[column] ?? [])
        .map((one) => {
          const cell = columns[one][row]
          const isNumber = columns[one].every((other) => typeof other !== 'string')
          const sides = tree.divisions.filter((of) => of.column === one).map(({ goesLeft }) => goesLeft(cell))
          return cell === null && isNumber && sides.length > 0 ? 'missing' : sides.join()
        })
        .join('/')
    const others = new Map<number, number>()
    if (!correlated?.[column].some((one) => used.includes(one))) {
      // The values of all rows are permuted, but only those of rows that pass a split of the column are looked at.
      const drawn = [...outside]
      let count = 0
      outside.forEach((row, copy) => {
        others.set(copy, row)
        if (!tree.passes(row, column)) return
        const other = uniformInt(random, count, drawn.length - 1)
        ;[drawn[count], drawn[other]] = [drawn[other], drawn[count]]
        others.set(copy, drawn[count++])
      })
    } else
      for (const cell of new Set(outside.map(cellOf))) {
        const members = [...outside.keys()].filter((copy) => cellOf(outside[copy]) === cell)
        const order = [...members]
        for (let i = 0; i < order.length - 1; i++) {
          const other = uniformInt(random, i, order.length - 1)
          ;[order[i], order[other]] = [order[other], order[i]]
        }
        members.forEach((copy, i) => others.set(copy, outside[order[i]]))
      }
    outside.forEach((row, copy) => {
      const after = tree.predict(row, (of) => columns[of][of === column ? others.get(copy)! : row])
      losses[column] += (lossOf(row, after) - lossOf(row, tree.predict(row))) / outside.length
    })
  }
  return losses
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('forest-importance', () => {
  it.each(['impurity', 'permutation', 'conditional'] as const)('%s is that of plain trees', (importance) => {
    fc.assert(
      fc.property(plainTables(25), options, (given, options: PlainForestOptions) => {
        // Numbers of more than eight values beside levels would be grouped.
        const table = {
          ...given,
          columns: given.columns.map((cells) =>
            cells.map((cell) => (typeof cell === 'number' ? Math.min(cell, 7 / 8) : cell)),
          ),
        }
        const found = importancesOf(trainingOf(table), { ...options, importance })
        const correlated = importance === 'conditional' ? plainCorrelated(table) : null
        const members = plainForest(table, options).map((member) =>
          importance === 'impurity' ? member.tree.importances : plainLoss(table, member, correlated),
        )
        found.forEach((value, i) => expect(value).toBeCloseTo(mean(members.map((of) => of[i])), 9))
      }),
      { numRuns: runs(120) },
    )
  })

  /** The importances of columns of noise of many and of few values, in tables and forests of several seeds. */
  async function ofNoise(kind: string, target: 'label' | 'y', seeds = 24): Promise<number[][]> {
    const found: number[][] = []
    for (let seed = 1; seed <= seeds; seed++) {
      let state = seed * 7919
      const next = () => (state = (state * 48271) % 2147483647) / 2147483647
      const list = <T>(make: () => T) => Array.from({ length: 40 }, make)
      const columns = {
        many: list(next),
        few: list(() => Math.floor(2 * next())),
        level: list(() => 'abcdefgh'[Math.floor(8 * next())]),
        y: list(next),
        label: list(() => (next() < 0.6 ? 'p' : 'q')),
      }
      const { rankings } = await rank(tableFromColumns(columns), {
        target,
        drop: [target === 'y' ? 'label' : 'y'],
        by: [{ method: 'forest-importance', options: { kind, trees: 10, seed } }],
      })
      const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
      found.push(['many', 'few', 'level'].map((name) => scores.get(name)!))
    }
    return found
  }

  it.each([
    ['debiased', 'label'],
    ['debiased', 'y'],
    ['permutation', 'label'],
    ['permutation', 'y'],
    ['conditional', 'label'],
  ] as const)('%s of noise is centred on 0 (%s)', async (kind, target) => {
    const found = await ofNoise(kind, target)
    for (const column of [0, 1, 2]) {
      const values = found.map((of) => of[column])
      const sd = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
      // A quantile of t with 23 degrees of freedom at 1e-4, for nine comparisons.
      expect(Math.abs(mean(values)) / (sd / Math.sqrt(values.length - 1))).toBeLessThan(4.6)
    }
  })

  it('impurity of noise is not', async () => {
    const found = await ofNoise('impurity', 'label', 6)
    for (const of of found) expect(of[0]).toBeGreaterThan(0.1)
  })

  const next = (
    (state) => () =>
      (state = (state * 48271) % 2147483647) / 2147483647
  )(3)
  const cause = Array.from({ length: 300 }, next)
  const table = {
    cause,
    shadow: cause.map((value) => value + next() / 3),
    hole: cause.map((value) => (next() < 0.3 ? null : value + next())),
    noise: cause.map(() => next()),
    weight: cause.map(() => Math.floor(3 * next())),
    y: cause.map((value) => (value + next() / 5 > 0.6 ? 'a' : 'b')),
  }

  it('whole weights repeat rows', async () => {
    const repeated = Object.fromEntries(
      Object.entries(table).map(([name, cells]) => [
        name,
        (cells as (number | string | null)[]).flatMap((cell, row) =>
          Array.from({ length: table.weight[row] }, () => cell),
        ),
      ]),
    )
    const by = ['forest-importance:kind=impurity,trees=20']
    const one = await rank(tableFromColumns(table), { target: 'y', by, weights: 'weight' })
    const other = await rank(tableFromColumns(repeated), { target: 'y', drop: ['weight'], by })
    expect(one.rankings[0].scores).toEqual(other.rankings[0].scores)
  })

  it.each(['debiased', 'impurity', 'permutation', 'conditional'])(
    '%s: any number of threads, the same bits; noise is last, and all rows count',
    async (kind) => {
      const spec = { target: 'y', drop: ['weight'], by: [`forest-importance:trees=60,kind=${kind}`] }
      const one = await rank(tableFromColumns(table), spec, { threads: 1 })
      const many = await rank(tableFromColumns(table), spec, { threads: 4 })
      expect(many.rankings).toEqual(one.rankings)
      const { scores } = one.rankings[0]
      expect(scores.at(-1)!.feature).toBe('noise')
      expect(scores.every(({ n }) => n === 300)).toBe(true)
    },
  )

  it('conditional credits a shadow with less than permutation does', async () => {
    const shareOf = async (kind: string) => {
      const by = [`forest-importance:trees=100,kind=${kind}`]
      const { rankings } = await rank(tableFromColumns(table), { target: 'y', drop: ['weight'], by })
      const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
      return scores.get('shadow')! / scores.get('cause')!
    }
    expect(await shareOf('conditional')).toBeLessThan(await shareOf('permutation'))
  })
})
