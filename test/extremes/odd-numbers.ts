import type { RankResult, Source, Table } from 'criba'
import { rankers } from 'criba/methods'
import { describe, it } from 'vitest'
import { lawSourceOf } from '../contract/tables.ts'
import type { Named } from '../laws/given.ts'
import { inTurn, isLong } from '../properties/runs.ts'
import type { RankSpec } from '../untyped.ts'
import { errorPattern, expectResultOrError, fill, hasGaps, oddNumbers, ordinary, specFor } from './tables.ts'

/**
 * Rankers give a result, or an error that names the column, for odd numbers, alone and beside others, under every way to treat
 * gaps, with permutations wherever a distribution is in doubt.
 */
export function holdOddNumbers(ids: readonly string[]): void {
  describe.each(ids)('%s', (id) => {
    it.each(Object.entries(oddNumbers))('accepts numbers %s', async (_, cells) => {
      await accepts(id, [['odd', cells]])
      await accepts(id, [
        ['plain', ordinary],
        ['odd', cells],
      ])
      const beside: Named = [
        ['odd', cells],
        ['plain', ordinary],
      ]
      for (const missing of waysOfGaps) await accepts(id, beside, { missing })
    })
  })
}

/**
 * The same of all odd numbers side by side, a column each. Where columns are scored together, or one is refused, they stand alone
 * and beside a plain one by turns, as permutations and the ways to treat gaps take turns.
 */
export function holdOddNumbersTogether(ids: readonly string[]): void {
  const odd = Object.entries(oddNumbers).map(([title, cells]) => [`odd: ${title}`, cells] as const)
  const plain = ['plain', ordinary] as const
  it.each(ids)('%s accepts odd numbers', async (id) => {
    const { joint } = rankers.find((one) => one.id === id)!
    const together = !joint && (await accepts(id, odd, {}, lawSourceOf))
    const turn = ids.indexOf(id)
    if (together) await accepts(id, inTurn(odd, turn, 4))
    for (const [place, one] of odd.entries()) {
      const isTurn = isLong || (place + turn) % 3 === 0
      if (!together && isTurn) await accepts(id, (place + turn) % 2 ? [one] : [plain, one], {}, lawSourceOf)
      if (hasGaps(one[1])) await accepts(id, [one, plain], { missing: waysOfGaps[(place + turn) % 3] })
    }
  })
}

const waysOfGaps = ['complete', 'median', 'level'] as const

/** The result of a ranker over such columns, if it is no error that names an odd one. */
function accepts(
  id: string,
  columns: Named,
  given: RankSpec = {},
  sourceOf?: (columns: Named) => Table | Source,
): Promise<RankResult | null> {
  const { spec, outcome } = specFor(id)
  const named = errorPattern(id, given.missing ? /odd|outcome/ : /odd/)
  return expectResultOrError([...columns, ['outcome', outcome]], { ...spec, ...given }, named, sourceOf)
}

/** Rankers give a result for weights that are no whole numbers. */
export function holdFractionalWeights(
  ids: readonly string[],
  weightsFor: (place: number) => readonly number[],
): void {
  describe('fractional weights give valid results', () => {
    it.each(ids)('%s', async (id) => {
      const { spec, outcome } = specFor(id)
      for (const weight of weightsFor(ids.indexOf(id))) {
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
