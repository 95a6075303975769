import { planRank, tableFromColumns } from 'criba'
import { elasticNet, lasso } from 'criba/methods'
import type { PenaltyPath } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { rank, select } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'
import { sum } from '../twins/plain.ts'
import { orthonormal, plainElasticNet } from './plain-elastic-net.ts'

const diabetes = await readTable('examples/diabetes.csv')
const ofDiabetes = { target: 'progression', types: { sex: 'numeric' } } as const

async function pathOf(table: Parameters<typeof rank>[0], spec: RankSpec, run = {}): Promise<PenaltyPath> {
  return (await rank(table, spec, run)).rankings[0].path!
}

/** The coefficients at the last penalty, by feature. */
function lastOf({ coefficients, penalties }: PenaltyPath): Record<string, number> {
  return Object.fromEntries(
    coefficients.map(({ feature, coefficients }) => [feature, coefficients[penalties.length - 1]]),
  )
}

describe('lasso on the diabetes data', () => {
  it('enters columns in the order that Efron, Hastie, Johnstone and Tibshirani (2004) print', async () => {
    const { rankings } = await rank(diabetes, {
      ...ofDiabetes,
      by: [lasso({ penalties: 1000, choose: 'bic' })],
    })
    const order = rankings[0].scores.map(({ feature }) => feature)
    // 3, 9, 4, 7, 2, 10, 5, 8, 6, 1.
    expect(order).toEqual(['bmi', 's5', 'bp', 's3', 'sex', 's6', 's1', 's4', 's2', 'age'])
  })

  it('has the coefficients of scikit-learn', async () => {
    // enet_path(Z, y − ȳ, tol=1e-14) divided by the standard deviations; Z has standard deviation 1 over n.
    const expected = [
      [1, 20, [0, 0, 4.086672885, 0.06463712316, 0, 0, 0, 0, 29.08859389, 0]],
      [1, 5, [0, -4.319490234, 5.487192717, 0.7478122216, 0, 0, -0.5439189616, 0, 40.68471416, 0]],
      [
        1,
        0.5,
        [
          0, -20.616219, 5.661605879, 1.061784035, -0.2249159733, 0, -0.6526674192, 2.562020724, 47.82500752,
          0.2531443495,
        ],
      ],
      [
        0.3,
        20,
        [
          0.0300534774, 0, 0.5383319681, 0.119461984, 0.01293498119, 0.008006440526, -0.1075309883,
          1.153997915, 4.264092934, 0.1132997353,
        ],
      ],
      [
        0.3,
        0.5,
        [
          0.04591369467, -14.28370516, 4.480339764, 0.8989500154, -0.0324679076, -0.1046672171, -0.6717933934,
          4.343618667, 32.61551144, 0.434867329,
        ],
      ],
    ] as const
    const names = diabetes.columns.map(({ name }) => name).filter((name) => name !== 'progression')
    for (const [ratio, penalty, coefficients] of expected) {
      const least = (penalty * ratio) / 45.16003002046289
      const by = [elasticNet({ ratio, penalties: 2, least, choose: 'bic' })]
      const path = await pathOf(diabetes, { ...ofDiabetes, by })
      expect(path.penalties[1]).toBeCloseTo(penalty, 10)
      const found = lastOf(path)
      names.forEach((name, i) => {
        const value = found[name] ?? 0
        expect(Math.abs(value - coefficients[i]), name).toBeLessThan(
          1e-7 * Math.max(1, Math.abs(coefficients[i])),
        )
      })
    }
  })

  it('chooses the columns of one standard error, of the least error, and of BIC', async () => {
    const chosenBy = async (choose: 'one-error' | 'min' | 'bic') => {
      const result = await select(diabetes, { ...ofDiabetes, criterion: lasso({ choose }), evidence: false })
      const { chosen, heldOut, bic, coefficients } = result.path!
      expect(new Set(result.selected)).toEqual(
        new Set(
          coefficients.filter((one) => one.coefficients[chosen.place] !== 0).map(({ feature }) => feature),
        ),
      )
      return { ...result, chosen, heldOut, bic }
    }
    const [one, least, bic] = [await chosenBy('one-error'), await chosenBy('min'), await chosenBy('bic')]
    const { mean, error } = least.heldOut!
    const best = mean.indexOf(Math.min(...mean))
    expect(least.chosen.place).toBe(best)
    expect(one.chosen.place).toBe(mean.findIndex((value) => value <= mean[best] + error[best]))
    expect(one.selected.length).toBeLessThan(least.selected.length)
    expect(bic.heldOut).toBeUndefined()
    const bics = bic.bic.map(Number)
    expect(bic.chosen.place).toBe(bics.indexOf(Math.min(...bics)))
  })
})

