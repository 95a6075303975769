import { expect, describe, it } from 'vitest'
import { lawSourceOf } from '../contract/tables.ts'
import { findDiscretiser } from '../../dist/src/methods/discretisers/discretiser.js'
import { discretisers } from '../../dist/src/core/spec/rank-spec.js'
import { errorPattern, expectResultOrError, oddNumbers, ordinary, specFor } from './tables.ts'

/** The discretisers that a method may be given: some need a target. */
const discretisersFor = (id: string) =>
  discretisers.filter((one) => !findDiscretiser(one).supervised || specFor(id).spec.target !== undefined)

/** Rankers give a result, or an error that names the column, for odd numbers under every discretiser. */
export function holdDiscretisers(ids: readonly string[]): void {
  describe.each(ids)('%s', (id) => {
    const { spec, outcome } = specFor(id)

    it.each(Object.entries(oddNumbers))('accepts numbers %s under every discretiser', async (_, cells) => {
      for (const discretise of discretisersFor(id)) {
        await expectResultOrError(
          [
            ['odd', cells],
            ['plain', ordinary],
            ['outcome', outcome],
          ],
          { ...spec, discretise },
          errorPattern(id, /odd/),
        )
      }
    })
  })
}

/** The same of all odd numbers side by side, a column each; each alone where one is refused. */
export function holdDiscretisersTogether(ids: readonly string[]): void {
  const odd = Object.entries(oddNumbers).map(([title, cells]) => [`odd: ${title}`, cells] as const)
  const accepts = (id: string, discretise: (typeof discretisers)[number], columns: typeof odd) => {
    const { spec, outcome } = specFor(id)
    const all = [...columns, ['plain', ordinary], ['outcome', outcome]] as const
    return expectResultOrError(all, { ...spec, discretise }, errorPattern(id, /odd/), lawSourceOf)
  }
  it.each(ids)('%s accepts odd numbers under every discretiser', async (id) => {
    expect(discretisersFor(id)).not.toHaveLength(0)
    for (const discretise of discretisersFor(id)) {
      if (!(await accepts(id, discretise, odd))) for (const one of odd) await accepts(id, discretise, [one])
    }
  })
}
