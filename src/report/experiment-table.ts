import { unknownName } from '#core'
import type { ExperimentResult, ReportTable } from '#core'

/** A table of an experiment by its name; by default the main one. Refuses an unknown name. */
export function experimentTable({ tables }: ExperimentResult, name?: string): ReportTable {
  if (name === undefined) return tables[0]
  const table = tables.find((one) => one.name === name)
  if (!table) {
    throw unknownName(
      'table',
      name,
      tables.map((one) => one.name),
    )
  }
  return table
}
