import { readFileSync } from 'node:fs'
import type { Catalogue } from '#core'
import { pickMethod } from '#analyses'
import { catalogueTables, catalogueText } from '#report'
import type { Flags } from './flags.ts'
import { printResult } from './print-result.ts'
import { print } from './terminal.ts'

/** `criba methods`: the catalogue or one of its entries, from the file that the build writes. */
export async function runMethods(id: string | undefined, flags: Flags): Promise<void> {
  const all = JSON.parse(readFileSync(new URL('./catalogue.json', import.meta.url), 'utf8')) as Catalogue
  const catalogue = id === undefined ? all : pickMethod(all, id)
  if (flags['bibtex'] === true) {
    const { bibtexOf } = await import('#report/on-demand')
    print(bibtexOf(catalogue))
    return
  }
  printResult(catalogue, flags, {
    tables: () => catalogueTables(catalogue),
    text: (display) => catalogueText(catalogue, display),
  })
}
