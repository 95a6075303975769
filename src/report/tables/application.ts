import type { AppliedColumn, ApplyResult, ResultTable } from '#core'
import { applicationFacts, shiftNote } from '../application-text.ts'
import { clean } from '../text.ts'
import { tableOf } from './result-table.ts'

/** A selection applied to other data, a row for each column. */
export function applicationTables(result: ApplyResult, name: string): readonly ResultTable[] {
  const { target } = result
  const columns = [...result.columns, ...(target ? [target] : [])]
  const table = tableOf(
    columns,
    {
      feature: ({ feature }) => feature,
      type: ({ type }) => type,
      rows: ({ rows }) => rows,
      missing: ({ missing }) => missing,
      trainingRows: ({ training }) => training?.rows,
      trainingMissing: ({ training }) => training?.missing,
      unseenLevels: ({ unseen }) => unseen?.count,
      unseenRows: ({ unseen }) => unseen?.rows,
      below: ({ outside }) => outside?.below,
      above: ({ outside }) => outside?.above,
      psi: ({ psi }) => psi,
      ks: ({ ks }) => ks?.statistic,
      pValue: ({ ks }) => ks?.pValue,
      shift: ({ shift }) => shift,
      ...(target && { role: (column: AppliedColumn) => (column === target ? 'target' : 'chosen') }),
    },
    [
      `data: ${clean(name)}, ${applicationFacts(result)}`,
      ...(columns.some(({ training }) => training) ? [shiftNote] : []),
    ],
  )
  return [table]
}
