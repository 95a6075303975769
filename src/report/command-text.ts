import { flagWords, joinNames, readingParts, shellWord, targetNames } from '#core'
import type { DataFacts, Ranking, SettledDataSpec, Target } from '#core'
import { rankers, searches, setCriteria, stepCriteria } from '#methods'

/** The flags of a command, each before its value; a flag without a value is left out. */
export function flagsText(flags: readonly (readonly [flag: string, value: string | null])[]): string {
  return flags.map(([flag, value]) => (value === null ? '' : ` ${flag} ${shellWord(value)}`)).join('')
}

/** The flags of a target, one for each of several. */
export function targetFlags(target: Target | null): readonly (readonly [string, string])[] {
  return targetNames(target).map((name) => ['-t', name])
}

/** The types that were given as their flag has them; `null` if there are none. */
export function typesText(types: SettledDataSpec['types']): string | null {
  const given = Object.entries(types).map(([name, type]) => `${name}=${type}`)
  return given.length > 0 ? joinNames(given) : null
}

/** The flags that say how a text was read. */
export function textFlags({ text = {} }: Pick<DataFacts, 'text'>): string {
  return Object.entries(text)
    .flatMap(([part, value]) => flagWords(readingParts, part, value))
    .map((word) => ` ${word}`)
    .join('')
}

/**
 * A method or a search as the command line names it, with the options that differ from the defaults. If the
 * method is a name for a criterion with a search, `owner` is the criterion whose defaults apply.
 */
export function methodLabel(
  { method, options }: Pick<Ranking, 'method' | 'options'>,
  owner = method,
): string {
  const rules =
    [...rankers, ...setCriteria, ...stepCriteria, ...searches].find(({ id }) => id === owner)?.options ?? {}
  const given = Object.entries(options).filter(([name, value]) => rules[name]?.default !== value)
  return given.length === 0
    ? method
    : `${method}:${given.map(([name, value]) => `${name}=${value}`).join(',')}`
}
