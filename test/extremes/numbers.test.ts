import { rankers } from 'criba'
import { describe, it } from 'vitest'
import { holdDiscretisers } from './discretisers.ts'
import { fill, errorPattern, oddNumbers, ordinary, expectResultOrError, specFor } from './tables.ts'

describe.each(rankers.map(({ id }) => id))('%s', (id) => {
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
    )
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

// All rankers in numbers.long.ts.
holdDiscretisers(['mutual-information', 'chi2', 'fisher'])

it('fractional weights give valid results', async () => {
  for (const { id } of rankers) {
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
  }
})
