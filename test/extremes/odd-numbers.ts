import { tableFromColumns } from 'criba'
import { describe, it } from 'vitest'
import { lawSourceOf } from '../contract/tables.ts'
import { errorPattern, expectResultOrError, hasGaps, oddNumbers, ordinary, specFor } from './tables.ts'

/**
 * Rankers give a result, or an error that names the column, for odd numbers, alone and beside others. With `all`, also where
 * gaps are treated in another way but there are none, and with permutations wherever a distribution is in doubt.
 */
export function holdOddNumbers(ids: readonly string[], { all = false } = {}): void {
  describe.each(ids)('%s', (id) => {
    const { spec, outcome } = specFor(id)

    it.each(Object.entries(oddNumbers))('accepts numbers %s', async (_, cells) => {
      await expectResultOrError(
        [
          ['odd', cells],
          ['outcome', outcome],
        ],
        spec,
        errorPattern(id, /odd/),
      )
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
      for (const missing of ['complete', 'median', 'level'] as const) {
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
    })
  })
}
