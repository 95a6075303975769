import { tableFromColumns } from 'criba'
import { adaptiveLasso, elasticNet, lasso } from 'criba/methods'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { rank } from '../untyped.ts'

/** Columns that resemble one another, and a target of some of them. */
function alike(seed: number, rows: number, width: number) {
  const random = randomOf(seed)
  const normal = () => random() + random() + random() - 1.5
  const common = Array.from({ length: rows }, normal)
  const columns = Array.from({ length: width }, () => {
    const share = random() * 4
    return common.map((x) => share * x + normal())
  })
  const y = common.map((_, row) =>
    columns.reduce((sum, x, i) => sum + (i % 3 === 0 ? (i % 2 === 0 ? 1 : -1) * x[row] : 0), normal()),
  )
  return { columns, y }
}

describe.each([
  [1, 60, 12],
  [2, 300, 40],
  [3, 40, 60],
])('table %i, %i rows of %i columns that resemble one another', (seed, rows, width) => {
  const { columns, y } = alike(seed, rows, width)
  const standard = columns.map((x) => {
    const mean = x.reduce((a, b) => a + b, 0) / rows
    const size = Math.sqrt(x.reduce((sum, one) => sum + (one - mean) ** 2, 0) / rows)
    return { size, z: x.map((one) => (one - mean) / size) }
  })
  const table = tableFromColumns({ ...Object.fromEntries(columns.map((x, i) => [`x${i}`, x])), y })

  it.each([
    ['lasso', 1, lasso],
    ['elastic net', 0.3, elasticNet],
    ['elastic net of few squares', 0.99, elasticNet],
    ['elastic net of few norms', 0.01, elasticNet],
  ])(
    'the %s meets the conditions of the optimum at every penalty, from the rows',
    async (_, ratio, method) => {
      const own = { choose: 'bic', penalties: 150 } as const
      const by = [method === lasso ? lasso(own) : elasticNet({ ...own, ratio })]
      const { rankings } = await rank(table, { target: 'y', task: 'regression', by })
      const path = rankings[0].path!
      path.penalties.forEach((penalty, step) => {
        const weights = columns.map(
          (_, i) => path.coefficients.find(({ feature }) => feature === `x${i}`)?.coefficients[step] ?? 0,
        )
        const residual = y.map((one, row) =>
          columns.reduce((sum, x, i) => sum - weights[i] * x[row], one - Number(path.intercepts[step])),
        )
        standard.forEach(({ z, size }, i) => {
          const slope = z.reduce((sum, one, row) => sum + one * residual[row], 0) / rows
          const ofNorms = (slope / penalty - (1 - ratio) * weights[i] * size) / ratio
          if (weights[i] === 0) expect(Math.abs(ofNorms)).toBeLessThan(1 + 1e-6)
          else expect(Math.abs(ofNorms - Math.sign(weights[i]))).toBeLessThan(1e-5)
        })
      })
    },
  )
})

it('lets a column leave where its weight comes to 0, and enter again', async () => {
  const diabetes = await readTable('examples/diabetes.csv')
  const spec = { target: 'progression', types: { sex: 'numeric' } } as const
  const { rankings } = await rank(diabetes, { ...spec, by: [lasso({ choose: 'bic', penalties: 400 })] })
  const { coefficients } = rankings[0].path!.coefficients.find(({ feature }) => feature === 's3')!
  const isIn = coefficients.map((one) => one !== 0)
  // Efron et al. (2004): the column enters fourth, leaves at the eleventh step and enters again at the twelfth, with the other sign.
  const changes = isIn.flatMap((one, step) => (step > 0 && one !== isIn[step - 1] ? [step] : []))
  expect(changes).toHaveLength(3)
  expect(Math.sign(coefficients[changes[0]])).toBe(-Math.sign(coefficients[changes[2]]))
  expect(rankings[0].path!.gap).toBeLessThan(1e-12)
})

it('goes from knot to knot, without descent, folds included', async () => {
  const { columns, y } = alike(4, 200, 20)
  const table = tableFromColumns({ ...Object.fromEntries(columns.map((x, i) => [`x${i}`, x])), y })
  const source = await duckSourceOf(table)
  const { rankings } = await rank(source, { target: 'y', by: [lasso(), adaptiveLasso(), elasticNet()] })
  for (const { path } of rankings) expect(path!.gap).toBeLessThan(1e-12)
  // At the first penalty nothing may be in.
  expect(source.work.kernels['followPath']).toBeGreaterThanOrEqual(2 * 6 * 99)
  expect(source.work.kernels['turnPath']).toBeGreaterThanOrEqual(6 * 99)
  expect(source.work.kernels['descend'] ?? 0).toBe(0)
  source.close()
})
