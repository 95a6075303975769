import { rank, tableFromColumns } from 'criba'
import { elasticNet, lasso } from 'criba/methods'
import { expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'

const rows = 40
const width = 6
const ratio = 0.4

/** Columns of mean 0 and standard deviation 1, and a target of mean 0. */
function standardTable() {
  const random = randomOf(11)
  const draw = () => Array.from({ length: rows }, () => random() + random() + random())
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((a, b) => a + b, 0) / rows
    return values.map((value) => value - mean)
  }
  const common = draw()
  const columns = Array.from({ length: width }, () => {
    const values = centred(draw().map((value, row) => value + common[row]))
    const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / rows)
    return values.map((value) => value / size)
  })
  const y = centred(common.map((value, row) => value + columns[0][row] - 2 * columns[1][row]))
  return { columns, y }
}

async function pathOf(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  by: ReturnType<typeof lasso> | ReturnType<typeof elasticNet>,
) {
  const names = columns.map((_, i) => `x${i}`)
  const table = tableFromColumns([
    ...columns.map((values, i): [string, number[]] => [names[i], [...values]]),
    ['y', [...y]],
  ])
  const types = Object.fromEntries(names.map((name) => [name, 'numeric'] as const))
  const { rankings } = await rank(table, { target: 'y', task: 'regression', by: [by], types })
  const { penalties, coefficients } = rankings[0].path!
  const weightsAt = (step: number) =>
    names.map((name) => coefficients.find(({ feature }) => feature === name)?.coefficients[step] ?? 0)
  return { penalties, weightsAt }
}

/*
 * Zou and Hastie (2005), eq. 8 to 10: with X* = (X; √λ₂·I)/√(1 + λ₂), y* = (y; 0) and γ = λ₁/√(1 + λ₂), the lasso's weights on X* are √(1 + λ₂) times those of
 * ‖y − Xw‖² + λ₂‖w‖² + λ₁‖w‖₁. Times 2n, criba's objective has λ₁ = 2nλρ and λ₂ = nλ(1 − ρ). Each row of √λ₂·I stands twice, as ±√(λ₂/2), so that means stay 0
 * and no intercept is needed. Of N rows the lasso has 1/(2N)·‖y* − X*w‖² + μ·Σ s|w_j|, s = √((n + λ₂)/(1 + λ₂)/N) the standard deviation of each column: μ = γ/(2Ns).
 */
it('the elastic net is the lasso on augmented rows', async () => {
  const { columns, y } = standardTable()
  const net = await pathOf(columns, y, elasticNet({ ratio, choose: 'bic', penalties: 30 }))
  let compared = 0
  for (const step of [1, 5, 10, 15, 20, 29]) {
    const penalty = net.penalties[step]
    const squares = rows * penalty * (1 - ratio)
    const grown = Math.sqrt(1 + squares)
    const extra = Math.sqrt(squares / 2) / grown
    const augmented = columns.map((values, i) => [
      ...values.map((value) => value / grown),
      ...columns.flatMap((_, j) => (i === j ? [extra, -extra] : [0, 0])),
    ])
    const target = [...y, ...columns.flatMap(() => [0, 0])]
    const count = target.length
    const size = Math.sqrt((rows + squares) / (1 + squares) / count)
    const lassoPenalty = (2 * rows * penalty * ratio) / grown / (2 * count * size)
    const greatest = Math.max(
      ...augmented.map((values) =>
        Math.abs(values.reduce((sum, value, row) => sum + value * target[row], 0) / count / size),
      ),
    )
    const least = lassoPenalty / greatest
    const twin = await pathOf(augmented, target, lasso({ choose: 'bic', penalties: 2, least }))
    expect(Math.abs(twin.penalties[1] / lassoPenalty - 1)).toBeLessThan(1e-9)
    const expected = twin.weightsAt(1).map((weight) => weight / grown)
    net.weightsAt(step).forEach((weight, i) => {
      expect(Math.abs(weight - expected[i]), `penalty ${penalty}, x${i}`).toBeLessThan(1e-6)
      compared += Number(weight !== 0)
    })
  }
  expect(compared).toBeGreaterThan(width)
})
