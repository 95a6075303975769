import { CribaError, parseMethod } from '#core'
import type { MethodSpec, OptionValue, SettledSelectSpec } from '#core'
import { findAnyCriterion, findSearch, significanceOptions } from '#methods'
import type { Search } from '#methods'
import { criterionUnder, namedMethods } from '../scope/named-methods.ts'
import { defaultSearchOf } from './scorer.ts'
import type { AnyCriterion } from './scorer.ts'

export type MethodOptions = Readonly<Record<string, OptionValue>>

/** The criterion, search and stop that a spec names, with the options given to each. */
interface MethodParts {
  /** A name for a criterion with a search; null where the criterion's own is the name. */
  readonly id: string | null
  readonly criterion: NonNullable<SettledSelectSpec['criterion']>
  readonly search: { readonly record: Search; readonly options: MethodOptions }
  /** Options of the significance of a gain. */
  readonly significance: MethodOptions
}

/**
 * The criterion, the search and the stop that a spec names. The options of a method are divided among the
 * three: each goes to the criterion if that has it, else to the search, else to the significance of a gain.
 * An option that none has goes to the criterion, which refuses it.
 */
export function partsOf({ method: given, criterion, search, event }: SettledSelectSpec): MethodParts {
  if (given === null) {
    const by = criterion ?? (event === null ? 'jmi' : 'cox-score')
    return {
      id: null,
      criterion: by,
      search: searchOf(search ?? defaultSearchOf(criterionIn(by))),
      significance: {},
    }
  }
  const { method, options } = methodOf(given)
  const named = namedMethods.find(({ id }) => id === method)
  if (named && search !== null) {
    throw new CribaError(
      'invalid',
      `invalid search: method ${named.id} has its own (use criterion and search)`,
    )
  }
  const by = named ? criterionUnder(named, options) : { method }
  const record = findAnyCriterion(by.method)
  const found = searchOf(named?.search ?? search ?? defaultSearchOf(record))
  const tables = [record?.options ?? {}, found.record.options, significanceOptions]
  const [ofCriterion, ofSearch, ofSignificance] = tables.map((_, owner) => {
    const isIts = ([name]: [string, OptionValue]) =>
      Math.max(
        0,
        tables.findIndex((table) => Object.hasOwn(table, name)),
      ) === owner
    return Object.fromEntries(Object.entries(options).filter(isIts))
  })
  return {
    id: named?.id ?? null,
    criterion: { ...by, options: { ...by.options, ...ofCriterion } },
    search: { ...found, options: { ...found.options, ...ofSearch } },
    significance: ofSignificance,
  }
}

/** A method's name and its options. */
export function methodOf(given: string | MethodSpec) {
  const { method, options = {} } = typeof given === 'string' ? parseMethod(given) : given
  return { method, options }
}

/**
 * What a message calls a search: the name that the spec gives it together with a criterion, such as `iamb`,
 * else its own.
 */
export function nameOfSearch({ method: given }: SettledSelectSpec, { id }: Search): string {
  const name = given === null ? null : methodOf(given).method
  return namedMethods.find((named) => named.id === name && named.search.method === id)?.id ?? id
}

/** A search by its name, or by its function, which means its defaults. */
function searchOf(given: NonNullable<SettledSelectSpec['search']>): MethodParts['search'] {
  if (typeof given !== 'string' && 'search' in given) return { record: given.search as Search, options: {} }
  const { method, options } = methodOf(given)
  return { record: findSearch(method), options }
}

/** The criterion of a spec; undefined where its name is unknown, or it is a function. */
function criterionIn(given: NonNullable<SettledSelectSpec['criterion']>): AnyCriterion | undefined {
  if (typeof given === 'string') return findAnyCriterion(methodOf(given).method)
  if ('criterion' in given) return given.criterion as AnyCriterion
  return 'method' in given ? findAnyCriterion(given.method) : undefined
}
