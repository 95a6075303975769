import { expect } from 'vitest'
import { expectResultOrError, numericTarget, specFor } from './tables.ts'

/** A ranker scores a column that has another category in each row, beside a plain one. */
export async function acceptsCategories(id: string, categories: number): Promise<void> {
  const { spec, outcome } = specFor(id)
  const many = Array.from({ length: categories }, (_, row) => `category ${row}`)
  const y = many.map((_, row) => (outcome === numericTarget ? 1 + Math.sin(row) : ['no', 'yes'][row % 2]))
  const result = await expectResultOrError(
    [
      ['many', many],
      ['plain', y.map((_, row) => (row * 7919) % 10_007)],
      ['outcome', y],
    ],
    spec,
    /many/,
  )
  expect(result).not.toBeNull()
}
