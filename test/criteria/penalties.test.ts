import { tableFromColumns } from 'criba'
import { adaptiveLasso, bridge, fusedLasso, groupLasso, lasso, sparseGroupLasso } from 'criba/methods'
import type { PenaltyPath } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { rank, select } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

const diabetes = await readTable('examples/diabetes.csv')
const ofDiabetes = { target: 'progression', types: { sex: 'numeric' } } as const
const names = ['age', 'sex', 'bmi', 'bp', 's1', 's2', 's3', 's4', 's5', 's6']
const groups = { blood: ['s1', 's2', 's3', 's4', 's5'], body: ['bmi', 'bp'] }
/** A path of two penalties. */
const two = { penalties: 2, choose: 'bic' } as const

async function pathOf(table: Parameters<typeof rank>[0], spec: RankSpec, run = {}): Promise<PenaltyPath> {
  return (await rank(table, spec, run)).rankings[0].path!
}

/** The coefficients of columns at the last penalty. */
function lastOf({ coefficients, penalties }: PenaltyPath, columns: readonly string[]): number[] {
  const found = new Map(
    coefficients.map(({ feature, coefficients }) => [feature, coefficients[penalties.length - 1]]),
  )
  return columns.map((name) => found.get(name) ?? 0)
}

describe('the diabetes data', () => {
  // By numpy and scipy 1.10: alternating directions on rows in standard units for norms of groups and differences; scikit-learn's
  // lasso_path on columns multiplied with |θ̂|^γ, and glmnet with penalty.factor = 1/|θ̂|, for the adaptive lasso; ridge regressions in
  // turn for bridge. The greatest penalties of differences are linear programmes.
  it.each([
    [
      'group-lasso',
      groupLasso(two),
      5,
      39.96998440074004,
      [
        0, -6.697039461, 5.328452701, 1.026586555, -0.00699658062, -0.0768771891, -0.5236317775, 4.084667683,
        25.22690139, 0.09267896817,
      ],
    ],
    [
      'sparse-group-lasso of halves',
      sparseGroupLasso({ ratio: 0.5, ...two }),
      5,
      null,
      [
        0, -5.823184275, 5.37488739, 0.9180767194, 0, -0.01348975641, -0.5800607758, 1.741937106, 31.57910436,
        0.03143333614,
      ],
    ],
    [
      'sparse-group-lasso',
      sparseGroupLasso(two),
      5,
      null,
      [0, -4.504598501, 5.470436918, 0.7687405803, 0, 0, -0.5635158326, 0, 39.83107259, 0],
    ],
    [
      'adaptive-lasso',
      adaptiveLasso(two),
      60,
      1557.1717526727978,
      [0, -0.5024116846, 6.260935087, 0.6715656947, -0.181367902, 0, 0, 0, 55.93839183, 0],
    ],
    [
      'adaptive-lasso of squares',
      adaptiveLasso({ power: 2, ...two }),
      300,
      55644.66955253305,
      [0, -13.45135116, 5.964952291, 0.9549247594, -0.7694482366, 0.5572385779, 0, 0, 68.48304143, 0],
    ],
    ['bridge', bridge(two), 20, null, [0, 0, 6.389017005, 0.7049304553, 0, 0, 0, 0, 48.23941823, 0]],
    [
      'bridge of 0.8',
      bridge({ power: 0.8, ...two }),
      8,
      null,
      [0, 0, 5.84458883, 0.7158691606, 0, 0, -0.4408548561, 0, 43.06715263, 0],
    ],
    [
      'fused-lasso',
      fusedLasso(two),
      3,
      53.088491272163864,
      [
        -0.04854333584, -9.70747846, 5.046457919, 1.046407472, -0.09220258252, -0.1049203711, -0.2467064997,
        6.644609282, 34.21792346, 0.4854857599,
      ],
    ],
    [
      'fused-lasso of groups',
      fusedLasso({ ratio: 0.2, pairs: 'group', ...two }),
      2,
      null,
      [
        -0.0238933919, -18.51278164, 5.849756538, 1.354292964, -0.07187922373, -0.08179374828, -0.1923272777,
        6.307006655, 24.99020369, 0.4468824962,
      ],
    ],
  ])('has the coefficients of others: %s', async (_, method, penalty, greatest, expected) => {
    const isOfGroups = method.method.includes('group') || JSON.stringify(method).includes('"pairs":"group"')
    const spec = { ...ofDiabetes, ...(isOfGroups && { groups }) }
    const { penalties } = await pathOf(diabetes, { ...spec, by: [method] })
    if (greatest !== null) expect(penalties[0] / greatest).toBeCloseTo(1, 8)
    const least = penalty / penalties[0]
    const by = [{ method: method.method, options: { ...method.options, least } }]
    const path = await pathOf(diabetes, { ...spec, by })
    expect(path.penalties[1] / penalty).toBeCloseTo(1, 12)
    lastOf(path, names).forEach((value, i) => {
      expect(Math.abs(value - expected[i]), names[i]).toBeLessThan(3e-6 * Math.max(1, Math.abs(expected[i])))
      if (expected[i] === 0) expect(value, names[i]).toBe(0)
    })
    expect(path.gap ?? path.slope).toBeLessThan(1e-9)
  })

  it('is that of the lasso where a penalty is the same', async () => {
    const own = await pathOf(diabetes, { ...ofDiabetes, by: [lasso({ choose: 'bic' })] })
    const same = [
      { by: [groupLasso({ choose: 'bic' })] },
      { by: [groupLasso({ choose: 'bic' })], groups: { one: ['bmi'], other: ['s5'] } },
      { by: [sparseGroupLasso({ choose: 'bic', ratio: 1 })], groups },
      { by: [fusedLasso({ choose: 'bic', ratio: 1 })] },
    ]
    for (const spec of same) {
      const path = await pathOf(diabetes, { ...ofDiabetes, ...spec })
      path.penalties.forEach((penalty, step) => expect(penalty / own.penalties[step]).toBeCloseTo(1, 9))
      lastOf(path, names).forEach((value, i) => expect(value).toBeCloseTo(lastOf(own, names)[i], 4))
      expect(path.chosen.place).toBe(own.chosen.place)
    }
  })

  it('comes near the lasso as the power of bridge comes near 1', async () => {
    const distances = []
    for (const power of [0.7, 0.9, 0.99]) {
      const { penalties } = await pathOf(diabetes, { ...ofDiabetes, by: [bridge({ ...two, power })] })
      const by = [bridge({ ...two, power, least: 5 / penalties[0] })]
      const own = lastOf(await pathOf(diabetes, { ...ofDiabetes, by }), names)
      const ofLasso = [lasso({ ...two, least: 5 / 45.16003002046289 })]
      const others = lastOf(await pathOf(diabetes, { ...ofDiabetes, by: ofLasso }), names)
      distances.push(Math.hypot(...own.map((value, i) => value - others[i])))
    }
    expect(distances[0]).toBeGreaterThan(2 * distances[1])
    expect(distances[1]).toBeGreaterThan(2 * distances[2])
    expect(distances[2]).toBeLessThan(0.5)
  })
})

