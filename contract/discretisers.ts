import type { OwnDiscretiserName, RankResult } from '../src/index.ts'
import { rankBy } from './calls.ts'
import { checkName, ensure, isNear, refusal } from './law.ts'
import type { Law } from './law.ts'
import { columnsOf, reordered, repeated, tableOf, withGaps } from './tables.ts'
import type { Columns } from './tables.ts'

/**
 * What holds of every discretiser: ascending finite cuts, whatever the order of rows; a row of weight 2
 * counts twice; constant columns, ties, missing and very large values.
 *
 * @example for (const { name, check } of discretiserContract(halves)) it(name, check)
 */
export function discretiserContract(discretise: OwnDiscretiserName): readonly Law[] {
  checkName('discretiser', discretise)
  const columns = columnsOf({ features: 'numeric', target: 'classes' }, 1)
  const cutsOf = async (given: Columns, weights?: string) => {
    const spec = {
      target: 'y',
      by: ['mutual-information' as const],
      discretise,
      ...(weights !== undefined && { weights }),
    }
    const { coding } = await rankBy(tableOf(given), spec)
    return cutsByName(coding)
  }
  return [
    {
      name: 'makes ascending, finite cuts',
      check: async () => {
        for (const [name, cuts] of await cutsOf(columns)) {
          ensure(cuts.every(Number.isFinite), `not finite: ${name}`)
          ensure(
            cuts.every((cut, i) => i === 0 || cut > cuts[i - 1]),
            `not ascending: ${name} ${cuts.join()}`,
          )
        }
      },
    },
    {
      name: 'does not see the order of rows',
      check: async () => {
        compare(await cutsOf(columns), await cutsOf(reordered(columns)))
      },
    },
    {
      name: 'counts a row of weight 2 twice',
      check: async () => {
        const { rows, weights } = repeated(columns)
        const weighted = await cutsOf({ ...columns, w: weights }, 'w')
        compare(await cutsOf(rows), weighted)
      },
    },
    {
      name: 'takes constant columns, ties, missing and very large values, or says why not',
      check: async () => {
        const odd = {
          ...withGaps(columns),
          c: columns['c'].map((_, row) => row % 2),
          d: columns['d'].map(() => 3),
          e: columns['e'].map((value, row) => (row === 0 ? 1e300 : value)),
        }
        const found = await cutsOf(odd).catch(refusal)
        for (const [name, cuts] of found ?? []) ensure(cuts.every(Number.isFinite), `not finite: ${name}`)
      },
    },
  ]
}

function cutsByName(coding: RankResult['coding']): ReadonlyMap<string, readonly number[]> {
  const found = coding.map(({ feature, cuts = [] }) => [feature, cuts] as const)
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function compare(
  one: ReadonlyMap<string, readonly number[]>,
  other: ReadonlyMap<string, readonly number[]>,
): void {
  for (const [name, cuts] of one) {
    const found = other.get(name) ?? []
    const isSame = cuts.length === found.length && cuts.every((cut, i) => isNear(cut, found[i]))
    ensure(isSame, `other cuts of ${name}: ${cuts.join(', ')} and ${found.join(', ')}`)
  }
}
