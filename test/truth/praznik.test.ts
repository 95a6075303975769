import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import praznik from './praznik.json' with { type: 'json' }
import { select } from '../untyped.ts'

/** Ours for each method of praznik. */
const ours: Readonly<Record<keyof typeof praznik.methods, string>> = {
  MIM: 'mim',
  JMI: 'jmi:form=sum',
  MRMR: 'mrmr',
  CMIM: 'cmim',
  JMIM: 'jmim',
  NJMIM: 'njmim',
  DISR: 'disr',
}
/** Shares have no unit once a column is selected. */
const shares = ['NJMIM', 'DISR']
const table = tableFromColumns(praznik.columns, { '*': 'categorical' })

describe('praznik', () => {
  it.each(Object.entries(praznik.methods))('%s', async (name, reference) => {
    const criterion = ours[name as keyof typeof ours]
    const { selected, steps } = await select(table, {
      target: 'y',
      criterion,
      k: reference.selected.length,
    })
    expect(selected).toEqual(reference.selected)
    for (const [i, { score }] of steps.entries()) {
      const isShare = i > 0 && shares.includes(name)
      near(score, isShare ? reference.scores[i] : reference.scores[i] / Math.LN2)
    }
  })

  it('JMI as means selects the same', async () => {
    const { selected } = await select(table, { target: 'y', criterion: 'jmi', stop: 'none' })
    expect(selected).toEqual(praznik.methods.JMI.selected)
  })
})
