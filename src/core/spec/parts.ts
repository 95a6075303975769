import { unknownName } from './error.ts'

/** A JSON schema, or a piece of one. */
export interface Schema {
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
 * A part of a spec: its check and its default, its flag, and its schema. `src/core/spec/part-kinds.ts` makes
 * the usual kinds.
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
  const given = spec as Readonly<Record<string, never>>
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