describe('an orthogonal design', () => {
  const signs = (bit: number) => Array.from({ length: 16 }, (_, row) => ((row >> bit) & 1 ? 1 : -1))
  const columns = Array.from({ length: 4 }, (_, bit) => signs(bit))
  const products = [3, -2, 1, 0.1]
  const y = columns[0].map((_, row) => columns.reduce((sum, x, i) => sum + products[i] * x[row], 7))
  const table = tableFromColumns({ ...Object.fromEntries(columns.map((x, i) => [`x${i}`, x])), y })
  const spec = { target: 'y', task: 'regression' } as const
  const xs = ['x0', 'x1', 'x2', 'x3']

  it('has soft thresholds divided by the weights of least squares', async () => {
    const path = await pathOf(table, { ...spec, by: [adaptiveLasso({ ...two, least: 0.1 })] })
    // The greatest is that of the greatest |c|·|c|.
    expect(path.penalties[0]).toBeCloseTo(9, 10)
    lastOf(path, xs).forEach((value, i) => {
      const c = products[i]
      const soft = Math.max(0, Math.abs(c) - path.penalties[1] / Math.abs(c))
      expect(value).toBeCloseTo(Math.sign(c) * soft, 10)
    })
  })

  it('has the thresholds of bridge: the greater root of |c| = w + λ·p·w^(p−1), or 0', async () => {
    const path = await pathOf(table, { ...spec, by: [bridge({ ...two, least: 0.3 })] })
    // p = 1/2: the threshold of c is (c/3)^(3/2)·4.
    expect(path.penalties[0]).toBeCloseTo(4.04, 10)
    const found = lastOf(path, xs)
    expect(found[3]).toBe(0)
    expect(found[2]).toBe(0)
    for (const i of [0, 1]) {
      const w = Math.abs(found[i])
      expect(w + 0.5 * path.penalties[1] * w ** -0.5).toBeCloseTo(Math.abs(products[i]), 9)
      expect(w).toBeGreaterThan(Math.abs(products[i]) / 3)
    }
  })

  it('has neighbours of one weight where their products are near', async () => {
    const path = await pathOf(table, { ...spec, by: [fusedLasso({ ...two, ratio: 0.01, least: 0.9 })] })
    const found = lastOf(path, xs)
    const last = path.penalties[1]
    expect(found.filter((value) => value === found[3]).length).toBeGreaterThan(1)
    // What the penalty leaves of the sum of all products: differences cancel out.
    const sizes = found.reduce((sum, value) => sum + Math.sign(value), 0)
    const all = found.reduce((sum, value) => sum + value, 0)
    if (found.every((value) => value !== 0)) expect(all + 0.01 * last * sizes).toBeCloseTo(2.1, 9)
  })

  it('groups share a threshold', async () => {
    const given = { a: ['x0', 'x3'], b: ['x1', 'x2'] }
    const path = await pathOf(table, { ...spec, groups: given, by: [groupLasso({ ...two, least: 0.5 })] })
    const entries = [Math.hypot(3, 0.1), Math.hypot(2, 1)].map((norm) => norm / Math.SQRT2)
    expect(path.penalties[0]).toBeCloseTo(entries[0], 10)
    const kept = entries.map((entry) => Math.max(0, 1 - path.penalties[1] / entry))
    lastOf(path, xs).forEach((value, i) =>
      expect(value).toBeCloseTo(products[i] * kept[i === 0 || i === 3 ? 0 : 1], 10),
    )
  })
})

