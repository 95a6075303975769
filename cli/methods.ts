import { readFileSync } from 'node:fs'
import type { Catalogue } from '#core'
import { pickMethod } from '#analyses'
import { catalogueCsv, catalogueText, toJson } from '#report'
import type { Flags } from './flags.ts'
import { displayOf, print } from './terminal.ts'

/** `criba methods`: the catalogue or one of its entries, from the file that the build writes. */
export function runMethods(id: string | undefined, { format }: Flags): void {
  const all = JSON.parse(readFileSync(new URL('./catalogue.json', import.meta.url), 'utf8')) as Catalogue
  const catalogue = id === undefined ? all : pickMethod(all, id)
  if (format === 'json') print(toJson(catalogue))
  else if (format === 'csv') print(catalogueCsv(catalogue))
  else print(catalogueText(catalogue, displayOf()))
}
