import { showUnseen } from './unseen.ts'

/** What went wrong, as a stable word that a program can test for. */
export type ErrorCode =
  | 'invalid'
  | 'unknown'
  | 'missing'
  | 'unsuitable'
  | 'too-large'
  | 'unreadable'
  | 'unreachable'
  | 'unwritable'
  | 'interrupted'

/**
 * Every error that criba raises on purpose: one line that names the place and the remedy.
 *
 * The grammar of messages: `invalid bins: 1 (needs 2 or more)`, `unknown method: jmj (did you mean jmi?)`,
 * `missing target`. An error of an engine or a file system becomes the `cause`.
 */
export class CribaError extends Error {
  readonly code: ErrorCode
  /** The warnings found before the error. */
  warnings: readonly { readonly code: string; readonly column?: string; readonly message: string }[] = []

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(oneLine(message), options)
    this.name = 'CribaError'
    this.code = code
  }
}

/**
 * A message on one line: control characters in names, and those that nobody would see, are escaped as in a
 * program.
 */
export function oneLine(message: string): string {
  return showUnseen(message.replace(/\p{Cc}/gu, escapedControl))
}

function escapedControl(character: string): string {
  const escaped = JSON.stringify(character).slice(1, -1)
  return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped
}

/** `unknown <what>: <given>`, with the nearest known name if one is near. */
export function unknownName(what: string, given: string, known: readonly string[], hint = ''): CribaError {
  if (given === '') return new CribaError('unknown', `unknown ${what}: an empty name`)
  const near = nearestName(given, known)
  const listed = known.length <= 12 ? ` (known: ${known.join(', ')})` : hint && ` (${hint})`
  return new CribaError('unknown', `unknown ${what}: ${given}${near ? ` (did you mean ${near}?)` : listed}`)
}

/** The known name that is nearest to a given one, if one is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(given.length / 3)) + 1
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase())
    // A name that would change in every letter is not near, however short.
    if (distance < Math.min(bestDistance, Math.max(given.length, name.length))) {
      best = name
      bestDistance = distance
    }
  }
  return best ?? only(known.filter((name) => ` ${name.toLowerCase()} `.includes(` ${given.toLowerCase()} `)))
}

function only(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined
}

/** Levenshtein distance: insertions, deletions and replacements between two words. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, previous[j] + 1, current[j - 1] + 1))
    }
    previous = current
  }
  return previous[b.length]
}

/** "a", "a or b", "a, b or c". */
export function alternatives(words: readonly string[]): string {
  const last = words.slice(-2).join(' or ')
  return [...words.slice(0, -2), last].join(', ')
}
