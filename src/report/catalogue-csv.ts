import type { Catalogue } from '../trace/catalogue.ts'
import { csv } from './csv-lines.ts'

/** The catalogue as CSV, one line per method. */
export function catalogueCsv({ methods }: Catalogue): string {
  const rows = methods.map((method) => [
    method.id,
    method.shape,
    method.title,
    method.better,
    method.units,
    method.formula,
    method.source,
  ])
  return csv(['id', 'shape', 'title', 'better', 'units', 'formula', 'source'], rows)
}
