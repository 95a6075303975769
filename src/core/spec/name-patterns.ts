import { CribaError } from './error.ts'

/**
 * Distinguishes patterns from names of columns: `*` is any text, `?` any character, `[a-c]` one of a range,
 * `[!a-c]` any other.
 */
export function isNamePattern(name: string, known: ReadonlySet<string>): boolean {
  return !known.has(name) && /[*?]|\[.+\]/.test(name)
}

/** The names that a pattern matches. */
export function matchingNames(pattern: string, names: readonly string[]): readonly string[] {
  const expression = expressionOf(pattern)
  return names.filter((name) => expression.test(name))
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
