import { alternatives, CribaError, unknownName } from './error.ts'
import { objectIn, shownValue } from './given.ts'
import type { OwnLearnerName } from './own-learner.ts'

export type OptionValue = string | number | boolean

/** The values that an option or a part of a spec takes. */
export type ValueRule =
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly orOwn?: true }
  | { readonly type: 'whole' | 'number'; readonly min: number; readonly max?: number }
  | { readonly type: 'weight' | 'share' | 'flag' | 'methods' | 'sizes' }

/** One option of a method, as data: the values it takes, its default and its help text. */
export type OptionRule = OptionKind & {
  /** It applies only if another option has one of these values; otherwise it is refused. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** It applies only if another option is not its default; otherwise it is refused. */
  readonly beside?: string
}

type OptionKind =
  | {
      readonly type: 'choice'
      readonly of: readonly string[]
      /** It also takes the name of a learner of one's own. */
      readonly orOwn?: true
      readonly default: string
      readonly help: string
    }
  | {
      readonly type: 'whole' | 'number'
      readonly min: number
      readonly max?: number
      readonly default: number
      readonly help: string
    }
  | {
      /** The weight of a sum over the s selected columns: a number, 0 or more, or `1/s`. */
      readonly type: 'weight'
      /** Without a default the option is required. */
      readonly default?: Weight
      readonly help: string
    }
  | {
      /** A share, 0 to 1, or `auto`: the data decide. */
      readonly type: 'share'
      readonly default: Share
      readonly help: string
    }
  | { readonly type: 'flag'; readonly default: boolean; readonly help: string }
  /** Names of methods, joined by +. */
  | { readonly type: 'methods'; readonly default: string; readonly help: string }
  /** Numbers of columns: `all`, `halving`, or a list, joined by +. */
  | { readonly type: 'sizes'; readonly default: string; readonly help: string }

export type Weight = number | '1/s'
type Share = number | 'auto'

export type OptionTable = Readonly<Record<string, OptionRule>>

/** The values of the options of a table, by name. */
export type OptionsOf<T extends OptionTable> = { readonly [K in keyof T]: ValueOf<T[K]> }

type ValueOf<Rule extends OptionRule> = Rule extends { type: 'choice'; of: readonly (infer Choice)[] }
  ? Choice | (Rule extends { orOwn: true } ? OwnLearnerName : never)
  : Rule extends { type: 'flag' }
    ? boolean
    : Rule extends { type: 'weight' }
      ? Weight
      : Rule extends { type: 'share' }
        ? Share
        : Rule extends { type: 'methods' | 'sizes' }
          ? string
          : number

/**
 * Checks the given options against the table and fills in the defaults. A text may give a number or a flag,
 * so that the command line needs no parser of its own. `seed`: that of the analysis, which is the default of
 * an option of this name.
 */
export function resolveOptions<T extends OptionTable>(
  owner: string,
  table: T,
  given: Readonly<Record<string, OptionValue>> = {},
  seed?: number,
): OptionsOf<T> {
  for (const name of Object.keys(objectIn(`options of ${owner}`, given))) {
    if (!Object.hasOwn(table, name)) throw unknownOption(owner, name, Object.keys(table))
  }
  refuseMissing(owner, table, given)
  const resolved = Object.fromEntries(
    Object.entries(table).map(([name, rule]) => [
      name,
      Object.hasOwn(given, name)
        ? checkOption(name, rule, given[name])
        : name === 'seed' && seed !== undefined
          ? seed
          : rule.default!,
    ]),
  )
  for (const name of Object.keys(given)) {
    refuseUnused(owner, name, table[name].only, resolved)
    const { beside } = table[name]
    if (beside === undefined || resolved[beside] !== table[beside].default) continue
    throw new CribaError('invalid', `invalid ${name}: ${owner} takes it only beside ${beside}`)
  }
  return resolved as OptionsOf<T>
}

/** Refuses missing options that have no default, and names all of them. */
function refuseMissing(
  owner: string,
  table: OptionTable,
  given: Readonly<Record<string, OptionValue>>,
): void {
  const missing = Object.entries(table).filter(
    ([name, rule]) => rule.default === undefined && !Object.hasOwn(given, name),
  )
  if (missing.length === 0) return
  const names = missing.map(([name]) => name).join(', ')
  const example = missing.map(([name]) => `${name}=…`).join(',')
  throw new CribaError(
    'missing',
    `missing ${names}: ${owner} has no default for it (use ${owner}:${example})`,
  )
}

