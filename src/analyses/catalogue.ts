import { textIn } from '#core'
import type { Catalogue } from '#core'
// Browsers get its data in place of this file: the records of all methods are eight times as large.
import { wholeCatalogue } from './catalogue-entries.ts'
import { pickMethod } from './scope/pick-method.ts'

/** Every method, search and learner of criba, or the one named, as data. */
export function methods(id?: string): Catalogue {
  const name = textIn('method', id, 'a name')
  const catalogue = wholeCatalogue()
  return name === null ? catalogue : pickMethod(catalogue, name)
}
