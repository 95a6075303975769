import { CribaError, isNamePattern, matchingNames } from '#core'
import type { GivenType } from '#core'

/**
 * The columns that names and patterns match. The exact name of a column is that column, even if it contains
 * `*` or `?`. A pattern that matches no column is an error. A name that is not a column stays in the list:
 * who looks it up refuses it.
 */
export function matchColumns(
  given: readonly string[],
  names: readonly string[],
  flag: string,
): readonly string[] {
  const isGlob = patternTest(names)
  const matched: string[] = []
  for (const name of given) {
    const found = isGlob(name) ? matchingNames(name, names) : [name]
    if (found.length === 0) throw noColumn(name, flag)
    // Patterns may overlap; a name given twice stays twice, and who looks it up refuses it.
    matched.push(
      ...(isGlob(name) ? found.filter((one) => !given.includes(one) && !matched.includes(one)) : found),
    )
  }
  return matched
}

/**
 * The types that names and patterns give to columns: a column's own name wins over any pattern, a later
 * pattern over an earlier one. If `names` are not yet all columns, a pattern may match none of them.
 */
export function matchTypes(
  types: Readonly<Record<string, GivenType>>,
  names: readonly string[],
  areAll: boolean,
): Readonly<Record<string, GivenType>> {
  const isGlob = patternTest(names)
  // `*` alone is for the columns that have no other type.
  const given = Object.entries(types).map((entry) => ({
    entry,
    isMany: entry[0] !== '*' && isGlob(entry[0]),
  }))
  const matched = Object.create(null) as Record<string, GivenType>
  for (const { entry, isMany } of given) {
    if (!isMany) continue
    const found = matchingNames(entry[0], names)
    if (areAll && found.length === 0) throw noColumn(entry[0], 'types')
    for (const name of found) matched[name] = entry[1]
  }
  for (const { entry, isMany } of given) if (!isMany) matched[entry[0]] = entry[1]
  return matched
}

/** The test whether a name is a pattern. */
function patternTest(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names)
  return (name) => isNamePattern(name, known)
}

function noColumn(pattern: string, flag: string): CribaError {
  return new CribaError(
    'unknown',
    `unknown columns: ${pattern} (no column of the data matches --${flag} ${pattern})`,
  )
}
