import { tableFromColumns } from 'criba'
import { entropy } from 'criba/methods'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { casesOf, columnOf } from '../measures/tables.ts'
import { score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

type Columns = Readonly<Record<string, readonly (number | string | null)[]>>

async function entropyOf(columns: Columns, spec: Partial<ScoreSpec> = {}) {
  const by = [entropy({ estimator: 'histogram' })]
  const { scores } = await score(tableFromColumns(columns), { features: ['x'], by, ...spec })
  return scores[0]
}

describe('the entropy of numbers by a histogram', () => {
  interface Histogram {
    readonly dataset: string
    readonly column: string
    readonly rule: string
    readonly closed: string
    readonly fragile?: boolean
    readonly value: number
  }
  it.each(
    casesOf<Histogram>('histogram-entropy').filter(({ closed, fragile }) => closed !== 'left' && !fragile),
  )('reference: $dataset $column $rule', async ({ dataset, column, rule, value }) => {
    const discretise = rule === 'fd' ? 'freedman-diaconis' : (rule as 'sqrt')
    const found = await entropyOf({ x: columnOf(dataset, column) }, { discretise })
    near(found.score! * Math.LN2, value)
  })

  it('of a set adds the widths of all its columns, of bins of any width', async () => {
    // Equal frequency in two bins: x 0–2 and 2–10, y 0–1 and 1–17.
    const columns = { x: [0, 1, 2, 4, 6, 10], y: [0, 17, 1, 0.5, 9, 17] }
    const { score: found } = await entropyOf(columns, { features: ['x', 'y'], bins: 2 })
    // Joint cells 2, 1, 1, 2 of 6; widths 2 and 8 (half each), 1 and 16 (half each).
    const bins = 2 * (-(1 / 3) * Math.log2(1 / 3)) + 2 * (-(1 / 6) * Math.log2(1 / 6))
    near(found!, bins + (1 + 3) / 2 + (0 + 4) / 2)
    const { score: given } = await entropyOf(columns, { features: ['x'], given: ['y'], bins: 2 })
    near(given!, bins - 1 + (1 + 3) / 2)
  })

  it('is over the rows complete in all columns, filled ones too where that is asked', async () => {
    const holed = { x: [0, 1, 2, 4, 6, 10, null, 99], y: [0, 17, 1, 0.5, 9, 17, 3, null] }
    const complete = { x: [0, 1, 2, 4, 6, 10], y: [0, 17, 1, 0.5, 9, 17] }
    const spec = { features: ['x', 'y'], bins: 2 }
    expect((await entropyOf(holed, spec)).score).toBe((await entropyOf(complete, spec)).score)
    const filled = { x: [0, 1, 2, 4, 6, 10, 4, 99], y: [0, 17, 1, 0.5, 9, 17, 3, 3] }
    // Cuts are fitted to what is there, so one that no filling moves is taken.
    const wide = { ...spec, discretise: 'equal-width', missing: 'median' } as const
    near((await entropyOf(holed, wide)).score!, (await entropyOf(filled, wide)).score!)
    expect(await entropyOf(holed, { ...spec, missing: 'level' })).toMatchObject({
      score: null,
      why: 'missing values (a level of their own has no width)',
    })
  })

  it('is −∞ where values are repeated so often that a bin holds one alone', async () => {
    expect((await entropyOf({ x: [3, 3, 3, 3] })).score).toBe(-Infinity)
    expect((await entropyOf({ x: [0, 0, 0, 0, 1, 2, 3, 4] }, { bins: 2 })).score).toBe(-Infinity)
  })

  it('moves with the unit by its logarithm', async () => {
    const x = Array.from({ length: 50 }, (_, i) => (i * 37) % 50)
    const spec = { discretise: 'scott' } as const
    const [once, eightfold] = [
      await entropyOf({ x }, spec),
      await entropyOf({ x: x.map((v) => 8 * v) }, spec),
    ]
    near(eightfold.score! - once.score!, 3)
  })

  it('is the same in the engine, and refuses levels', async () => {
    const x = Array.from({ length: 200 }, (_, i) => ((i * i) % 97) / 7)
    const table = tableFromColumns({ x, text: x.map((value) => (value > 5 ? 'a' : 'b')) })
    const engine = await duckSourceOf(table)
    const spec = { features: ['x'], by: ['entropy:estimator=histogram'], discretise: 'scott' } as const
    expect((await score(engine, spec)).scores).toEqual((await score(table, spec)).scores)
    engine.close()
    await expect(score(table, { ...spec, features: ['text'] })).rejects.toThrow(
      'unsuitable column for entropy: text is categorical (needs numbers)',
    )
  })
})