describe('an orthogonal design', () => {
  it('has the soft threshold of each column alone', async () => {
    // Rows of a Hadamard matrix.
    const signs = (bit: number) => Array.from({ length: 16 }, (_, row) => ((row >> bit) & 1 ? 1 : -1))
    const columns = Array.from({ length: 4 }, (_, bit) => signs(bit))
    const products = [3, -2, 0.5, 0.1]
    const y = Array.from(
      { length: 16 },
      (_, row) => 7 + columns.reduce((sum, x, i) => sum + products[i] * x[row], 0),
    )
    const table = tableFromColumns({ ...Object.fromEntries(columns.map((x, i) => [`x${i}`, x])), y })
    for (const [ratio, least] of [
      [1, 0.2],
      [0.4, 0.3],
      [0.4, 0.01],
    ]) {
      const spec = {
        target: 'y',
        task: 'regression',
        by: [elasticNet({ ratio, penalties: 2, least, choose: 'bic' })],
      } as const
      const path = await pathOf(table, spec)
      const penalty = (3 / ratio) * least
      expect(path.penalties[1]).toBeCloseTo(penalty, 12)
      const found = lastOf(path)
      products.forEach((c, i) => {
        const soft = (Math.sign(c) * Math.max(0, Math.abs(c) - penalty * ratio)) / (1 + penalty * (1 - ratio))
        expect(found[`x${i}`] ?? 0).toBeCloseTo(soft, 10)
      })
      expect(path.intercepts[1]).toBeCloseTo(7, 10)
    }
  })
})

/** Numbers, a categorical column, a constant, and a target that depends on some of them. */
function mixed(seed: number, rows: number) {
  const random = randomOf(seed)
  const numbers = Array.from({ length: 5 }, () => Array.from({ length: rows }, () => random() * 4 - 2))
  const names = Array.from({ length: rows }, () => 'abcd'[Math.floor(random() * 4)])
  const effect: Record<string, number> = { a: 0, b: 1, c: -1, d: 0.2 }
  const y = names.map((name, row) => 3 * numbers[0][row] - numbers[1][row] + 2 * effect[name] + random())
  const columns = {
    ...Object.fromEntries(numbers.map((x, i) => [`x${i}`, x])),
    names,
    constant: y.map(() => 4),
    y,
  }
  return { numbers, names, y, columns }
}

describe.each([1, 0.5])('a path of numbers and levels, ratio %s', (ratio) => {
  const { numbers, names, y, columns } = mixed(3, 60)
  const levels = [...new Set(names)].sort().map((level) => names.map((name) => Number(name === level)))
  const by = [elasticNet({ ratio, penalties: 12, choose: 'bic' })]

  it.each([
    ['rows that count once', y.map(() => 1)],
    ['rows that count up to three times', y.map((_, row) => row % 4)],
  ])('is that of coordinate descent over the rows, with %s', async (_, weights) => {
    const table = tableFromColumns({ ...columns, weights })
    const path = await pathOf(table, { target: 'y', weights: 'weights', by })
    const variance = sum(y.map((one, row) => weights[row] * one * one)) / sum(weights)
    const blocks = [...numbers.map((x) => orthonormal([x], weights)), orthonormal(levels, weights)]
    path.penalties.forEach((penalty, step) => {
      const { predictions, theta } = plainElasticNet(blocks, y, weights, { penalty, ratio })
      const squares = y.map((_, row) => {
        const predicted = path.coefficients.reduce((sum, { feature, level, coefficients }) => {
          const value =
            level === undefined
              ? (columns as Record<string, readonly unknown[]>)[feature][row]
              : names[row] === level
          return sum + coefficients[step] * Number(value)
        }, Number(path.intercepts[step]))
        return weights[row] * (predicted - predictions[row]) ** 2
      })
      // A gap of 1e-12 of the variance bounds half the mean square of the differences, as a share of it.
      expect(sum(squares) / sum(weights)).toBeLessThan(2.1e-12 * variance)
      const isIn = (feature: string) =>
        path.coefficients.some((one) => one.feature === feature && one.coefficients[step] !== 0)
      const used = theta.map((own) => own.some((weight) => Math.abs(weight) > 1e-7))
      if (step > 0) expect([...numbers.map((_, i) => isIn(`x${i}`)), isIn('names')]).toEqual(used)
    })
    expect(path.gap).toBeLessThan(1e-12)
  })

  it('gives a constant column 0, copies the same, and the levels of a column a mean of 0', async () => {
    const table = tableFromColumns({ ...columns, copy: numbers[0], mirror: numbers[0].map((x) => -x) })
    const { rankings } = await rank(table, { target: 'y', by })
    const byName = new Map(rankings[0].scores.map((one) => [one.feature, one]))
    expect(byName.get('constant')!.score).toBe(0)
    expect(byName.get('copy')!.rank).toBe(byName.get('x0')!.rank)
    const path = rankings[0].path!
    const [own, copy, mirror] = ['x0', 'copy', 'mirror'].map(
      (name) => path.coefficients.find(({ feature }) => feature === name)!.coefficients,
    )
    own.forEach((weight, step) => {
      expect(copy[step]).toBeCloseTo(weight, 9)
      expect(mirror[step]).toBeCloseTo(-weight, 9)
    })
    const ofLevels = path.coefficients.filter(({ feature }) => feature === 'names')
    expect(ofLevels).toHaveLength(4)
    path.penalties.forEach((_, step) => {
      const mean = names.reduce(
        (sum, name) => sum + ofLevels.find(({ level }) => level === name)!.coefficients[step],
        0,
      )
      expect(mean).toBeCloseTo(0, 8)
    })
  })
})

