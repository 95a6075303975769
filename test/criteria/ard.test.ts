import { rank, select, tableFromColumns } from 'criba'
import { ard } from 'criba/methods'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'

type Matrix = readonly (readonly number[])[]

/** Prior variances 1/λ at the fixed point, from the rows, with inverses by Gauss and Jordan. */
function plainArd(columns: Matrix, y: readonly number[], weights = y.map(() => 1)): number[] {
  const n = weights.reduce((a, b) => a + b)
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, one, row) => sum + weights[row] * one * b[row], 0)
  const standard = (values: readonly number[]) => {
    const mean =
      dot(
        values,
        weights.map(() => 1),
      ) / n
    const centred = values.map((value) => value - mean)
    const deviation = Math.sqrt(dot(centred, centred) / n)
    return centred.map((value) => (deviation > 1e-12 ? value / deviation : 0))
  }
  const x = columns.map(standard)
  const t = standard(y)
  const lambda = x.map(() => 1)
  let kept = [...x.keys()].filter((i) => x[i].some((value) => value !== 0))
  let noise = 1
  for (let round = 0; round < 20_000; round++) {
    const inverse = inverseOf(
      kept.map((i) => kept.map((j) => noise * dot(x[i], x[j]) + (i === j ? lambda[i] : 0))),
    )
    const mean = inverse.map((row) => noise * row.reduce((sum, one, j) => sum + one * dot(x[kept[j]], t), 0))
    const left = t.map((value, row) => value - kept.reduce((sum, i, j) => sum + mean[j] * x[i][row], 0))
    const gamma = kept.map((i, j) => 1 - lambda[i] * inverse[j][j])
    let change = 0
    const move = (before: number, after: number) => {
      change = Math.max(change, Math.abs(after / before - 1))
      return after
    }
    kept.forEach((i, j) => (lambda[i] = move(lambda[i], (gamma[j] + 2e-6) / (mean[j] ** 2 + 2e-6))))
    noise = move(noise, (n - gamma.reduce((a, b) => a + b, 0) + 2e-6) / (dot(left, left) + 2e-6))
    const staying = kept.filter((i) => lambda[i] <= 1e4)
    const isSettled = staying.length === kept.length && change < 1e-12
    kept = staying
    if (isSettled || kept.length === 0) break
  }
  return lambda.map((one, i) => (kept.includes(i) ? 1 / one : 0))
}

function inverseOf(matrix: Matrix): number[][] {
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))])
  rows.forEach((_, i) => {
    const best = rows.slice(i).reduce((a, row, k) => (Math.abs(row[i]) > Math.abs(rows[a][i]) ? i + k : a), i)
    ;[rows[i], rows[best]] = [rows[best], rows[i]]
    rows[i] = rows[i].map((value) => value / rows[i][i])
    const pivot = rows[i]
    rows.forEach((row, k) => {
      if (k !== i) rows[k] = row.map((value, j) => value - row[i] * pivot[j])
    })
  })
  return rows.map((row) => row.slice(matrix.length))
}

function linear(rows: number, width: number, weights: readonly number[], noise: number, seed: number) {
  const random = randomOf(seed)
  const normal = () => Array.from({ length: 12 }, () => random()).reduce((a, b) => a + b) - 6
  const columns = Array.from({ length: width }, () => Array.from({ length: rows }, normal))
  const y = columns[0].map(
    (_, row) => weights.reduce((sum, one, i) => sum + one * columns[i][row], 0) + noise * normal(),
  )
  return { columns, y }
}

async function scoresOf(columns: Matrix, y: readonly number[], extra: readonly [string, number[]][] = []) {
  const table = tableFromColumns([
    ...columns.map((values, i): [string, number[]] => [`x${i}`, [...values]]),
    ...extra,
    ['y', [...y]],
  ])
  const { rankings, warnings } = await rank(table, {
    target: 'y',
    by: [ard()],
    types: Object.fromEntries(table.columns.map(({ name }) => [name, 'numeric'] as const)),
    ...(extra.length > 0 && { weights: extra[0][0] }),
  })
  const of = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
  return {
    scores: columns.map((_, i) => of.get(`x${i}`)),
    warnings,
    chosen: rankings[0].scores.filter(({ chosen }) => chosen),
  }
}

function expectNear(
  found: readonly (number | null | undefined)[],
  expected: readonly number[],
  share: number,
) {
  expected.forEach((value, i) => {
    if (value === 0) expect(found[i]).toBe(0)
    else expect(Math.abs(found[i]! / value - 1), `x${i}`).toBeLessThan(share)
  })
}

