import { tableFromColumns } from 'criba'
import { rankers } from 'criba/methods'
import { describe, it } from 'vitest'
import { lawSourceOf } from '../contract/tables.ts'
import { errorPattern, expectResultOrError, fill, hasGaps, oddNumbers, ordinary, specFor } from './tables.ts'

/**
 * Rankers give a result, or an error that names the column, for odd numbers, alone and beside others. With `all`, also beside
 * others where a score does not depend on them, where gaps are treated in another way but there are none, and with
 * permutations wherever a distribution is in doubt; otherwise these and the ways to treat gaps take turns.
 */
export function holdOddNumbers(ids: readonly string[], { all = false } = {}): void {
  describe.each(ids)('%s', (id) => {
    const { spec, outcome } = specFor(id)
    const { joint } = rankers.find((one) => one.id === id)!
    const turn = ids.indexOf(id) % 3

    it.each(Object.entries(oddNumbers).map(([title, cells], place) => [title, cells, place] as const))(
      'accepts numbers %s',
      async (_, cells, place) => {
        const alone = await expectResultOrError(
          [
            ['odd', cells],
            ['outcome', outcome],
          ],
          spec,
          errorPattern(id, /odd/),
          all || place % 3 === turn ? tableFromColumns : lawSourceOf,
        )
        if (all || joint || !alone)
          await expectResultOrError(
            [
              ['plain', ordinary],
              ['odd', cells],
              ['outcome', outcome],
            ],
            spec,
            errorPattern(id, /odd/),
            all ? tableFromColumns : lawSourceOf,
          )
        if (!all && !hasGaps(cells)) return
        const ways = ['complete', 'median', 'level'] as const
        for (const missing of all ? ways : [ways[(place + turn) % 3]]) {
          await expectResultOrError(
            [
              ['odd', cells],
              ['plain', ordinary],
              ['outcome', outcome],
            ],
            { ...spec, missing },
            errorPattern(id, /odd|outcome/),
          )
        }
      },
    )
  })
}

/** Rankers give a result for weights that are no whole numbers. */
export function holdFractionalWeights(ids: readonly string[], weights: readonly number[]): void {
  describe('fractional weights give valid results', () => {
    it.each(ids)('%s', async (id) => {
      const { spec, outcome } = specFor(id)
      for (const weight of weights) {
        await expectResultOrError(
          [
            ['x', ordinary],
            ['w', fill((row) => weight * (1 + (row % 3)))],
            ['outcome', outcome],
          ],
          { ...spec, weights: 'w' },
          /./,
        )
      }
    })
  })
}
