import { rankers } from 'criba'
import { describe, it } from 'vitest'
import { cutters } from '../../dist/src/coding/discretiser.js'
import { discretisers } from '../../dist/src/spec/rank-spec.js'
import { fill, namedBy, oddNumbers, ordinary, settle, specFor } from './tables.ts'

describe.each(rankers.map(({ id }) => id))('%s', (id) => {
  const { spec, outcome } = specFor(id)

  it.each(Object.entries(oddNumbers))('takes numbers %s', async (_, cells) => {
    await settle(
      [
        ['odd', cells],
        ['outcome', outcome],
      ],
      spec,
      namedBy(id, /odd/),
    )
    await settle(
      [
        ['plain', ordinary],
        ['odd', cells],
        ['outcome', outcome],
      ],
      spec,
      namedBy(id, /odd/),
    )
    for (const missing of ['complete', 'median', 'level'] as const) {
      await settle(
        [
          ['odd', cells],
          ['plain', ordinary],
          ['outcome', outcome],
        ],
        { ...spec, missing },
        namedBy(id, /odd|outcome/),
      )
    }
  })

  it.each(Object.entries(oddNumbers))('takes numbers %s under every discretiser', async (_, cells) => {
    for (const discretise of discretisers) {
      if (cutters[discretise].supervised && spec.target === undefined) continue
      await settle(
        [
          ['odd', cells],
          ['plain', ordinary],
          ['outcome', outcome],
        ],
        { ...spec, discretise },
        namedBy(id, /odd/),
      )
    }
  })
})

it('fractional weights give plain results', async () => {
  for (const { id } of rankers) {
    const { spec, outcome } = specFor(id)
    for (const weight of [0.1, 0.5, 1.5, 1e-3, 1e6]) {
      await settle(
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
