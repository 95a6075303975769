import { unknownName } from './error.ts'
import { methodIn, methodsIn, namesIn, recordIn, textIn } from './given.ts'
import { splitMethods } from './method-text.ts'
import { splitNames } from './names.ts'
import { checkOption } from './options.ts'
import type { OptionValue, ValueRule } from './options.ts'

/** A JSON schema, or a piece of one. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly [keyword: string]: unknown
}

/** The words that a flag got: one, several if it may be repeated, or `true` if it takes none. */
export type FlagWords = string | readonly string[] | boolean

/** A part of a spec as a flag of the command line. */
export interface PartFlag {
  /** As help shows it: `-t, --target <column>`. Its long name is the name of the part. */
  readonly spelling: string
  readonly help: string
  /** The words it takes, if they are few. */
  readonly choices?: readonly string[]
  readonly isRequired?: boolean
  /** It may be repeated; the values of all count. */
  readonly repeats?: boolean
  /** The part of the spec that the words give; without it they are the part. */
  readonly read?: (words: FlagWords) => unknown
  /** The flag that turns it off. */
  readonly negation?: { readonly spelling: string; readonly help: string }
  /** The parts of this part that are flags too. */
  readonly parts?: PartTable
}

/**
 * A part of a spec: its check and its default, its flag, and its schema. `text`, `choice`, `whole` and so on
 * make the usual kinds.
 */
export interface Part<Given = never, Settled = unknown> {
  /** Checks a value and returns it, or the default if there is none. */
  readonly settle: (name: string, given: Given | null | undefined) => Settled
  /** What a result shows. */
  readonly schema: Schema
  /** Absent if only the library takes the part. */
  readonly flag?: PartFlag
}

/** The parts of a spec by name, in the order in which a result and help show them. */
export type PartTable = Readonly<Record<string, Part>>

/** A table for the spec: with it `satisfies` makes the compiler name a part that is missing or unknown. */
export type PartsOf<Spec> = { readonly [Name in keyof Spec]-?: Part<NonNullable<Spec[Name]>> }

/** The spec with all defaults filled in. */
export type SettledBy<Spec, Parts extends PartsOf<Spec>> = {
  readonly [Name in keyof Spec]-?: ReturnType<Parts[Name]['settle']>
}

/** What the flags of a table give. */
export type GivenTo<Parts extends PartTable> = {
  readonly [Name in keyof Parts]?: Parts[Name] extends Part<infer Given, unknown> ? Given : never
}

/** Checks each part of a spec and fills in the defaults. `owner` is what takes the parts, for messages. */
export function settleParts<Spec extends object, Parts extends PartsOf<Spec>>(
  owner: string,
  parts: Parts & PartsOf<Spec>,
  spec: Spec,
): SettledBy<Spec, Parts> {
  const given = (recordIn(owner, spec) ?? {}) as Readonly<Record<string, never>>
  const table: PartTable = parts
  checkNames(owner, table, given)
  const settled = Object.entries(table).map(([name, { settle }]) => [name, settle(name, given[name])])
  return Object.fromEntries(settled) as SettledBy<Spec, Parts>
}

/** Refuses parts that the table does not have. */
function checkNames(owner: string, parts: PartTable, given: object): void {
  const known = Object.keys(parts)
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw unknownName(`part of ${owner}`, name, known)
  }
}

/** The schema of a settled spec: an object that has all parts. */
export function schemaOf(parts: PartTable, description?: string): Schema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(Object.entries(parts).map(([name, { schema }]) => [name, schema])),
    required: Object.keys(parts),
    additionalProperties: false,
  }
}

/** What a row of a table of parts says, whatever the kind of the part. */
export interface Row<Default> {
  /** The value of a settled spec if the part is not given. */
  readonly default?: Default
  /** The flag as help shows it: `--min-rows <n>`. Without it only the library takes the part. */
  readonly flag?: string
  readonly help?: string
  /** The default as help shows it, if not its value; empty if help shows none. */
  readonly defaultInWords?: string
  /** What the part means in a result, for the schema. */
  readonly description?: string
  /** The schema in a result, if it is not that of the kind. */
  readonly schema?: Schema
}

/** One of several words. */
export function choice<C extends string, D extends C | null = null>(
  of: readonly C[],
  row: Row<D>,
): Part<C, C | D> {
  // `auto` is what a flag means that is not given.
  const choices = of.filter((one) => one !== 'auto')
  return byRule({ type: 'choice', of }, row, { choices })
}