describe('ard', () => {
  it.each([
    [60, 8, 1],
    [200, 15, 2],
    [12, 6, 3],
  ])('is the fixed point of the plain equations: %i rows, %i columns', async (rows, width, seed) => {
    const { columns, y } = linear(rows, width, [3, 2, 1], 1, seed)
    const { scores } = await scoresOf(columns, y)
    expectNear(scores, plainArd(columns, y), 1e-6)
  })

  it('has the values of scikit-learn', async () => {
    // ARDRegression(n_iter=20000, tol=1e-13, threshold_lambda=1e4) of scikit-learn 1.2.1, columns and target at mean 0 and standard deviation 1.
    const expected = {
      age: 0,
      sex: 1.75059991e-2,
      bmi: 1.1144887e-1,
      bp: 3.83871295e-2,
      s1: 5.97175219e-3,
      s2: 1.09715704e-4,
      s3: 2.15306739e-2,
      s4: 1.41825426e-4,
      s5: 1.12123733e-1,
      s6: 4.44484994e-4,
    }
    const diabetes = await readTable('examples/diabetes.csv')
    const { rankings } = await rank(diabetes, {
      target: 'progression',
      by: [ard()],
      types: { sex: 'numeric' },
    })
    const found = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
    expectNear(
      Object.keys(expected).map((name) => found.get(name)),
      Object.values(expected),
      1e-7,
    )
    const { selected } = await select(diabetes, {
      target: 'progression',
      criterion: ard(),
      types: { sex: 'numeric' },
    })
    expect([...selected].sort()).toEqual(['bmi', 'bp', 's1', 's2', 's3', 's4', 's5', 's6', 'sex'])
  })

  it('says where it did not come to an end: columns that are almost copies', async () => {
    const { columns } = linear(30, 6, [0], 1, 4)
    const [base, ...others] = columns
    const alike = others.map((values) => values.map((value, row) => base[row] + 1e-5 * value))
    const y = alike[0].map((value, row) => value + 0.1 * others[4][29 - row])
    const { warnings } = await scoresOf(alike, y)
    expect(warnings.map(({ code }) => code)).toContain('not-converged')
    const { warnings: none } = await scoresOf(others, y)
    expect(none.map(({ code }) => code)).not.toContain('not-converged')
  })

  it('weighs rows as so many copies of them', async () => {
    const { columns, y } = linear(40, 5, [1, 1], 1, 5)
    const weight = y.map((_, row) => (row % 3) + 1)
    const { scores } = await scoresOf(columns, y, [['w', weight]])
    expectNear(scores, plainArd(columns, y, weight), 1e-6)
  })

  it('shares a weight among copies, and does not depend on units', async () => {
    const { columns, y } = linear(80, 4, [2, 1], 1, 7)
    const many = [...columns, columns[0].map((value) => -value), columns[0]]
    const { scores } = await scoresOf(many, y)
    expectNear(scores, plainArd(many, y), 1e-6)
    expect(scores[4]).toBe(scores[0])
    expect(scores[5]).toBe(scores[0])
    const rescaled = await scoresOf(
      many.map((values, i) => values.map((value) => value * 10 ** (30 * i - 60))),
      y.map((value) => value * 1e50),
    )
    expectNear(rescaled.scores, scores as number[], 1e-6)
  })

  it('takes more columns than rows, and a target without noise', async () => {
    const wide = linear(20, 40, [3, 2], 0.1, 8)
    const { scores } = await scoresOf(wide.columns, wide.y)
    expect(scores.every((score) => score! >= 0)).toBe(true)
    const exact = linear(50, 6, [3, 2], 0, 9)
    const found = await scoresOf(exact.columns, exact.y)
    expectNear(found.scores, plainArd(exact.columns, exact.y), 1e-4)
    expect(found.chosen.length).toBe(2)
  })

  it('has 0 for constants', async () => {
    const { columns, y } = linear(30, 3, [2], 0.5, 10)
    const constant = columns[0].map(() => 5)
    expect((await scoresOf([...columns, constant], y)).scores[3]).toBe(0)
    await expect(scoresOf(columns, constant)).rejects.toThrow('y is always 5')
  })

  it('takes the levels of a column together: two levels are a number', async () => {
    const { columns, y } = linear(60, 3, [1, 1], 1, 11)
    const two = columns[0].map((value) => Number(value > 0))
    const { scores } = await scoresOf([two, ...columns.slice(1)], y)
    const table = tableFromColumns([
      ['x0', two.map((one) => (one ? 'b' : 'a'))],
      ['x1', columns[1]],
      ['x2', columns[2]],
      ['y', y],
    ])
    const { rankings } = await rank(table, { target: 'y', by: [ard()] })
    const of = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
    expectNear([of.get('x0'), of.get('x1'), of.get('x2')], scores as number[], 1e-9)
  })
})
