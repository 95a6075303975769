import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { rank } from '../untyped.ts'

const rows = 121
const random = randomOf(5)
const normal = () => random() + random() + random() - 1.5
const a = Array.from({ length: rows }, normal)
const b = Array.from({ length: rows }, normal)
const label = a.map((value, row) => (value + b[row] / 2 + normal() > 0 ? 'yes' : 'no'))

const pathOf = async (columns: Record<string, readonly (number | string | null)[]>, by: string) => {
  const { rankings } = await rank(tableFromColumns(columns), { target: 'label', by: [by], minRows: 0 })
  return rankings[0]
}

describe('a path of classes', () => {
  it('takes columns that differ by rounding for copies, which share their weight', async () => {
    for (const apart of [0, 1e-9, 1e-7]) {
      const near = a.map((value) => 3 - 2 * (value + apart * normal()))
      const { scores, path } = await pathOf({ a, near, b, label }, 'lasso:choose=bic,penalties=30')
      const scoreOf = (name: string) => scores.find(({ feature }) => feature === name)!.score
      expect(scoreOf('near')).toBe(scoreOf('a'))
      expect(Number(scoreOf('a'))).toBeGreaterThan(Number(scoreOf('b')))
      expect(path!.gap).toBeLessThan(1e-9)
    }
  })

  it('does not share the weight of columns that differ more', async () => {
    const near = a.map((value) => value + 1e-5 * normal())
    const { scores } = await pathOf({ a, near, b, label }, 'lasso:choose=bic,penalties=30')
    expect(scores.filter(({ score }) => score === 0)).toHaveLength(1)
  })

  it('ends at its optimum with many classes, and no column has weights of all', async () => {
    const classes = a.map((_, row) => `c${row % 12}`)
    const shifted = a.map((value, row) => value + (row % 12))
    const { path } = await pathOf({ shifted, b, label: classes }, 'lasso:choose=bic,penalties=20')
    expect(path!.gap).toBeLessThan(1e-8)
    const ofShifted = path!.coefficients
      .filter(({ feature }) => feature === 'shifted')
      .map(({ coefficients }) => coefficients.at(-1)!)
    expect(ofShifted).toHaveLength(12)
    // Moving all classes alike changes no probability: the sum of sizes is least where their median is 0.
    expect(ofShifted.filter((weight) => weight > 0).length).toBeLessThanOrEqual(6)
    expect(ofShifted.filter((weight) => weight < 0).length).toBeLessThanOrEqual(6)
    expect(ofShifted).toContain(0)
  })

  it('of an even number of classes has the same weights whatever the penalties before', async () => {
    for (let table = 0; table < 3; table++) {
      const uniform = Array.from({ length: 3 }, () => Array.from({ length: 60 }, () => random() - 0.5))
      const signs = uniform[0].map((_, row) => uniform.reduce((sum, x) => sum + Math.sign(x[row]), 0))
      const classes = signs.map(
        (sum) => `c${Math.max(0, Math.min(3, Math.floor(sum / 2 + 2 * random() + 1)))}`,
      )
      const [p, q, r] = uniform
      for (const method of ['group-lasso', 'sparse-logistic']) {
        const [coarse, fine] = await Promise.all(
          [11, 21].map((penalties) =>
            pathOf({ p, q, r, label: classes }, `${method}:penalties=${penalties},choose=bic,least=0.01`),
          ),
        )
        for (const { feature, class: of, coefficients } of coarse.path!.coefficients) {
          const twin = fine.path!.coefficients.find(
            (other) => other.feature === feature && other.class === of,
          )!
          coefficients.forEach((weight, penalty) =>
            expect(weight).toBeCloseTo(twin.coefficients[2 * penalty], 4),
          )
        }
      }
    }
  })

  it('reaches its optimum on more rows, levels among the columns', async () => {
    const many = 1200
    const numbers = Array.from({ length: 6 }, () => Array.from({ length: many }, normal))
    const level = numbers[0].map(() => 'abcde'[Math.floor(5 * random() ** 2)])
    const rare = level.map((one, row) => (row % 300 === 0 ? null : one === 'a' ? 'b' : 'c'))
    const classes = numbers[0].map((value, row) => {
      const sums = [value, numbers[1][row], numbers[2][row] + Number(level[row] === 'a'), normal()]
      return `c${sums.indexOf(Math.max(...sums))}`
    })
    const columns = Object.fromEntries(numbers.map((values, i) => [`x${i}`, values]))
    const { path } = await pathOf({ ...columns, level, rare, label: classes }, 'lasso:choose=bic')
    // The bound that is asked for, as a share of the loss without columns.
    expect(path!.gap).toBeLessThanOrEqual(1e-10)
  })

  it('says where the complete rows are of one class', async () => {
    const gaps = a.map((value, row) => (label[row] === 'yes' ? value : null))
    const { scores } = await pathOf({ gaps, b, label }, 'lasso:choose=bic')
    for (const { score, why } of scores) {
      expect(score).toBe(0)
      expect(why).toBe('only one class has rows')
    }
  })

  it('refuses a target that names nearly each row, and takes one of two rows a class', async () => {
    const named = (each: number) =>
      tableFromColumns({
        y: Array.from({ length: 22 }, (_, row) => `name ${Math.floor(row / each)}`),
        x: Array.from({ length: 22 }, (_, row) => (row * 7) % 13),
      })
    await expect(rank(named(1), { target: 'y', by: ['lasso'] })).rejects.toThrow(
      'unsuitable target for a path: 22 classes in 22 rows (needs two rows a class on average',
    )
    const { rankings } = await rank(named(2), { target: 'y', by: ['lasso:choose=bic'] })
    expect(rankings[0].scores).toHaveLength(1)
  })

  it('refuses more folds than rows before it fits any', async () => {
    await expect(pathOf({ a, b, label }, 'lasso:folds=300')).rejects.toThrow(
      'too few rows for a path: 121 complete in the target and a, b (needs one for each of 300 folds)',
    )
  })
})

describe('weights', () => {
  it('that are too great are refused on both sources, unless they are sampling weights', async () => {
    const w = a.map((_, row) => 1e200 * (1 + (row % 3)))
    const table = tableFromColumns({ a, label, w })
    const source = await duckSourceOf(table)
    const message =
      'invalid weight in column w, row 1: 1e+200 (needs at most 9007199254740991; weights that are relative are sampling weights)'
    for (const data of [table, source]) {
      await expect(rank(data, { target: 'label', weights: 'w', by: ['mutual-information'] })).rejects.toThrow(
        message,
      )
      const spec = { target: 'label', samplingWeights: 'w', by: ['anova-f'], minRows: 0 }
      expect((await rank(data, spec)).rankings[0].scores).toHaveLength(1)
    }
    source.close()
  })

  it('is the same bit for bit on any number of threads, which keep the training sets of folds', async () => {
    const columns = Object.fromEntries(
      Array.from({ length: 24 }, (_, i) => [`x${i}`, Array.from({ length: 240 }, normal)]),
    )
    const classes = columns['x0'].map((value, row) => `c${Math.round(Math.abs(value + columns['x1'][row]))}`)
    const table = tableFromColumns({ ...columns, label: classes })
    const of = async (threads: number) => {
      const { rankings } = await rank(table, { target: 'label', by: ['lasso:penalties=20'] }, { threads })
      return JSON.stringify(rankings)
    }
    const alone = await of(1)
    expect(await of(2)).toBe(alone)
    expect(await of(3)).toBe(alone)
  })
})