/** One of several words, or the name of one's own, which is looked up where it is used. */
export function choiceOrOwn<C extends string, Own extends string, D extends C>(
  of: readonly C[],
  row: Row<D>,
): Part<C | Own, C | Own> {
  return byRule({ type: 'choice', of, orOwn: true }, row, { choices: of })
}

interface Limits {
  readonly min: number
  readonly max?: number
}

/** A whole number within limits. */
export function whole<D extends number | null = null>(row: Row<D> & Limits): Part<number, number | D> {
  return byRule({ type: 'whole', ...limitsOf(row) }, row)
}

/** A number within limits. */
export function number<D extends number | null = null>(row: Row<D> & Limits): Part<number, number | D> {
  return byRule({ type: 'number', ...limitsOf(row) }, row)
}

function limitsOf({ min, max }: Limits): Limits {
  return { min, ...(max !== undefined && { max }) }
}

/** True or false; false by default. */
export function flag(row: Row<never>): Part<boolean, boolean> {
  return byRule({ type: 'flag' }, { ...row, default: false })
}

/** A part whose values are those of a rule. */
function byRule<G extends OptionValue, D>(
  rule: ValueRule,
  row: Row<D>,
  shown: Partial<PartFlag> = {},
): Part<G, G | D> {
  const settle = (name: string, given: G | null | undefined) =>
    given === null || given === undefined ? (row.default ?? null) : checkOption(name, rule, given)
  return part(row, settle as (name: string, given: G | null | undefined) => G | D, schemaOfRule(rule), shown)
}

/** A text: by default the name of a column, which is looked up where it is used. */
export function text(row: Row<null> = {}, needs = 'the name of a column'): Part<string, string | null> {
  return part(row, (name, given) => textIn(name, given, needs), { type: 'string' })
}

/** A method: its name, an object of its name and options, or one's own, as `isOwn` says. */
export function method<G>(row: Row<null>, isOwn?: (given: object) => boolean): Part<G, G | null> {
  return part(row, (name, given) => methodIn(name, given, isOwn) as G | null, { type: 'string' })
}

/** A list of names. */
export function names(
  row: Row<never> & { readonly isRequired?: boolean } = {},
): Part<readonly string[], readonly string[]> {
  return part(
    { default: [], ...row },
    (name, given) => namesIn(name, given) ?? [],
    { type: 'array', items: { type: 'string' } },
    { repeats: true, read: namesInWords, ...(row.isRequired && { isRequired: true }) },
  )
}

/** A list of methods. */
export function methods<G>(row: Row<null>): Part<readonly G[], readonly G[] | null> {
  // A result shows the methods that were used, also if none was given.
  const schema = { type: 'array', items: { $ref: '#/definitions/method' } }
  return part({ schema, ...row }, (name, given) => methodsIn(name, given) as readonly G[] | null, schema, {
    read: (words) => splitMethods(words as readonly string[]),
  })
}

/** A part of any other kind. */
export function part<G, S>(
  row: Row<unknown>,
  settle: (name: string, given: G | null | undefined) => S,
  schema: Schema,
  shown: Partial<PartFlag> = {},
): Part<G, S> {
  const { description, flag: spelling } = row
  const shape = row.schema ?? ((row.default ?? null) === null ? orNull(schema) : schema)
  return {
    settle,
    schema: { ...(description !== undefined && { description }), ...shape },
    ...(spelling !== undefined && { flag: { spelling, help: helpOf(row), ...shown } }),
  }
}

/** The help text with the default, if that is a word or a number. */
function helpOf({ help = '', default: value, defaultInWords }: Row<unknown>): string {
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const words = defaultInWords ?? shown
  return words === '' ? help : `${help} (default: ${words})`
}

/** The schema of the values of a rule. */
export function schemaOfRule(rule: ValueRule): Schema {
  switch (rule.type) {
    case 'choice':
      return rule.orOwn ? { type: 'string' } : { enum: rule.of }
    case 'flag':
      return { type: 'boolean' }
    case 'whole':
    case 'number': {
      const { type, min, max } = rule
      const limits = { minimum: min, ...(max !== undefined && { maximum: max }) }
      return { type: type === 'whole' ? 'integer' : 'number', ...limits }
    }
    default:
      return { type: ['number', 'string'] }
  }
}

/** The schema of a value that may also be null. */
function orNull(schema: Schema): Schema {
  const { type, enum: words, anyOf } = schema
  if (words) return { ...schema, enum: [...words, null] }
  if (anyOf) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  return { ...schema, type: [type, 'null'].flat() as string[] }
}

/** The names in the words of a flag; each word is a list. */
export function namesInWords(words: FlagWords): readonly string[] {
  return (words as readonly string[]).flatMap(splitNames)
}
