import { singles } from '#core'
import type { Answer, Family, Request, Variable, Warning } from '#core'
import type { CandidateStep } from '../../shapes/step-criterion.ts'
import { informationOptions } from './information-options.ts'
import type { InformationOptions } from './information-options.ts'
import { conditionalRoute, conditionalRule } from './neighbour-routes.ts'
import type { InformationRoute } from './neighbour-routes.ts'

/* The terms of a step, estimated from neighbours of numbers as they are instead of counts of levels. */

const { k, scale, jitter } = informationOptions('nearest')
const byNeighbours = { estimator: ['nearest'] } as const

/** The options of a criterion of steps whose terms neighbours estimate too. */
export const termOptions = {
  estimator: {
    type: 'choice',
    of: ['plug-in', 'nearest'],
    default: 'plug-in',
    help: 'information from counts of levels, or from neighbours of numbers as they are (levels are at distance 0 or 1)',
  },
  k: { ...k, only: byNeighbours },
  scale: { ...scale, only: byNeighbours },
  jitter: { ...jitter, only: byNeighbours },
} as const

/** Terms that neighbours estimate: I(X_k;X_j), I(X_k;X_j|Y), I(X_k;Y|X_j) and I(X_k,X_j;Y). */
export type NeighbourTerm = 'redundancy' | 'conditional' | 'given' | 'joint'

/** Some terms of the candidates, in bits, or I(X_k;Y) where nothing is selected. */
type EstimatedTerm = NeighbourTerm | 'relevance'

/** A term of the candidates at some places. */
interface TermRoute {
  readonly term: EstimatedTerm
  readonly places: readonly number[]
  readonly route: InformationRoute
  readonly requests: readonly Request[]
}

type Step = Pick<CandidateStep, 'candidates' | 'selected' | 'target' | 'view' | 'options'>

/** Whether neighbours estimate the terms under some options. */
export function isByNeighbours(options: object): boolean {
  return 'estimator' in options && options.estimator === 'nearest'
}

export function neighbourNeeds(step: Step, terms: readonly EstimatedTerm[]): readonly Request[] {
  return routesOf(step, terms).flatMap(({ requests }) => requests)
}

interface FoundTerms {
  /** Those that were not requested are empty. */
  readonly terms: Readonly<Record<EstimatedTerm, Float64Array>>
  readonly n: Float64Array
  readonly why: readonly (string | undefined)[]
  readonly warnings: readonly Warning[]
}

export function neighbourFold(
  answers: readonly Answer[],
  step: Step,
  wanted: readonly EstimatedTerm[],
): FoundTerms {
  const { length } = step.candidates
  const none = new Float64Array(0)
  const terms = { relevance: none, redundancy: none, conditional: none, given: none, joint: none }
  for (const term of wanted) terms[term] = new Float64Array(length)
  const n = new Float64Array(length).fill(Infinity)
  const why = new Array<string | undefined>(length).fill(undefined)
  const warnings: Warning[] = []
  const routes = routesOf(step, wanted)
  let from = 0
  for (const { term, places, route, requests } of routes) {
    const found = route.fold(answers.slice(from, (from += requests.length)))
    places.forEach((place, i) => {
      terms[term][place] = found.score[i]
      n[place] = Math.min(n[place], found.n[i])
      why[place] ??= found.why?.[i]
    })
    warnings.push(...(found.warnings ?? []))
  }
  const areMixed = routes.some(({ term, places }) => term === wanted[0] && places.length < length)
  return { terms, n, why, warnings: [...warnings.slice(0, 1), ...(areMixed ? [mixed] : [])] }
}

const mixed: Warning = {
  code: 'mixed-estimators',
  message:
    'terms of numbers are estimated by Frenzel and Pompe, those with levels by Mesner and Shalizi; compare their scores with care',
}

/**
 * Each term of all candidates that are estimated alike: all terms of a pair by one rule, so that what they have in
 * common cancels out.
 */
function routesOf(
  { candidates, selected, target: y, view, options }: Step,
  terms: readonly EstimatedTerm[],
): readonly TermRoute[] {
  const x = selected.at(-1)
  const rules = candidates.map((one) => conditionalRule([one, y!, ...(x ? [x] : [])]))
  const how = { ...(options as Pick<InformationOptions, 'k' | 'scale' | 'jitter'>), clip: false }
  return terms.flatMap((term) =>
    [...new Set(rules)].map((rule): TermRoute => {
      const places = [...candidates.keys()].filter((place) => rules[place] === rule)
      const { sets, other, given } = questionOf(
        term,
        places.map((place) => candidates[place]),
        x!,
        y!,
      )
      const route = conditionalRoute(how, given, rule)
      return { term, places, route, requests: route.needs(sets, other, view) }
    }),
  )
}

/** What a term asks of some candidates beside a selected column x and the target y. */
function questionOf(
  term: EstimatedTerm,
  each: readonly Variable[],
  x: Variable,
  y: Variable,
): { readonly sets: Family; readonly other: Variable; readonly given: readonly Variable[] } {
  switch (term) {
    case 'relevance':
      return { sets: singles(each), other: y, given: [] }
    case 'redundancy':
      return { sets: singles(each), other: x, given: [] }
    case 'conditional':
      return { sets: singles(each), other: x, given: [y] }
    case 'given':
      return { sets: singles(each), other: y, given: [x] }
    case 'joint':
      return { sets: { base: [x], each }, other: y, given: [] }
  }
}
