import { CribaError, methodText, outerMethodIds, resolveOptions, unknownMethod } from '#core'
import type {
  MethodSpec,
  OptionTable,
  OptionValue,
  OwnCriterion,
  SettledSelectSpec,
  SubsetFunction,
} from '#core'
import {
  findAnyCriterion,
  haltOf,
  isSignificance,
  none,
  parseCut,
  rankers,
  setCriteria,
  stepCriteria,
} from '#methods'
import type { Cut, Halt, Search } from '#methods'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import { criterionUnder, namedMethods } from '../scope/named-methods.ts'
import { methodOf, nameOfSearch, partsOf } from './method-parts.ts'
import type { MethodOptions } from './method-parts.ts'
import { functionCriterion, functionId, scorerOf, scoresSets } from './scorer.ts'
import type { AnyCriterion, Scorer } from './scorer.ts'
import { checkEvents, checkTogether } from './selection-checks.ts'

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
  if (!named) return null
  const ofSearch = typeof search === 'object' && 'method' in search ? search.options : undefined
  const isIt =
    criterionUnder(named, ofSearch).method === nameOf(criterion) &&
    named.search.method === nameGivenTo(search)
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
  if (spec.event !== null) checkEvents(search, scorer, stop)
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
  return unknownMethod(what, name, [...new Set([...methods.map(({ id }) => id), ...outer])])
}

function nameOf(given: NonNullable<SettledSelectSpec['criterion']>): string {
  if (typeof given === 'string') return given
  if (isOwn(given)) return functionCriterion(given).id
  return 'criterion' in given ? given.criterion.id : given.method
}

function nameGivenTo(given: NonNullable<SettledSelectSpec['search']>): string {
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

/** The cut of a ranking without k, stop or cut. */
const defaultCut = 'fdr:0.05'

/**
 * Where the ranking is cut, in merits. Only a ranking can be cut, and only one of k, stop and cut may be
 * given.
 */
function cutFor(
  { cut, k, stop }: SettledSelectSpec,
  search: Search,
  { criterion, ranker, options }: Scorer,
): Cut | null {
  const isRanking = search.id === 'ranking'
  if (cut === null) {
    const isBounded = k !== null || stop !== null || criterion.stop !== undefined
    if (isBounded || !isRanking || !ranker) return null
    const own = typeof ranker.cut === 'function' ? ranker.cut(options) : ranker.cut
    return inMerits(parseCut(own ?? defaultCut), criterion)
  }
  if (!isRanking) {
    throw new CribaError('invalid', `invalid cut: ${cut} (${search.id} is no ranking; use search ranking)`)
  }
  const other = k === null ? (stop === null || stop === 'none' ? null : 'stop') : 'k'
  if (other) throw new CribaError('invalid', `invalid cut: ${cut} (${other} is given too: name one of them)`)
  const parsed = parseCut(cut)
  if (parsed.by === 'chosen' && ranker?.cut !== 'chosen') {
    throw new CribaError(
      'invalid',
      `invalid cut: chosen (${criterion.id} chooses no columns; use top, share, above or fdr)`,
    )
  }
  return inMerits(parsed, criterion)
}

/** A cut at a score as a cut at its merit. */
export function inMerits(cut: Cut, criterion: Pick<Scorer['criterion'], 'better'>): Cut {
  return cut.by === 'above' && criterion.better === 'lower' ? { ...cut, at: -cut.at } : cut
}

/** The stop in the words of a spec; a stop or option without effect is refused. */
function stopFor(
  spec: SettledSelectSpec,
  search: Search,
  { can, defaultStop }: Scorer,
  ofSignificance: MethodOptions,
): string | null {
  const { stop, k } = spec
  const [name] = Object.keys(ofSignificance)
  if (!can.step || search.rescores || search.testsIndependence) {
    const text = stop ?? (name === undefined ? 'none' : 'significance')
    if (text === 'none') return null
    const own = nameOfSearch(spec, search)
    const epsilon = 'epsilon' in search.options ? ' or epsilon' : ''
    throw new CribaError(
      'invalid',
      `invalid stop: ${text} (${own} ends by itself; use k${epsilon}, or forward)`,
    )
  }
  const text = stop ?? (k === null || name !== undefined ? defaultStop : 'none')
  if (isSignificance(text)) {
    // Options of the default stop belong to the test of the criterion's gains, whoever asks for that test.
    const own = isSignificance(defaultStop) ? methodOf(defaultStop).options : {}
    const given = { ...own, ...methodOf(text).options }
    return methodText({ method: 'significance', options: { ...given, ...ofSignificance } })
  }
  if (name === undefined) return text
  throw new CribaError('invalid', `invalid ${name}: ${ofSignificance[name]} (stop ${text} tests nothing)`)
}