/** Refuses an option that does not apply, and names the option it depends on. */
export function refuseUnused(
  owner: string,
  name: string,
  only: OptionRule['only'] = {},
  resolved: Readonly<Record<string, OptionValue>>,
): void {
  for (const [other, values] of Object.entries(only)) {
    if (values.includes(String(resolved[other]))) continue
    throw new CribaError(
      'invalid',
      `invalid ${name}: ${owner} takes it only with ${other} ${alternatives(values)} (${other} is ${resolved[other]})`,
    )
  }
}

/** The options that apply given the others: those that a result shows. */
export function applicableOptions(
  table: OptionTable,
  resolved: Readonly<Record<string, OptionValue>>,
): Readonly<Record<string, OptionValue>> {
  const applies = ([name]: [string, OptionValue]) => {
    const { only = {}, beside } = table[name] ?? {}
    if (beside !== undefined && resolved[beside] === table[beside].default) return false
    return Object.entries(only).every(([other, values]) => values.includes(String(resolved[other])))
  }
  return Object.fromEntries(Object.entries(resolved).filter(applies))
}

/** Checks one value against its rule; the message names the option, the value and the limit. */
export function checkOption(name: string, rule: ValueRule, given: OptionValue): OptionValue {
  const value = valueByRule(rule, given)
  if (value !== undefined) return value
  throw new CribaError('invalid', `invalid ${name}: ${shownValue(given)} (needs ${acceptedText(rule)})`)
}

/** The value that a rule makes of the given one; undefined if it does not accept it. */
function valueByRule(rule: ValueRule, given: OptionValue): OptionValue | undefined {
  switch (rule.type) {
    case 'choice':
      return rule.of.find((choice) => choice === given) ?? ownName(rule, given)
    case 'flag':
      return [true, false].find((flag) => flag === given || String(flag) === given)
    case 'methods':
      return typeof given === 'string' && /^[a-z][a-z0-9-]*(\+[a-z][a-z0-9-]*)*$/.test(given)
        ? given
        : undefined
    case 'sizes': {
      const text = typeof given === 'number' ? String(given) : given
      return typeof text === 'string' && /^(all|halving|[1-9]\d{0,8}(\+[1-9]\d{0,8})*)$/.test(text)
        ? text
        : undefined
    }
    case 'weight':
      return given === '1/s' ? given : within(numberOf(given), 0, Number.MAX_VALUE)
    case 'share':
      return given === 'auto' ? given : within(numberOf(given), 0, 1)
    case 'number':
      return within(numberOf(given), rule.min, rule.max)
    case 'whole': {
      const value = within(numberOf(given), rule.min, rule.max)
      return Number.isSafeInteger(value) ? value : undefined
    }
  }
}

/** A name, where one's own may be given; whether it has been defined is known where it is used. */
function ownName(
  { orOwn }: Extract<ValueRule, { type: 'choice' }>,
  given: OptionValue,
): OptionValue | undefined {
  return orOwn && typeof given === 'string' && given !== '' ? given : undefined
}

function within(value: OptionValue, min: number, max = Number.MAX_VALUE): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

function numberOf(given: OptionValue): OptionValue {
  return typeof given === 'string' && /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(given) ? Number(given) : given
}

/** The values that an option accepts, in words. */
export function acceptedText(rule: ValueRule): string {
  switch (rule.type) {
    case 'choice':
      return alternatives(rule.of)
    case 'flag':
      return 'true or false'
    case 'methods':
      return 'names of methods, as jmi+mrmr'
    case 'sizes':
      return 'all, halving, or numbers of columns, as 1+2+5'
    case 'weight':
      return '0 or more, or 1/s'
    case 'share':
      return '0 to 1, or auto'
    default: {
      const kind = rule.type === 'whole' ? 'a whole number, ' : ''
      return rule.max === undefined ? `${kind}${rule.min} or more` : `${kind}${rule.min} to ${rule.max}`
    }
  }
}

function unknownOption(owner: string, name: string, known: readonly string[]): CribaError {
  if (known.length === 0)
    return new CribaError('unknown', `unknown option of ${owner}: ${name} (it takes none)`)
  return unknownName(`option of ${owner}`, name, known)
}
