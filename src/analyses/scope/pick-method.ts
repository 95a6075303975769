import { unknownMethod } from '#core'
import type { Catalogue } from '#core'

/**
 * The catalogue with only the method, search or learner of that name; an unknown name is an error that
 * suggests the nearest.
 */
export function pickMethod(catalogue: Catalogue, id: string): Catalogue {
  const isIt = (entry: { readonly id: string }) => entry.id === id
  const { methods, searches, learners } = catalogue
  const all = [...methods, ...searches, ...learners]
  if (all.some(isIt)) {
    return {
      ...catalogue,
      methods: methods.filter(isIt),
      searches: searches.filter(isIt),
      learners: learners.filter(isIt),
    }
  }
  throw unknownMethod(
    'method, search or learner',
    id,
    all.map((entry) => entry.id),
  )
}
