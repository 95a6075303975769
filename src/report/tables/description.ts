import type { Description, ResultTable } from '#core'
import { dataNote } from '../data-text.ts'
import { allKinds, findingNotes } from '../findings-text.ts'
import { tableOf } from './result-table.ts'

/** A description, a row for each column. */
export function descriptionTables(description: Description, name: string): readonly ResultTable[] {
  const { columns, data } = description
  const table = tableOf(
    columns,
    {
      name: ({ name }) => name,
      type: ({ type }) => type,
      missing: ({ missing }) => missing,
      distinct: ({ distinct }) => distinct,
      min: ({ min }) => min,
      max: ({ max }) => max,
    },
    [
      dataNote(data, name),
      ...findingNotes(columns, allKinds, description.spec.target !== null).map(
        (found) => `to check: ${found}`,
      ),
    ],
  )
  return [table]
}
