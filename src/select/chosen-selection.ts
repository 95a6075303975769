import { asStep } from '../criteria/as-step.ts'
import type { RankCriterion } from '../criteria/criterion.ts'
import { criteria, findAny, merits, steps } from '../criteria/registry.ts'
import type { StepCriterion } from '../criteria/step-criterion.ts'
import type { SubsetCriterion } from '../criteria/subset-criterion.ts'
import type { Search } from '../search/search.ts'
import { CribaError, unknownName } from '../spec/error.ts'
import { methodText } from '../spec/method-text.ts'
import type { MethodSpec } from '../spec/method-text.ts'
import { resolveOptions } from '../spec/options.ts'
import type { OptionTable, OptionValue } from '../spec/options.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import { none, leastGain } from '../stop/halt.ts'
import type { Halt } from '../stop/halt.ts'
import { rising } from '../stop/rising.ts'
import { significance, significanceOptions } from '../stop/significance.ts'
import type { Chosen } from './chosen-methods.ts'
import { methodOf, partsOf } from './method-parts.ts'
import type { Options } from './method-parts.ts'
import { namedMethods } from './named-methods.ts'

export type AnyCriterion = RankCriterion | StepCriterion | SubsetCriterion

/** What a spec of `select` asks for: a criterion, a search that takes it, and when to stop. */
export interface ChosenSelection {
  /** The name in the catalogue, or that of the criterion. */
  readonly method: string
  readonly criterion: Chosen<AnyCriterion>
  readonly search: { readonly record: Search; readonly options: Readonly<Record<string, OptionValue>> }
  /** When to stop, as a spec says it; null where the search looks at every set. */
  readonly stop: string | null
  readonly halt: Halt
}

/** Finds what a spec names; a search that cannot take the criterion is an error that says what can. */
export function chooseSelection(spec: SettledSelectSpec): ChosenSelection {
  if (spec.method !== null && spec.criterion !== null) {
    const [method, criterion] = [nameOf(spec.method), nameOf(spec.criterion)]
    throw new CribaError(
      'invalid',
      `invalid criterion: ${criterion} (method ${method} is named too, and has its own: name one of them)`,
    )
  }
  const parts = partsOf(spec)
  const criterion = criterionOf(spec.method === null ? 'criterion' : 'method', parts.criterion)
  const { record, options } = parts.search
  const search = { record, options: resolve(record, options) }
  checkShape(criterion, search)
  const stop = stopOf(spec, record, criterion.criterion, parts.significance)
  return {
    method: parts.id ?? criterion.criterion.id,
    criterion,
    search,
    stop,
    halt: stop === null ? none : haltOf(stop),
  }
}

/** A search takes criteria of some shapes. */
function checkShape(
  { criterion }: Chosen<AnyCriterion>,
  { record, options }: ChosenSelection['search'],
): void {
  const { id, shape } = criterion
  if (record.eats === 'subset' && shape !== 'subset') {
    throw new CribaError(
      'unsuitable',
      `unsuitable search for ${id}: ${record.id} looks at whole sets (use forward, or joint-mi)`,
    )
  }
  if (record.eats === 'step' && record.comparesSizes?.(options) && !asStep(criterion).ofSets) {
    throw new CribaError(
      'unsuitable',
      `unsuitable lookahead for ${id}: its scores are no merits of sets, so pairs cannot be compared with single columns (use joint, or joint-mi)`,
    )
  }
}

/** When to stop; what would change nothing is refused. */
function stopOf(
  { stop, landscape, k }: SettledSelectSpec,
  { id, eats }: Search,
  criterion: AnyCriterion,
  ofSignificance: Options,
) {
  const [name] = Object.keys(ofSignificance)
  if (landscape !== null && eats !== 'subset') {
    throw new CribaError('invalid', `invalid landscape: ${landscape} (${id} lists no sets; use exhaustive)`)
  }
  if (eats === 'subset') {
    const asked = stop ?? (name === undefined ? 'none' : 'significance')
    if (asked === 'none') return null
    throw new CribaError('invalid', `invalid stop: ${asked} (${id} ends by itself; use k, or forward)`)
  }
  const asked = stop ?? (k === null || name !== undefined ? defaultStopOf(criterion) : 'none')
  if (asked.split(':')[0] === 'significance') {
    const { testedBeside } = asStep(criterion)
    const given = { ...(testedBeside && { null: testedBeside }), ...methodOf(asked).options }
    return methodText({ method: 'significance', options: { ...given, ...ofSignificance } })
  }
  if (name === undefined) return asked
  throw new CribaError('invalid', `invalid ${name}: ${ofSignificance[name]} (stop ${asked} tests nothing)`)
}

/** When a search ends that nobody bounds. */
function defaultStopOf({ shape, stop }: AnyCriterion): string {
  return stop ?? (shape === 'subset' ? 'gain:0' : 'significance')
}

function criterionOf(
  what: 'criterion' | 'method',
  given: NonNullable<SettledSelectSpec['criterion']>,
): Chosen<AnyCriterion> {
  const isFunction = typeof given !== 'string' && 'criterion' in given
  const { method, options } = isFunction ? { method: '', options: {} } : methodOf(given)
  const criterion = isFunction ? (given.criterion as AnyCriterion) : findAny(method)
  if (!criterion) throw unknown(what, method)
  return { criterion, options: resolve(criterion, options) }
}

/** No such name; a method may be that of a criterion, or one of its own. */
function unknown(what: 'criterion' | 'method', name: string): CribaError {
  const known = [...steps, ...merits, ...criteria, ...(what === 'method' ? namedMethods : [])]
  return unknownName(what, name, [...new Set(known.map(({ id }) => id))], '`criba methods` lists them')
}

function nameOf(given: NonNullable<SettledSelectSpec['criterion']>): string {
  if (typeof given === 'string') return given
  return 'criterion' in given ? given.criterion.id : given.method
}

function resolve({ id, options: table }: { id: string; options: OptionTable }, given: MethodSpec['options']) {
  return resolveOptions(id, table, given) as Readonly<Record<string, OptionValue>>
}

function haltOf(text: string): Halt {
  if (text === 'none') return none
  if (text === 'rising') return rising()
  const [name, value] = text.split(':')
  const least = Number(value)
  if (name === 'gain' && value !== undefined && value.trim() !== '' && Number.isFinite(least))
    return leastGain(least)
  if (name === 'significance') {
    return significance(resolveOptions('significance', significanceOptions, methodOf(text).options))
  }
  throw new CribaError('invalid', `invalid stop: ${text} (needs significance, gain:number, rising or none)`)
}
