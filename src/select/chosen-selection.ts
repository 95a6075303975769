import type { RankCriterion } from '../criteria/criterion.ts'
import { criteria, findAny, merits, steps } from '../criteria/registry.ts'
import type { StepCriterion } from '../criteria/step-criterion.ts'
import type { SubsetCriterion } from '../criteria/subset-criterion.ts'
import { findSearch } from '../search/registry.ts'
import type { Search } from '../search/search.ts'
import { CribaError, unknownName } from '../spec/error.ts'
import { parseMethod } from '../spec/method-text.ts'
import type { MethodSpec, Shape } from '../spec/method-text.ts'
import { resolveOptions } from '../spec/options.ts'
import type { OptionTable, OptionValue } from '../spec/options.ts'
import type { OwnCriterion, SettledSelectSpec, SubsetFunction } from '../spec/select-spec.ts'
import { none, leastGain } from '../stop/halt.ts'
import { parseCut } from '../stop/cut.ts'
import type { Cut } from '../stop/cut.ts'
import type { Halt } from '../stop/halt.ts'
import { partialF, partialFOptions } from '../stop/partial-f.ts'
import { significance, significanceOptions } from '../stop/significance.ts'
import type { Chosen } from './chosen-methods.ts'
import { functionCriterion, functionId } from './function-criterion.ts'
import { namedMethods } from './named-methods.ts'
import type { NamedMethod } from './named-methods.ts'
import { checkTogether } from './selection-checks.ts'

/** When a search ends that nobody bounds; a ranking is cut instead. */
const defaultStop = { step: 'significance', subset: 'gain:0', rank: 'significance' } as const
const defaultCut = 'fdr:0.05'

export type AnyCriterion = RankCriterion | StepCriterion | SubsetCriterion

/** What a spec of `select` asks for: a criterion, a search that takes it, and when to stop. */
export interface ChosenSelection {
  /** The name in the catalogue, or that of the criterion. */
  readonly method: string
  readonly criterion: Chosen<AnyCriterion>
  /** The other criterion of a Pareto front. */
  readonly second: Chosen<SubsetCriterion> | null
  readonly search: { readonly record: Search; readonly options: Readonly<Record<string, OptionValue>> }
  /** When to stop, as a spec says it; null where the search looks at every set. */
  readonly stop: string | null
  readonly halt: Halt
  /** Where a ranking is cut; null where nothing cuts it. */
  readonly cut: Cut | null
}

/** Finds what a spec names; a search that cannot take the criterion is an error that says what can. */
export function chooseSelection(spec: SettledSelectSpec): ChosenSelection {
  const name = resolvedName(spec)
  return name === null ? choose(spec) : { ...choose({ ...spec, method: null }), method: name }
}

/** The method's name in the spec of a result, which holds what the name stands for too; null for any other spec. */
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
      `invalid criterion: ${criterion} (method ${method} is named too, and has its own: name one of them)`,
    )
  }
  const named = spec.method === null ? null : findNamed(methodOf(spec.method))
  if (named && spec.search !== null) {
    throw new CribaError(
      'invalid',
      `invalid search: method ${named.id} has its own (use criterion and search)`,
    )
  }
  const what = spec.method === null ? 'criterion' : 'method'
  const criterion = criterionOf(what, named?.criterion ?? spec.criterion ?? spec.method ?? 'jmi')
  const { id, shape } = criterion.criterion
  const search = searchOf(named?.search ?? spec.search ?? (shape === 'rank' ? 'ranking' : 'forward'))
  if (search.record.eats === 'subset' && shape !== 'subset') {
    throw new CribaError(
      'unsuitable',
      `unsuitable search for ${id}: ${search.record.id} looks at whole sets (use forward, or joint-mi)`,
    )
  }
  checkTogether(search.record, criterion, spec)
  const cut = cutOf(spec, search.record, criterion.criterion)
  const stop = cut ? 'none' : stopOf(spec, search.record, shape)
  const second = secondOf(spec, search.record, criterion.criterion)
  return {
    method: named?.id ?? id,
    criterion,
    second,
    search,
    stop,
    halt: stop === null ? none : haltOf(stop),
    cut,
  }
}

/** The other criterion of a Pareto front: both score sets, and a search that looks at all of them finds it. */
function secondOf({ pareto, landscape }: SettledSelectSpec, search: Search, first: AnyCriterion) {
  if (pareto === null) return null
  const { criterion, options } = criterionOf('criterion', pareto)
  if (!search.paretoFront) {
    throw new CribaError('invalid', `invalid pareto: ${search.id} follows one criterion (use exhaustive)`)
  }
  if (landscape !== null) {
    throw new CribaError(
      'invalid',
      `invalid landscape: ${landscape} (pareto lists the front: name one of them)`,
    )
  }
  if (first.shape === 'subset' && criterion.shape === 'subset') return { criterion, options }
  throw new CribaError('unsuitable', `unsuitable criterion for pareto: ${criterion.id} scores no sets`)
}