describe('the folds of a path', () => {
  it('have the errors of fits on their training rows', async () => {
    const rows = 60
    const { numbers, y } = mixed(5, rows)
    const time = y.map((_, row) => row)
    const table = tableFromColumns({ ...Object.fromEntries(numbers.map((x, i) => [`x${i}`, x])), time, y })
    // In time the folds are the third to the last fifth of the rows, each predicted from all before it.
    const criterion = lasso({ penalties: 8, folds: 4 })
    const { path } = await select(table, { target: 'y', time: 'time', criterion, evidence: false })
    const once = y.map(() => 1)
    const [at, errors] = [
      (of: readonly number[], from: number, to: number) => of.slice(from, to),
      [] as number[][],
    ]
    for (let fold = 1; fold <= 4; fold++) {
      const [from, to] = [(fold * rows) / 5, ((fold + 1) * rows) / 5]
      const train = numbers.map((x) => at(x, 0, from))
      const weights = at(once, 0, from)
      errors.push(
        path!.penalties.map((penalty) => {
          const { theta } = plainElasticNet(
            train.map((x) => orthonormal([x], weights)),
            at(y, 0, from),
            weights,
            { penalty, ratio: 1 },
          )
          const means = train.map((x) => x.reduce((a, b) => a + b, 0) / from)
          const sizes = train.map((x, i) =>
            Math.sqrt(x.reduce((sum, one) => sum + (one - means[i]) ** 2, 0) / from),
          )
          const mean = at(y, 0, from).reduce((a, b) => a + b, 0) / from
          let squares = 0
          for (let row = from; row < to; row++) {
            const predicted = theta.reduce(
              (sum, [w], i) => sum + (w / sizes[i]) * (numbers[i][row] - means[i]),
              mean,
            )
            squares += (y[row] - predicted) ** 2
          }
          return squares / (to - from)
        }),
      )
    }
    path!.penalties.forEach((_, step) => {
      const own = errors.map((of) => of[step])
      const mean = own.reduce((a, b) => a + b, 0) / 4
      const error = Math.sqrt(own.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 4 / 3)
      expect(path!.heldOut!.mean[step] / mean).toBeCloseTo(1, 4)
      expect(path!.heldOut!.error[step] / error).toBeCloseTo(1, 3)
    })
  })
})