describe('groups of columns', () => {
  it('enter together, and score the same', async () => {
    const { rankings } = await rank(diabetes, { ...ofDiabetes, groups, by: [groupLasso()] })
    const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
    for (const members of Object.values(groups)) {
      expect(new Set(members.map((name) => scores.get(name))).size).toBe(1)
    }
    const { selected } = await select(diabetes, {
      ...ofDiabetes,
      groups,
      criterion: groupLasso(),
      evidence: false,
    })
    for (const members of Object.values(groups)) {
      const count = members.filter((name) => selected.includes(name)).length
      expect([0, members.length]).toContain(count)
    }
  })

  it('of copies share their weights evenly, levels among them', async () => {
    const random = randomOf(4)
    const rows = 80
    const [a, b, c] = [0, 1, 2].map(() => Array.from({ length: rows }, random))
    const levels = a.map(() => 'uvw'[Math.floor(random() * 3)])
    const y = a.map((x, row) => 2 * x - b[row] + (levels[row] === 'u' ? 2 : 0) + random())
    const columns = { a, b, levels, c, a2: a.map((x) => -2 * x), b2: b, levels2: levels, y }
    const spec = { target: 'y', groups: { one: ['a', 'b', 'levels'], two: ['b2', 'levels2', 'a2'] } }
    for (const by of [groupLasso({ choose: 'bic' }), sparseGroupLasso({ choose: 'bic', ratio: 0.3 })]) {
      const path = await pathOf(tableFromColumns(columns), { ...spec, by: [by] })
      const of = (name: string) => path.coefficients.filter(({ feature }) => feature === name)
      path.penalties.forEach((_, step) => {
        expect(of('a2')[0].coefficients[step]).toBeCloseTo(of('a')[0].coefficients[step] / -2, 10)
        expect(of('b2')[0].coefficients[step]).toBeCloseTo(of('b')[0].coefficients[step], 10)
        of('levels').forEach(({ coefficients }, i) =>
          expect(of('levels2')[i].coefficients[step]).toBeCloseTo(coefficients[step], 10),
        )
      })
      expect(path.gap).toBeLessThan(1e-12)
    }
  })

  it('are refused where no method takes them, and where a column is in none', async () => {
    await expect(rank(diabetes, { ...ofDiabetes, groups, by: ['pearson'] })).rejects.toThrow(
      'unsuitable groups: pearson takes none (use group-lasso, or leave out the groups)',
    )
    await expect(
      rank(diabetes, { ...ofDiabetes, groups: { a: ['bmj'] }, by: ['group-lasso'] }),
    ).rejects.toThrow('unknown column of group a: bmj')
  })

  it('reach a prefilter', async () => {
    const spec = { ...ofDiabetes, groups, criterion: 'jmi', k: 1, evidence: false } as const
    const chosen = await select(diabetes, { ...ofDiabetes, groups, criterion: groupLasso(), evidence: false })
    const { prefilter } = await select(diabetes, { ...spec, prefilter: 'group-lasso' })
    expect(prefilter!.features).toBe(chosen.selected.length)
  })
})

