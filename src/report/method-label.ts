import type { Ranking } from '#core'
import { rankers, searches, setCriteria, stepCriteria } from '#methods'

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
