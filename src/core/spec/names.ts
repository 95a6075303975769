import { CribaError } from './error.ts'

/**
 * Splits a list of column names at its commas; a name that contains a comma is quoted as in CSV: `a,"b,c"`.
 */
export function splitNames(text: string): string[] {
  const names: string[] = []
  let rest = text
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"(?:,|$)/.exec(rest)
    if (rest.startsWith('"') && !quoted) {
      throw new CribaError('invalid', `invalid list of names: ${text} (a quote is not closed)`)
    }
    const plain = quoted ?? /^([^,]*)(?:,|$)/.exec(rest)!
    names.push(quoted ? plain[1].replaceAll('""', '"') : plain[1])
    rest = rest.slice(plain[0].length)
  }
  return names
}

/** Joins column names so that `splitNames` reads them. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}

/** The first `most` names of a list, and how many more there are. */
export function firstFew(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${names.slice(0, most).join(', ')}${more}`
}

/** Compares texts by code point, as an engine compares UTF-8 (JavaScript compares UTF-16 units). */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const unitA = a.charCodeAt(i)
    const unitB = b.charCodeAt(i)
    if (unitA === unitB) continue
    // Surrogates (0xd800…0xdfff) encode code points above every other unit.
    const rankA = isSurrogate(unitA) ? unitA + 0x10000 : unitA
    const rankB = isSurrogate(unitB) ? unitB + 0x10000 : unitB
    return rankA - rankB
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
