import { catalogueText } from '../src/report/catalogue-text.ts'
import { catalogueCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { methods } from '../src/select/catalogue.ts'
import type { DataFlags } from './data-options.ts'
import { paperOf, print } from './terminal.ts'

/** `criba methods`: the catalogue, or one method in full. */
export function runMethods(id: string | undefined, { format }: Pick<DataFlags, 'format'>): void {
  const catalogue = methods(id)
  if (format === 'json') print(toJson(catalogue))
  else if (format === 'csv') print(catalogueCsv(catalogue))
  else print(catalogueText(catalogue, paperOf()))
}
