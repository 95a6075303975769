import { CribaError } from '../src/spec/error.ts'
import type { GivenType } from '../src/spec/given-types.ts'

/**
 * The columns that are meant by names and patterns. A name that a column has is that column, whatever signs it
 * holds; a pattern that no column fits is an error; any other name is left to whoever looks it up.
 */
export function columnsMeant(
  given: readonly string[],
  names: readonly string[],
  flag: string,
): readonly string[] {
  const isGlob = globTest(names)
  const meant: string[] = []
  for (const name of given) {
    const found = isGlob(name) ? fitting(name, names) : [name]
    if (found.length === 0) throw noColumn(name, flag)
    // That a name is given twice is told by whoever looks it up; patterns may overlap.
    meant.push(
      ...(isGlob(name) ? found.filter((one) => !given.includes(one) && !meant.includes(one)) : found),
    )
  }
  return meant
}

/**
 * Types by names and patterns: a column's own name decides before any pattern, a later pattern before an earlier one. Where
 * `names` are not all there will be, a pattern may fit none of them.
 */
export function typesMeant(
  types: Readonly<Record<string, GivenType>>,
  names: readonly string[],
  areAll: boolean,
): Readonly<Record<string, GivenType>> {
  const isGlob = globTest(names)
  // `*` alone is for the columns that nothing else names.
  const given = Object.entries(types).map((entry) => ({
    entry,
    isMany: entry[0] !== '*' && isGlob(entry[0]),
  }))
  const meant = Object.create(null) as Record<string, GivenType>
  for (const { entry, isMany } of given) {
    if (!isMany) continue
    const found = fitting(entry[0], names)
    if (areAll && found.length === 0) throw noColumn(entry[0], 'types')
    for (const name of found) meant[name] = entry[1]
  }
  for (const { entry, isMany } of given) if (!isMany) meant[entry[0]] = entry[1]
  return meant
}

/** Tells patterns from names of columns: `*` is any text, `?` any character, `[a-c]` one of several, `[!a-c]` another. */
function globTest(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names)
  return (name) => !known.has(name) && /[*?]|\[.+\]/.test(name)
}

function fitting(pattern: string, names: readonly string[]): readonly string[] {
  const expression = expressionOf(pattern)
  return names.filter((name) => expression.test(name))
}

function noColumn(pattern: string, flag: string): CribaError {
  return new CribaError(
    'unknown',
    `unknown columns: ${pattern} (no column of the data fits --${flag} ${pattern})`,
  )
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.match(/\*|\?|\[[^\]]+\]|[^*?[]+|\[/g) ?? []
  const source = parts.map((part) => {
    if (part === '*') return '.*'
    if (part === '?') return '.'
    return part.startsWith('[') && part.endsWith(']') ? characterClass(part.slice(1, -1)) : escaped(part)
  })
  try {
    return new RegExp(`^${source.join('')}$`, 'su')
  } catch (cause) {
    throw new CribaError('invalid', `invalid pattern of names: ${pattern}`, { cause })
  }
}

function characterClass(inside: string): string {
  const isNot = inside.startsWith('!') && inside.length > 1
  return `[${isNot ? '^' : ''}${(isNot ? inside.slice(1) : inside).replace(/[\\\]^[]/g, '\\$&')}]`
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
