import { unknownName } from '#core'
import type { ExperimentList, ExperimentResult, ResultTable } from '#core'
import { tableOf } from './result-table.ts'

/**
 * The tables of an experiment, the main one first, or the one of a name; below the first what is claimed and
 * found.
 */
export function experimentTables(result: ExperimentResult, name?: string): readonly ResultTable[] {
  const { tables, claimed, found, source } = result
  const chosen = name === undefined ? tables : tables.filter((table) => table.name === name)
  if (chosen.length === 0) {
    throw unknownName(
      'table',
      name!,
      tables.map((table) => table.name),
    )
  }
  const notes = [`claimed: ${claimed}`, `found: ${found}`, `from: ${source}`]
  return chosen.map((table, place) => (place === 0 ? { ...table, notes } : table))
}

/** The list of experiments; `data` is the file that an experiment needs. */
export function experimentListTables({ experiments }: ExperimentList): readonly ResultTable[] {
  const table = tableOf(experiments, {
    name: ({ name }) => name,
    title: ({ title }) => title,
    source: ({ source }) => source,
    summary: ({ summary }) => summary,
    data: ({ data }) => data,
  })
  return [table]
}
