import { rankers } from 'criba'
import { describe, it } from 'vitest'
import { lawSourceOf } from '../contract/tables.ts'
import { holdDiscretisers } from './discretisers.ts'
import { holdOddNumbers } from './odd-numbers.ts'
import { fill, ordinary, expectResultOrError, specFor } from './tables.ts'

const ids = rankers.map(({ id }) => id)

// All treatments of gaps in numbers.long.ts.
holdOddNumbers(ids)

// All rankers in numbers.long.ts.
holdDiscretisers(['mutual-information', 'chi2', 'fisher'], lawSourceOf)

describe('fractional weights give valid results', () => {
  it.each(ids)('%s', async (id) => {
    const { spec, outcome } = specFor(id)
    for (const weight of [0.1, 0.5, 1.5, 1e-3, 1e6]) {
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
