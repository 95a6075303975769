import type { MethodSpec, Shape } from './method-text.ts'
import { resolveOptions } from './options.ts'
import type { OptionsOf, OptionTable, OptionValue } from './options.ts'

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
