import { rankers, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { fill, namedBy, oddNumbers, ordinary, settle, specFor } from './tables.ts'
import { rank } from '../untyped.ts'

const supervised = rankers.filter(({ target }) => target !== null).map(({ id }) => id)

describe.each(supervised)('%s', (id) => {
  const { spec, outcome } = specFor(id)

  it.each(Object.entries(oddNumbers))('takes a target of numbers %s', async (_, cells) => {
    for (const task of ['regression', 'classification'] as const) {
      await settle(
        [
          ['plain', ordinary],
          ['outcome', cells],
        ],
        { ...spec, task },
        namedBy(id, /outcome|plain|class/),
      )
    }
  })

  it('a target without values, or with one, is an error that names it', async () => {
    for (const cells of [
      fill(() => null),
      fill(() => 3),
      fill(() => 'same'),
      fill((row) => (row < 5 ? 1 : null)),
    ]) {
      await expect(
        rank(
          tableFromColumns([
            ['plain', ordinary],
            ['outcome', cells],
          ]),
          spec,
        ),
      ).rejects.toThrow(/outcome/)
      await settle(
        [
          ['plain', ordinary],
          ['outcome', cells],
        ],
        spec,
        /outcome/,
      )
    }
  })

  it('a target that is no column is an error that offers the nearest', async () => {
    const asked = rank(
      tableFromColumns([
        ['plain', ordinary],
        ['outcome', outcome],
      ]),
      { ...spec, target: 'outcom' },
    )
    await expect(asked).rejects.toThrow('unknown target: outcom (did you mean outcome?)')
  })
})
