import type { ExperimentList, ExperimentResult } from '#core'
import { csv } from './csv-lines.ts'
import { experimentTable } from './experiment-table.ts'

/** One table of an experiment as CSV: the main one, or that of a name. */
export function experimentCsv(result: ExperimentResult, name?: string): string {
  const { columns, rows } = experimentTable(result, name)
  return csv(columns, rows)
}

/** The list of experiments as CSV; `data` is the file that an experiment needs. */
export function experimentListCsv({ experiments }: ExperimentList): string {
  const rows = experiments.map(({ name, title, source, summary, data }) => [
    name,
    title,
    source,
    summary,
    data,
  ])
  return csv(['name', 'title', 'source', 'summary', 'data'], rows)
}