describe('a path', () => {
  const spec = { ...ofDiabetes, by: ['lasso'] } as const

  it('is the same bit for bit on any number of threads, and nearly so in DuckDB', async () => {
    const random = randomOf(8)
    const columns = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`x${i}`, Array.from({ length: 60 }, random)]),
    )
    const y = columns.x1.map((x, row) => x + columns.x2[row] + random())
    const table = tableFromColumns({ ...columns, y })
    const ofTable = { target: 'y', by: ['lasso:folds=3', 'elastic-net:ratio=0.2,folds=3'] }
    const { rankings } = await rank(table, ofTable, { threads: 1 })
    expect((await rank(table, ofTable, { threads: 2 })).rankings).toEqual(rankings)
    const duckdb = await duckSourceOf(table)
    const inDuckdb = await rank(duckdb, ofTable)
    rankings.forEach(({ scores }, i) => {
      const other = new Map(inDuckdb.rankings[i].scores.map(({ feature, score }) => [feature, score!]))
      for (const { feature, score } of scores) expect(other.get(feature)! / score! || 1).toBeCloseTo(1, 9)
    })
    expect(duckdb.work.kernels['followPath']).toBeGreaterThan(0)
    expect(duckdb.work.kernels['turnPath']).toBeGreaterThan(0)
    duckdb.close()
  })

  it('reads no rows: moments are enough', async () => {
    const duckdb = await duckSourceOf(diabetes)
    const { plan } = await planRank(duckdb, { ...ofDiabetes, by: ['lasso:choose=bic'] })
    expect(plan.map(({ request }) => request)).toEqual(['moments'])
    duckdb.close()
  })

  it('takes more columns than rows, and rows without a value leave', async () => {
    const random = randomOf(2)
    const wide = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`x${i}`, Array.from({ length: 20 }, random)]),
    )
    const y = wide.x0.map((x) => 5 * x + random() / 10)
    const gaps: (number | null)[] = [...wide.x3]
    gaps[4] = null
    const { rankings, warnings } = await rank(tableFromColumns({ ...wide, x3: gaps, y }), {
      target: 'y',
      task: 'regression',
      by: ['lasso'],
    })
    expect(rankings[0].scores[0]).toMatchObject({ feature: 'x0', n: 19 })
    expect(rankings[0].path!.gap).toBeLessThan(1e-6)
    expect(warnings.map(({ message }) => message).join()).toContain(
      'only the rows complete in all columns: 19',
    )
  })

  it('prefilters by the columns that it chooses', async () => {
    const chosen = await select(diabetes, { ...ofDiabetes, criterion: lasso(), evidence: false })
    const { prefilter } = await select(diabetes, {
      ...ofDiabetes,
      criterion: 'jmi',
      k: 2,
      prefilter: 'lasso',
      evidence: false,
    })
    expect(prefilter).toEqual({ method: 'lasso', cut: 'chosen', features: chosen.selected.length })
  })

  it.each([
    [
      'too few rows for a path: 3 complete in the target and x (needs one for each of 5 folds)',
      { y: [1, 2.5, 3], x: [1, 2, 2] },
      {},
    ],
    [
      'unsuitable columns for a path: x (values too large, or too close together, to square: rescale them)',
      { y: [1, 2.5, 3, 4, 5, 6], x: [1e200, 2e200, 0, 1, 2, 3] },
      {},
    ],
  ])('says: %s', async (message, columns, more) => {
    await expect(
      rank(tableFromColumns(columns), { target: 'y', task: 'regression', by: ['lasso'], ...more }),
    ).rejects.toThrow(message)
  })

  it.each(['fused-lasso', 'bridge', 'adaptive-lasso'] as const)(
    'refuses a target of classes: %s',
    async (method) => {
      const table = tableFromColumns({ y: ['a', 'b', 'a', 'b', 'a', 'b'], x: [1, 2, 3, 4, 5, 6] })
      await expect(rank(table, { target: 'y', by: [method] })).rejects.toThrow(
        `unsuitable target for ${method}: y is categorical (needs numbers`,
      )
    },
  )

  it('refuses the cut of a method that chooses no columns, and more columns than it can hold', async () => {
    await expect(select(diabetes, { ...ofDiabetes, criterion: 'pearson', cut: 'chosen' })).rejects.toThrow(
      'invalid cut: chosen (pearson chooses no columns; use top, share, above or fdr)',
    )
    const zeros = Object.fromEntries(Array.from({ length: 1537 }, (_, i) => [`x${i}`, [1, 2, 3, 5, 8, 13]]))
    await expect(
      rank(tableFromColumns({ ...zeros, y: [1, 2, 3, 4, 5, 6.5] }), {
        target: 'y',
        task: 'regression',

        by: ['lasso'],
      }),
    ).rejects.toThrow(
      'too many columns for a path: 1537, levels counted (at most 1536; drop some, or use a prefilter)',
    )
  })

  it('is reported with the penalty that was chosen', async () => {
    const { rankings } = await rank(diabetes, spec)
    const { path, scores } = rankings[0]
    expect(scores.filter(({ chosen }) => chosen)).toHaveLength(
      path!.coefficients.filter(({ coefficients }) => coefficients[path!.chosen.place] !== 0).length,
    )
    expect(path!.chosen.penalty).toBe(path!.penalties[path!.chosen.place])
  })
})
