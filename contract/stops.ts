import type { SelectResult } from '../src/index.ts'
import { selectBy } from './calls.ts'
import { checkName, ensure, ensureSame } from './law.ts'
import type { Law } from './law.ts'
import { columnsOf, tableOf } from './tables.ts'

/**
 * What holds of every stop, given as text: each search begins anew, it ends every search over candidates, and
 * its p-values are such.
 *
 * @example for (const { name, check } of stopContract(atMost({ bits: 0.5 }))) it(name, check)
 */
export function stopContract(stop: string): readonly Law[] {
  checkName('stop', stop)
  const table = tableOf(columnsOf({ features: 'categorical', target: 'classes' }, 1))
  const run = (search: string): Promise<SelectResult> => {
    const spec = { target: 'y', criterion: 'jmi', search, stop, evidence: false }
    return selectBy(table, spec)
  }
  return ['forward', 'ranking', 'beam', 'best-first'].flatMap((search) => [
    {
      name: `ends ${search}, and begins anew in the next`,
      check: async () => {
        const first = await run(search)
        ensure(first.stopped.length > 0, 'no reason to end')
        const second = await run(search)
        ensureSame(
          [first.selected, first.setAside],
          [second.selected, second.setAside],
          'the second search differs',
        )
      },
    },
    {
      name: `gives p-values from 0 to 1 in ${search}`,
      check: async () => {
        const { steps, setAside } = await run(search)
        for (const { feature, pValue } of [...steps, ...setAside]) {
          if (pValue === undefined) continue
          ensure(Number(pValue) >= 0 && Number(pValue) <= 1, `p = ${pValue} of ${feature}`)
        }
      },
    },
  ])
}
