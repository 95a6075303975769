import type { Source, Table } from 'criba'
import { describe, it } from 'vitest'
import { findDiscretiser } from '../../dist/src/methods/discretisers/discretiser.js'
import { discretisers } from '../../dist/src/core/spec/rank-spec.js'
import type { Named } from '../laws/given.ts'
import { errorPattern, expectResultOrError, oddNumbers, ordinary, specFor } from './tables.ts'

/** Rankers give a result, or an error that names the column, for odd numbers under every discretiser. */
export function holdDiscretisers(
  ids: readonly string[],
  sourceOf?: (columns: Named) => Table | Source,
): void {
  describe.each(ids)('%s', (id) => {
    const { spec, outcome } = specFor(id)

    it.each(Object.entries(oddNumbers))('accepts numbers %s under every discretiser', async (_, cells) => {
      for (const discretise of discretisers) {
        if (findDiscretiser(discretise).supervised && spec.target === undefined) continue
        await expectResultOrError(
          [
            ['odd', cells],
            ['plain', ordinary],
            ['outcome', outcome],
          ],
          { ...spec, discretise },
          errorPattern(id, /odd/),
          sourceOf,
        )
      }
    })
  })
}
