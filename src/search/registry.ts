import { unknownName } from '../spec/error.ts'
import { exhaustive } from './exhaustive.ts'
import { forward } from './forward.ts'
import type { Search } from './search.ts'

/** Every search, in the order of the catalogue. */
export const searches: readonly Search[] = [forward, exhaustive].map(({ search }) => search)

/** The search of that name; an unknown name is an error that offers the nearest. */
export function findSearch(id: string): Search {
  const found = searches.find((search) => search.id === id)
  if (found) return found
  throw unknownName(
    'search',
    id,
    searches.map((search) => search.id),
  )
}
