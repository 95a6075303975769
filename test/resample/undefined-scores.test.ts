import { compare, tableFromColumns } from 'criba'
import { expect, it } from 'vitest'

it('scores of held-out rows that are undefined are refused in one line', async () => {
  // R² of one row is 0 ÷ 0.
  const table = tableFromColumns({ x: [0.3, 0.7], y: [0.2, 0.4], w: [1, 2] })
  const spec = { target: 'y', weights: 'w', task: 'regression', k: 1, folds: 2 } as const
  await expect(compare(table, { ...spec, methods: ['mrmr'], learner: ['knn'] })).rejects.toThrow(
    /^unsuitable folds: some held-out rows have no finite score \(fewer folds, /,
  )
})

it.each(['tree', 'forest'])('a %s of a fold without rows ends', async (learner) => {
  const table = tableFromColumns({ x: ['a', 'b'], y: ['no', 'yes'], w: [1, 2] })
  const spec = { target: 'y', weights: 'w', methods: ['iamb'], k: 1, folds: 3 } as const
  await expect(compare(table, { ...spec, learner: [learner] })).rejects.toThrow(
    'missing rows: a fold is empty (needs 3 rows or more for 3 folds)',
  )
})
