import { CribaError, rank, tableFromColumns } from 'criba'
import { rankers } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { countsRows } from '../contract/tables.ts'
import type { Named } from '../laws/given.ts'
import { acceptsCategories } from './categories.ts'
import { classTarget, fill, ordinary, expectResultOrError, specFor } from './tables.ts'

describe.each(rankers.map(({ id }) => id))('%s', (id) => {
  const { spec, outcome } = specFor(id)

  it('scores two rows, or gives an error that says why not', async () => {
    await expectResultOrError(
      [
        ['one', [1, 2]],
        ['outcome', id === 'variance' ? [1, 2] : outcome.slice(0, 2)],
      ],
      spec,
      /one|outcome|2 complete rows/,
    )
    await expectResultOrError(
      [
        ['text', ['u', 'v']],
        ['outcome', outcome.slice(0, 2)],
      ],
      spec,
      /text/,
    )
  })

  // More in sizes.long.ts.
  it('accepts twelve hundred categories', () => acceptsCategories(id, 1_200))
})

describe('tables that are too small give an error', () => {
  it('for one row, no row, or no column', async () => {
    await expect(rank(tableFromColumns({ x: [1], y: [2] }), { target: 'y' })).rejects.toThrow(
      'missing rows: the data have 1',
    )
    await expect(rank(tableFromColumns({ x: [], y: [] }), { target: 'y' })).rejects.toThrow(
      'missing rows: the data have 0',
    )
    expect(() => tableFromColumns({})).toThrow('missing columns')
    await expect(rank(tableFromColumns({ y: [1, 2] }), { target: 'y' })).rejects.toThrow('missing features')
  })

  it('for no row with a weight, or no complete row', async () => {
    const columns: Named = [
      ['x', ordinary],
      ['outcome', classTarget],
      ['w', fill(() => 0)],
    ]
    await expect(rank(tableFromColumns(columns), { target: 'outcome', weights: 'w' })).rejects.toThrow(
      /weight|\bw\b/,
    )
    await expect(rank(tableFromColumns(columns), { drop: ['outcome'], weights: 'w' })).rejects.toThrow(
      CribaError,
    )
    const apart: Named = [
      ['x', fill((row) => (row < 12 ? 1 : null))],
      ['z', fill((row) => (row < 12 ? null : 1))],
      columns[1],
    ]
    await expect(rank(tableFromColumns(apart), { target: 'outcome', missing: 'complete' })).rejects.toThrow(
      /complete/,
    )
  })
})

it('the regression on all columns names them if there are too few rows', async () => {
  const few: Named = [
    ['first', [1, 2, 4]],
    ['second', [3, 1, 2]],
    ['y', [1, 5, 2]],
  ]
  const ranking = rank(tableFromColumns(few), { target: 'y', task: 'regression', by: ['z-score-joint'] })
  await expect(ranking).rejects.toThrow(/first.*second/)
})

it('methods on levels score columns with more levels than a contingency table may have, unless they need the table', async () => {
  const many = Array.from({ length: 1100 }, (_, row) => `level ${row}`)
  for (const criterion of rankers.filter((one) => countsRows(one) && one.target === 'levels')) {
    const columns: Named = [
      ['many', many],
      ['few', many.map((_, row) => 'ab'[row % 2])],
      ['outcome', many],
    ]
    const { rankings } = await rank(tableFromColumns(columns), { target: 'outcome', by: [criterion.id] })
    const score = rankings[0].scores.find(({ feature }) => feature === 'many')!
    if (criterion.tables) expect(score).toMatchObject({ score: null, rank: null })
    else expect(score.score).toBeGreaterThan(0)
  }
})
