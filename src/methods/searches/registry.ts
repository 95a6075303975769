import { unknownMethod } from '#core'
import type { Named, Shape } from '#core'
import { annealing } from './annealing.ts'
import { backward } from './backward.ts'
import { beam } from './beam.ts'
import { bestFirst } from './best-first.ts'
import { branchAndBound } from './branch-and-bound.ts'
import { earlyDropping } from './early-dropping.ts'
import { exhaustive } from './exhaustive.ts'
import { floatingBackward } from './floating-backward.ts'
import { floatingForward } from './floating-forward.ts'
import { forward } from './forward.ts'
import { genetic } from './genetic.ts'
import { hiton } from './hiton.ts'
import { incrementalAssociation } from './incremental-association.ts'
import { maxMin } from './max-min.ts'
import { particleSwarm } from './particle-swarm.ts'
import { plusLMinusR } from './plus-l-minus-r.ts'
import { random } from './random.ts'
import { ranking } from './ranking.ts'
import { recursiveElimination } from './recursive-elimination.ts'
import { ownSearches } from './search.ts'
import type { Search, SearchSpec } from './search.ts'
import { step } from './step.ts'

/** Every search, in the order of the catalogue. */
const searchMethods = [
  ranking,
  recursiveElimination,
  forward,
  backward,
  step,
  plusLMinusR,
  floatingForward,
  floatingBackward,
  beam,
  bestFirst,
  exhaustive,
  branchAndBound,
  random,
  annealing,
  genetic,
  particleSwarm,
  incrementalAssociation,
  earlyDropping,
  maxMin,
  hiton,
] as const

/** The type of a search under its name, for typed specs. */
type NamedSearchOf<M> = M extends { readonly search: { readonly id: infer Id extends string } } & ((
  options?: never,
) => unknown)
  ? Named<Id, M>
  : never

type Method = (typeof searchMethods)[number]
export type RegisteredSearch = NamedSearchOf<Method>
/** A search over candidates, which takes every criterion. */
export type RegisteredStepSearch = NamedSearchOf<Extract<Method, () => SearchSpec<Shape>>>

export const searches: readonly (Search & Pick<RegisteredSearch, 'id'>)[] = searchMethods.map(
  ({ search }) => search,
)

/** Finds a search by name; an unknown name is an error that suggests the nearest. */
export function findSearch(id: string): Search {
  const found = searches.find((search) => search.id === id) ?? ownSearches.find(id)
  if (found) return found
  throw unknownMethod('search', id, [...searches.map((search) => search.id), ...ownSearches.names()])
}
