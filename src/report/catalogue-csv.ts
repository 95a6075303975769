import type { Catalogue } from '#core'
import { csv } from './csv-lines.ts'

/** The catalogue as CSV, one line per method, search and learner; a cell that does not apply is empty. */
export function catalogueCsv({ methods, searches, learners }: Catalogue): string {
  const rows = [
    ...methods.map(({ id, shape, title, better, units, formula, source }) => [
      id,
      shape,
      title,
      better,
      units,
      formula,
      source,
      'method',
    ]),
    ...searches.map(({ id, shape, title, source }) => [id, shape, title, '', '', '', source, 'search']),
    ...learners.map(({ id, title, source }) => [id, '', title, '', '', '', source, 'learner']),
  ]
  return csv(['id', 'shape', 'title', 'better', 'units', 'formula', 'source', 'kind'], rows)
}
