import { tableFromColumns } from 'criba'
import { rankers } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { inTurn, isLong } from '../properties/runs.ts'
import { lawSourceOf } from '../contract/tables.ts'
import {
  fill,
  errorPattern,
  oddNumbers,
  ordinary,
  expectResultOrError,
  specFor,
  withNeeded,
} from './tables.ts'
import { rank } from '../untyped.ts'

const supervised = rankers.filter(({ target }) => target !== null).map(({ id }) => id)

describe.each(supervised)('%s', (id) => {
  const { spec, outcome } = specFor(id)

  const turn = supervised.indexOf(id)
  const tasks = ['regression', 'classification'] as const
  const odd = Object.entries(oddNumbers).map(([title, cells], place) => [title, cells, place + turn] as const)
  // Every method meets half of them, another one the other half.
  it.each(odd.filter(([, , place]) => isLong || place % 2 === 0))(
    'accepts a target of numbers %s',
    async (_, cells, place) => {
      for (const task of inTurn(tasks, place >> 1, 2)) {
        await expectResultOrError(
          [
            ['plain', ordinary],
            ['outcome', cells],
          ],
          { ...spec, task },
          errorPattern(id, /outcome|plain|class/),
          // Permutations wherever a distribution is in doubt, in turn.
          task === 'regression' && (isLong || place % 3 === 0) ? tableFromColumns : lawSourceOf,
        )
      }
    },
  )

  it('refuses a target without values, or with a single one, by name', async () => {
    const without = [fill(() => null), fill(() => 'same')]
    const single = [fill(() => 3), fill((row) => (row < 5 ? 1 : null))]
    // Of events at the same time, rows that have one and rows that have none still differ.
    for (const cells of spec.event ? without : [...without, ...single]) {
      const result = await expectResultOrError(
        [
          ['plain', ordinary],
          ['outcome', cells],
        ],
        spec,
        /outcome/,
      )
      expect(result).toBeNull()
    }
  })

  it('suggests the nearest column for an unknown target', async () => {
    const ranking = rank(
      tableFromColumns(
        withNeeded(
          [
            ['plain', ordinary],
            ['outcome', outcome],
          ],
          spec,
        ),
      ),
      { ...spec, target: 'outcom' },
    )
    await expect(ranking).rejects.toThrow('unknown target: outcom (did you mean outcome?)')
  })
})