describe('first weights', () => {
  const random = randomOf(9)
  const wide = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`x${i}`, Array.from({ length: 20 }, random)]),
  )
  const y = wide.x0.map((x) => 5 * x + random() / 10)

  it.each(['adaptive-lasso', 'bridge'])(
    'of %s are those of ridge regression with more columns than rows',
    async (by) => {
      const table = tableFromColumns({ ...wide, y })
      const given = { target: 'y', task: 'regression', by: [`${by}:folds=4`] } as const
      const { rankings, warnings } = await rank(table, given)
      expect(rankings[0].scores[0].feature).toBe('x0')
      expect(warnings.map(({ code }) => code)).toContain('ridge')
      const other = await rank(table, { ...given, by: [`${by}:folds=4,ridge=100`] })
      expect(other.rankings[0].path!.coefficients).not.toEqual(rankings[0].path!.coefficients)
    },
  )

  it('of a copy are half of those of the column', async () => {
    const path = await pathOf(diabetes, { ...ofDiabetes, by: [adaptiveLasso({ choose: 'bic' })] })
    const columns = Object.fromEntries(
      diabetes.columns.map((column) => [
        column.name,
        [...(column as unknown as { values: Float64Array }).values],
      ]),
    )
    const { warnings, rankings } = await rank(tableFromColumns({ ...columns, copy: columns.bmi }), {
      ...ofDiabetes,
      by: [adaptiveLasso({ choose: 'bic' })],
    })
    // Least squares without the copy are unique.
    expect(warnings.map(({ code }) => code)).not.toContain('ridge')
    const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
    expect(scores.get('copy')).toBe(scores.get('bmi'))
    const others = path.coefficients.find(({ feature }) => feature === 's5')!.enters
    expect(scores.get('s5')! / others).toBeCloseTo(1, 9)
  })
})

it('is the same bit for bit on any number of threads, and nearly so in DuckDB', async () => {
  const random = randomOf(8)
  const columns = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`x${i}`, Array.from({ length: 120 }, random)]),
  )
  const y = columns.x1.map((x, row) => x + columns.x2[row] + random())
  const table = tableFromColumns({ ...columns, y })
  const spec = {
    target: 'y',
    groups: { a: ['x1', 'x3', 'x5'], b: ['x2', 'x4'] },
    by: ['group-lasso', 'sparse-group-lasso', 'adaptive-lasso', 'bridge', 'fused-lasso'].map(
      (method) => `${method}:penalties=10`,
    ),
  }
  const { rankings } = await rank(table, spec, { threads: 1 })
  expect((await rank(table, spec, { threads: 2 })).rankings).toEqual(rankings)
  const duckdb = await duckSourceOf(table)
  const inDuckdb = await rank(duckdb, spec)
  rankings.forEach(({ scores }, i) => {
    const other = new Map(inDuckdb.rankings[i].scores.map(({ feature, score }) => [feature, score!]))
    for (const { feature, score } of scores) expect(other.get(feature)! / score! || 1).toBeCloseTo(1, 9)
  })
  duckdb.close()
})