/** Where the ranking is cut, in merits; only a ranking can be, and of k, stop and cut one is enough. */
function cutOf({ cut, k, stop }: SettledSelectSpec, search: Search, criterion: AnyCriterion): Cut | null {
  const isRanking = search.id === 'ranking'
  if (cut === null) {
    const isBounded = k !== null || stop !== null || !isRanking || criterion.shape !== 'rank'
    return isBounded ? null : parseCut(defaultCut)
  }
  if (!isRanking)
    throw new CribaError('invalid', `invalid cut: ${cut} (${search.id} is no ranking; use search ranking)`)
  const other = k === null ? (stop === null || stop === 'none' ? null : 'stop') : 'k'
  if (other) throw new CribaError('invalid', `invalid cut: ${cut} (${other} is given too: name one of them)`)
  return inMerits(parseCut(cut), criterion)
}

/** A cut at a score as one at its merit. */
export function inMerits(cut: Cut, criterion: AnyCriterion): Cut {
  return cut.by === 'above' && criterion.better === 'lower' ? { ...cut, at: -cut.at } : cut
}

/** When to stop; what would change nothing is refused. */
function stopOf({ stop, landscape, k }: SettledSelectSpec, { id, eats }: Search, shape: Shape) {
  if (landscape !== null && eats !== 'subset') {
    throw new CribaError('invalid', `invalid landscape: ${landscape} (${id} lists no sets; use exhaustive)`)
  }
  if (eats === 'subset') {
    if (stop === null || stop === 'none') return null
    throw new CribaError('invalid', `invalid stop: ${stop} (${id} ends by itself; use k, or forward)`)
  }
  return stop ?? (k === null ? defaultStop[shape] : 'none')
}

function criterionOf(
  what: 'criterion' | 'method',
  given: NonNullable<SettledSelectSpec['criterion']>,
): Chosen<AnyCriterion> {
  if (isOwn(given)) return { criterion: functionCriterion(given), options: {} }
  const isFunction = typeof given !== 'string' && 'criterion' in given
  const { method, options } = isFunction ? { method: '', options: {} } : methodOf(given)
  const criterion = isFunction ? (given.criterion as AnyCriterion) : findAny(method)
  if (!criterion) throw unknown(what, method)
  return { criterion, options: resolve(criterion, options) }
}

type Given = NonNullable<SettledSelectSpec['criterion']>

/** Whether a function of the user's is the criterion. */
function isOwn(given: Given): given is SubsetFunction | OwnCriterion {
  if (typeof given === 'string' || 'criterion' in given) return false
  return typeof given === 'function' || typeof (given as Partial<OwnCriterion>).score === 'function'
}

/** No such name; a method may be that of a criterion, or one of its own. */
function unknown(what: 'criterion' | 'method', name: string): CribaError {
  if (name === functionId) {
    return new CribaError(
      'invalid',
      `invalid ${what}: ${functionId} (give the function itself: a spec of plain data cannot hold it)`,
    )
  }
  const known = [...steps, ...merits, ...criteria, ...(what === 'method' ? namedMethods : [])]
  return unknownName(what, name, [...new Set(known.map(({ id }) => id))], '`criba methods` lists them')
}

/** The criterion and the search of a name of its own, which share the options given; null for any other name. */
function findNamed({
  method,
  options,
}: Required<Pick<MethodSpec, 'method' | 'options'>>): NamedMethod | null {
  const named = namedMethods.find(({ id }) => id === method)
  if (!named) return null
  const { search } = named
  const given = Object.entries(options)
  const isOfSearch = ([name]: (typeof given)[number]) =>
    Object.hasOwn(findSearch(search.method).options, name)
  const ofSearch = given.filter(isOfSearch)
  const ofCriterion = given.filter((option) => !isOfSearch(option))
  return {
    ...named,
    criterion: { ...named.criterion, options: Object.fromEntries(ofCriterion) },
    search: { ...search, options: { ...search.options, ...Object.fromEntries(ofSearch) } },
  }
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

function searchOf(given: NonNullable<SettledSelectSpec['search']>): ChosenSelection['search'] {
  if (typeof given !== 'string' && 'search' in given) {
    const record = given.search as Search
    return { record, options: resolve(record, {}) }
  }
  const { method, options } = methodOf(given)
  const record = findSearch(method)
  return { record, options: resolve(record, options) }
}

function methodOf(given: string | MethodSpec) {
  const { method, options = {} } = typeof given === 'string' ? parseMethod(given) : given
  return { method, options }
}

function resolve({ id, options: table }: { id: string; options: OptionTable }, given: MethodSpec['options']) {
  return resolveOptions(id, table, given) as Readonly<Record<string, OptionValue>>
}

function haltOf(text: string): Halt {
  if (text === 'none') return none
  const [name, value] = text.split(':')
  const least = Number(value)
  if (name === 'gain' && value !== undefined && value.trim() !== '' && Number.isFinite(least))
    return leastGain(least)
  if (name === 'significance') {
    return significance(resolveOptions('significance', significanceOptions, parseMethod(text).options))
  }
  if (name === 'partial-f') {
    return partialF(resolveOptions('partial-f', partialFOptions, parseMethod(text).options))
  }
  throw new CribaError(
    'invalid',
    `invalid stop: ${text} (needs significance, partial-f, gain:number or none)`,
  )
}
