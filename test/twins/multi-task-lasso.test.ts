// multi-task-lasso against its definition, row by row: at each penalty the slopes of the squares are those of the penalty.
import { tableFromColumns } from 'criba'
import type { PenaltyPath } from 'criba'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { rank } from '../untyped.ts'

type Cells = readonly (number | string | null)[]

interface Drawn {
  readonly columns: Readonly<Record<string, Cells>>
  readonly targets: Readonly<Record<string, Cells>>
}

const rows = 24
const numbers = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: rows, maxLength: rows })
const levels = fc.array(fc.constantFrom('p', 'q', 'r'), { minLength: rows, maxLength: rows })

const drawn: fc.Arbitrary<Drawn> = fc.record({
  columns: fc.record({
    a: numbers,
    b: numbers,
    level: levels,
    gaps: numbers.map((values) => values.map((one, row) => (row % 11 === 3 ? null : one))),
  }),
  targets: fc.record({
    y: numbers,
    z: numbers.map((values) => values.map((one, row) => (row === 5 ? null : 1000 * one))),
    few: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: rows, maxLength: rows }),
  }),
})

const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
const meanProduct = (a: readonly number[], b: readonly number[]) => mean(a.map((one, row) => one * b[row]))
const varies = (cells: Cells) => new Set(cells).size > 1

/** The projection of numbers of mean 0 onto a column: onto the line of a number, the means within levels. */
function projected(cells: Cells, values: readonly number[]): number[] {
  if (typeof cells[0] === 'string') {
    return cells.map((level) => mean(values.filter((_, row) => cells[row] === level)))
  }
  const centre = mean(cells as readonly number[])
  const centred = (cells as readonly number[]).map((one) => one - centre)
  const share = meanProduct(centred, values) / meanProduct(centred, centred)
  return centred.map((one) => one * share)
}

/** What the weights of a column add to the prediction of a target in each row, less its mean. */
function added({ coefficients }: PenaltyPath, step: number, target: string, name: string, cells: Cells) {
  const own = coefficients.filter((one) => one.feature === name && one.target === target)
  const values = cells.map((cell) =>
    typeof cell === 'string'
      ? (own.find(({ level }) => level === cell)?.coefficients[step] ?? 0)
      : (own[0]?.coefficients[step] ?? 0) * cell!,
  )
  const centre = mean(values)
  return values.map((one) => one - centre)
}

it('has the slopes of its penalty', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ columns, targets }) => {
      const all = { ...columns, ...targets }
      const complete = Array.from({ length: rows }, (_, row) => row).filter((row) =>
        Object.values(all).every((cells) => cells[row] !== null),
      )
      const of = (cells: Cells) => complete.map((row) => cells[row])
      fc.pre([...Object.values(targets), ...Object.values(columns)].every((cells) => varies(of(cells))))
      const by = ['multi-task-lasso:choose=bic,penalties=8']
      const { rankings } = await rank(tableFromColumns(all), { target: Object.keys(targets), minRows: 0, by })
      const { path, scores } = rankings[0]
      const { penalties, intercepts, coefficients } = path!
      for (const [step, penalty] of penalties.entries()) {
        const left = Object.entries(targets).map(([target, cells], t) => {
          const y = of(cells) as number[]
          const unit = Math.sqrt(meanProduct(y, y) - mean(y) * mean(y))
          const predicted = Object.entries(columns).map(([name, own]) =>
            added(path!, step, target, name, of(own)),
          )
          const residual = y.map((one, row) =>
            predicted.reduce((rest, values) => rest - values[row], one - mean(y)),
          )
          // The intercept is what is predicted where every number is 0, and levels have mean 0.
          const atZero =
            mean(y) -
            Object.entries(columns).reduce((sum, [name, own]) => {
              const weight = coefficients.find((one) => one.feature === name && one.target === target)
              return typeof own[0] === 'string'
                ? sum
                : sum + (weight?.coefficients[step] ?? 0) * mean(of(own) as number[])
            }, 0)
          expect(Math.abs((intercepts[step] as readonly number[])[t] - atZero) / unit).toBeLessThan(1e-9)
          return { target, unit, residual: residual.map((one) => one / unit) }
        })
        for (const [name, own] of Object.entries(columns)) {
          const cells = of(own)
          const size = Math.sqrt(typeof cells[0] === 'string' ? new Set(cells).size - 1 : 1)
          const parts = left.map(({ target, unit, residual }) => ({
            slope: projected(cells, residual),
            weight: added(path!, step, target, name, cells).map((one) => one / unit),
          }))
          const norm = Math.sqrt(parts.reduce((sum, { weight }) => sum + meanProduct(weight, weight), 0))
          const slope = Math.sqrt(parts.reduce((sum, part) => sum + meanProduct(part.slope, part.slope), 0))
          expect(slope).toBeLessThan(penalty * size * (1 + 1e-5) + 1e-6)
          if (norm === 0) continue
          const entered = scores.find(({ feature }) => feature === name)!.score!
          expect(entered).toBeGreaterThanOrEqual(penalty * (1 - 1e-12))
          // A block that is in has the slopes of its norm, in its direction.
          for (const part of parts) {
            part.slope.forEach((one, row) =>
              expect(Math.abs(one - (penalty * size * part.weight[row]) / norm)).toBeLessThan(1e-4),
            )
          }
        }
      }
    }),
    { numRuns: runs(60) },
  )
})
