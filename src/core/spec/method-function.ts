import type { MethodSpec, Shape } from './method-text.ts'
import { resolveOptions } from './options.ts'
import type { OptionsOf, OptionTable, OptionValue } from './options.ts'

/** The function of a method or a search; the types of its name and options are derived from it. */
type Callable = (options?: never) => unknown

/** The options that the function of a method takes. */
type OptionsGivenTo<M> = M extends (options?: infer Options) => unknown ? NonNullable<Options> : never

/** A method in a registry: its name and its function. */
export interface Named<Id extends string = string, M extends Callable = Callable> {
  readonly id: Id
  readonly method: M
}

/**
 * A method as a text: its name, or its name with options, `fisher:denominator=total`. The compiler checks the
 * name and the first option; the other options are checked at run time.
 */
export type MethodText<N extends Named> =
  N extends Named<infer Id, infer M> ? Id | OptionText<Id, OptionsGivenTo<M>> : never

/** A name with options: `partial-f:alpha=0.05`. */
export type OptionText<Id extends string, Options> = {
  [Option in keyof Options & string]-?: `${Id}:${Option}=${ValueText<Options[Option]>}${'' | `,${string}`}`
}[keyof Options & string]

type ValueText<Value> = `${Extract<Value, OptionValue>}`

/** A method by its name and its options. */
export type MethodObject<N extends Named> =
  N extends Named<infer Id, infer M> ? { readonly method: Id; readonly options?: OptionsGivenTo<M> } : never

/** The spec that a method's function makes: its name and the options given to it. */
export type SpecWithOptions<S extends Shape, O extends OptionTable, Id extends string> = MethodSpec<
  S,
  Id,
  Partial<OptionsOf<O>>
>

/** The function of a method that checks options and makes a spec of them. */
export function createSpecFunction<S extends Shape, O extends OptionTable, Id extends string>({
  id,
  options: rules,
}: {
  readonly id: Id
  readonly options: O
}) {
  return (options: Partial<OptionsOf<O>> = {}): SpecWithOptions<S, O, Id> => {
    resolveOptions(id, rules, options as Readonly<Record<string, OptionValue>>)
    return { method: id, options }
  }
}
