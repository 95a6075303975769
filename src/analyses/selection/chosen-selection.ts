import { CribaError, outerMethodIds, resolveOptions, unknownName } from '#core'
import type {
  MethodSpec,
  OptionTable,
  OptionValue,
  OwnCriterion,
  SettledSelectSpec,
  SubsetFunction,
} from '#core'
import { findAnyCriterion, haltOf, none, rankers, setCriteria, stepCriteria } from '#methods'
import type { Cut, Halt, Search } from '#methods'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import { namedMethods } from '../scope/named-methods.ts'
import { cutFor, stopFor } from './chosen-stop.ts'
import { functionCriterion, functionId } from './function-criterion.ts'
import { methodOf, partsOf } from './method-parts.ts'
import { scorerOf, scoresSets } from './scorer.ts'
import type { AnyCriterion, Scorer } from './scorer.ts'
import { checkTogether } from './selection-checks.ts'

/** The choices of a spec of `select`: a criterion, a search that takes it, and when to stop. */
export interface ChosenSelection {
  /** The name in the catalogue, or that of the criterion. */
  readonly method: string
  readonly scorer: Scorer
  /** The other criterion of a Pareto front. */
  readonly second: Scorer | null
  readonly search: { readonly record: Search; readonly options: Readonly<Record<string, OptionValue>> }
  /** The stop in the words of a spec; null where the search evaluates every set. */
  readonly stop: string | null
  readonly halt: Halt
  /** Where a ranking is cut; null where it is not. */
  readonly cut: Cut | null
}

/** The scorers of a selection: one, or two of a Pareto front. */
export function scorersOf({ scorer, second }: Pick<ChosenSelection, 'scorer' | 'second'>): readonly Scorer[] {
  return second ? [scorer, second] : [scorer]
}

/**
 * Finds the criterion, search and stop of a spec; a search that cannot take the criterion is an error that
 * suggests one.
 */
export function chooseSelection(spec: SettledSelectSpec): ChosenSelection {
  const name = resolvedName(spec)
  return name === null ? choose(spec) : { ...choose({ ...spec, method: null }), method: name }
}

/**
 * The method's name, if the spec is that of a result, which has the criterion and the search of the method
 * too; else null.
 */
function resolvedName({ method, criterion, search }: SettledSelectSpec): string | null {
  if (typeof method !== 'string' || criterion === null || search === null) return null
  const named = namedMethods.find(({ id }) => id === method)
  const isIt = named?.criterion.method === nameOf(criterion) && named.search.method === nameOfSearch(search)
  return isIt ? named.id : null
}

function choose(spec: SettledSelectSpec): ChosenSelection {
  if (spec.method !== null && spec.criterion !== null) {
    const [method, criterion] = [nameOf(spec.method), nameOf(spec.criterion)]
    throw new CribaError(
      'invalid',
      `invalid criterion: ${criterion} (method ${method} has its own criterion: name one of them)`,
    )
  }
  const parts = partsOf(spec)
  const criterion = criterionOf(spec.method === null ? 'criterion' : 'method', parts.criterion, spec.seed)
  const { record, options } = parts.search
  const search = { record, options: resolve(record, options, spec.seed) }
  const scorer = scorerOf(criterion, search)
  checkTogether(search, scorer, spec)
  const cut = cutFor(spec, record, scorer)
  const stop = cut ? 'none' : stopFor(spec, record, scorer, parts.significance)
  return {
    method: parts.id ?? scorer.criterion.id,
    scorer,
    second: secondOf(spec, search),
    search,
    stop,
    halt: stop === null ? none : haltOf(stop),
    cut,
  }
}

/** The other criterion of a Pareto front: both must score sets, and the search must support fronts. */
function secondOf({ pareto, seed }: SettledSelectSpec, search: ChosenSelection['search']): Scorer | null {
  if (pareto === null) return null
  const chosen = criterionOf('criterion', pareto, seed)
  const { id, paretoFront } = search.record
  if (!paretoFront) {
    throw new CribaError('invalid', `invalid pareto: ${id} follows one criterion (use exhaustive)`)
  }
  if (scoresSets(chosen.criterion)) return scorerOf(chosen, search)
  throw new CribaError('unsuitable', `unsuitable criterion for pareto: ${chosen.criterion.id} scores no sets`)
}

function criterionOf(
  what: 'criterion' | 'method',
  given: NonNullable<SettledSelectSpec['criterion']>,
  seed: number,
): ChosenCriterion<AnyCriterion> {
  if (isOwn(given)) return { criterion: functionCriterion(given), options: {} }
  const isFunction = typeof given !== 'string' && 'criterion' in given
  const { method, options } = isFunction ? { method: '', options: {} } : methodOf(given)
  const criterion = isFunction ? (given.criterion as AnyCriterion) : findAnyCriterion(method)
  if (!criterion) throw unknown(what, method)
  return { criterion, options: resolve(criterion, options, seed) }
}

type CriterionInput = NonNullable<SettledSelectSpec['criterion']>

/** Whether the criterion is the user's own function. */
function isOwn(given: CriterionInput): given is SubsetFunction | OwnCriterion {
  if (typeof given === 'string' || 'criterion' in given) return false
  return typeof given === 'function' || typeof (given as Partial<OwnCriterion>).score === 'function'
}

/** The error for an unknown name; a method may be a criterion or a named method. */
function unknown(what: 'criterion' | 'method', name: string): CribaError {
  if (name === functionId) {
    return new CribaError(
      'invalid',
      `invalid ${what}: ${functionId} (give the function itself: a spec of plain data cannot hold it)`,
    )
  }
  const methods = [...stepCriteria, ...setCriteria, ...rankers, ...(what === 'method' ? namedMethods : [])]
  const outer = what === 'method' ? outerMethodIds : []
  return unknownName(
    what,
    name,
    [...new Set([...methods.map(({ id }) => id), ...outer])],
    '`criba methods` lists them',
  )
}

function nameOf(given: NonNullable<SettledSelectSpec['criterion']>): string {
  if (typeof given === 'string') return given
  if (isOwn(given)) return functionCriterion(given).id
  return 'criterion' in given ? given.criterion.id : given.method
}

function nameOfSearch(given: NonNullable<SettledSelectSpec['search']>): string {
  if (typeof given === 'string') return given
  return 'search' in given ? given.search.id : given.method
}

function resolve(
  { id, options: table }: { id: string; options: OptionTable },
  given: MethodSpec['options'],
  seed: number,
) {
  return resolveOptions(id, table, given, seed) as Readonly<Record<string, OptionValue>>
}
