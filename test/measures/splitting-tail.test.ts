import { select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { splittingTail } from '../../dist/src/analyses/null-distributions/gain-tails.js'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { openTableDraws } from '../../dist/src/memory/tables/table-draws.js'
import { informationOf } from '../../dist/src/methods/measures/strata.js'
import { draws } from '../messy/table-text.ts'
import { count, enumerated, strata } from './small-strata.ts'

const draw = await openTableDraws()

describe('a tail by splitting', () => {
  it.each([
    [
      'two levels',
      [
        [
          [9, 1, 0, 1],
          [1, 8, 9, 8],
        ],
        [
          [4, 0, 1, 0],
          [1, 5, 4, 6],
        ],
      ],
    ],
    [
      'three levels',
      [
        [
          [4, 0, 0],
          [0, 3, 1],
          [1, 0, 3],
        ],
      ],
    ],
    [
      'four strata',
      [
        [
          [3, 0],
          [0, 3],
        ],
        [
          [2, 0],
          [1, 3],
        ],
        [
          [3, 1],
          [0, 2],
        ],
        [
          [2, 0],
          [0, 2],
        ],
      ],
    ],
  ] as const)('is that of all tables: %s', (_, tables) => {
    const truth = enumerated(tables)
    const stream = draw(() => seeded('nine'))
    const found = Array.from({ length: 8 }, () => splittingTail(strata(tables), stream, 1e-9).pValue)
    const mean = count(found) / found.length
    // The relative standard error of the mean of eight.
    const error = Math.sqrt(Math.log2(1 / truth) / 256 / found.length)
    expect(Math.abs(mean / truth - 1)).toBeLessThan(5 * error)
  })

  it('ends far below what decides, as a bound', () => {
    const table = [
      [40, 0, 0],
      [0, 40, 0],
      [0, 0, 40],
    ]
    const { pValue, isBound } = splittingTail(
      strata([table]),
      draw(() => seeded('one')),
      1e-3,
    )
    expect(isBound).toBe(true)
    expect(pValue).toBeLessThan(1e-6)
    expect(pValue).toBeGreaterThan(1e-9)
    expect(informationOf(strata([table]))).toBeGreaterThan(100)
  })
})

it('sparse columns of noise are chosen no oftener than chance allows', async () => {
  // At 0.05 more than 2 of 8 is less likely than 1 in 150; by a fitted Gamma distribution about half chose something.
  let chosen = 0
  for (let seed = 0; seed < 8; seed++) {
    const { happens } = draws(seed)
    const of = (share: number) => Array.from({ length: 400 }, () => (happens(share) ? 1 : 0))
    const columns = Object.fromEntries(Array.from({ length: 120 }, (_, j) => [`x${j}`, of(0.012)]))
    const table = tableFromColumns({ ...columns, y: of(0.06).map((one) => (one ? 'rare' : 'usual')) })
    if ((await select(table, { target: 'y', method: 'jmi', asIs: true })).selected.length > 0) chosen++
  }
  expect(chosen).toBeLessThanOrEqual(2)
})
