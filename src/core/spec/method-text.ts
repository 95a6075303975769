import { CribaError } from './error.ts'
import type { OptionValue } from './options.ts'

/**
 * What a criterion scores: all columns at once (rank), candidates given the selected columns (step), or sets
 * (subset).
 */
export type Shape = 'rank' | 'step' | 'subset'

/** Any text. In a union with names it lets an editor complete the names, which `string` would not. */
export type AnyText = string & Record<never, never>

/** A method by its name in the catalogue, with the options that differ from its defaults. */
export interface MethodSpec<
  S extends Shape = Shape,
  Id extends string = AnyText,
  Options = Readonly<Record<string, OptionValue>>,
> {
  readonly method: Id
  readonly options?: Options
  /** Never set: with it the compiler matches criteria and searches. */
  readonly shape?: S
}

/** A method with the values of all options that apply. */
export interface ResolvedMethod {
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
}

/** Parses `fisher:denominator=total`: a method's name and its options. */
export function parseMethod(text: string): MethodSpec {
  const colon = text.indexOf(':')
  if (colon < 0) return { method: text.trim() }
  const options: Record<string, OptionValue> = {}
  for (const part of text.slice(colon + 1).split(',')) {
    const equals = part.indexOf('=')
    if (equals < 1) {
      throw new CribaError('invalid', `invalid method: ${text} (needs name:option=value,option=value)`)
    }
    const name = part.slice(0, equals).trim()
    if (Object.hasOwn(options, name))
      throw new CribaError('invalid', `invalid method: ${text} (${name} is given twice)`)
    options[name] = part.slice(equals + 1).trim()
  }
  return { method: text.slice(0, colon).trim(), options }
}

/** Writes a method as `parseMethod` reads it. */
export function methodText({ method, options = {} }: MethodSpec): string {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  return given.length > 0 ? `${method}:${given.join(',')}` : method
}

/**
 * Splits what follows `--by` into methods: separated by spaces, or by commas unless the next word is
 * `name=value` (then the comma belongs to the options of the method before it).
 */
export function splitMethods(words: readonly string[]): string[] {
  return words.flatMap((word) => word.split(/,(?![^,:]*=)/)).filter((word) => word !== '')
}
