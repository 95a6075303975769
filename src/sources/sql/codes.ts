import { byCodePoint } from '../../spec/names.ts'
import type { Coding, Level } from '../../statistics/variable.ts'
import type { Dialect } from './dialect.ts'

/** Levels up to so many are searched by comparisons; more are looked up in a dictionary, where the engine holds one. */
const searchedNumbers = 256
const searchedTexts = 8

/** What a coding becomes in SQL besides its literals. */
export interface CodeOptions {
  readonly dialect: Dialect
  /** Name of the dictionary of the levels, where the coding needs one; null where the engine holds none. */
  readonly dictionary: string | null
  /** Levels of values that are not among the levels, and of missing values; null: they have none. */
  readonly unseen: number | null
  readonly missing: number | null
}

/** Whether the levels of a coding are found by a dictionary that the engine must hold. */
export function needsDictionary(coding: Coding): coding is Coding & { kind: 'levels' } {
  if (coding.kind !== 'levels') return false
  return coding.levels.length > (coding.levels.some(isText) ? searchedTexts : searchedNumbers)
}

/** The level of an expression under a fitted coding, as a whole number or NULL. */
export function codeOf(expression: string, coding: Coding, options: CodeOptions): string {
  const { missing } = options
  const present = codeOfPresent(expression, coding, options)
  return `CASE WHEN ${expression} IS NULL THEN ${missing ?? 'NULL'} ELSE ${present} END`
}

function codeOfPresent(
  expression: string,
  coding: Coding,
  { dialect, dictionary, unseen }: CodeOptions,
): string {
  switch (coding.kind) {
    case 'missingness':
      return '0'
    case 'cuts':
      return search(
        expression,
        coding.cuts.map((cut) => dialect.number(cut)),
        String,
      )
    case 'levels': {
      if (dictionary === null || !needsDictionary(coding))
        return searchLevels(expression, coding.levels, dialect, unseen)
      const text = coding.levels.some(isText) ? expression : dialect.textOf(expression)
      const found = dialect.lookUp(text, dictionary)
      return unseen === null ? found : `coalesce(${found}, ${unseen})`
    }
    case 'values':
      throw new TypeError('an unfitted coding is fitted before it is applied')
  }
}

function searchLevels(
  expression: string,
  levels: readonly Level[],
  dialect: Dialect,
  unseen: number | null,
): string {
  if (levels.length === 0) return String(unseen ?? 'NULL')
  const literal = (level: Level) => (isText(level) ? dialect.text(level) : dialect.number(level))
  const places = levels.map((level, place) => ({ level, place })).sort((a, b) => byOrder(a.level, b.level))
  const bounds = places.slice(0, -1).map(({ level }) => literal(level))
  return search(expression, bounds, (below) => {
    const { level, place } = places[below]
    return `CASE WHEN ${expression} = ${literal(level)} THEN ${place} ELSE ${unseen ?? 'NULL'} END`
  })
}

/** Numbers ascending, texts by code point, as engines compare them. */
function byOrder(a: Level, b: Level): number {
  return isText(a) && isText(b) ? byCodePoint(a, b) : (a as number) - (b as number)
}

/** A balanced tree of comparisons that ends in `leaf` of how many of the ascending bounds lie below the expression. */
function search(
  expression: string,
  bounds: readonly string[],
  leaf: (below: number) => string,
  from = 0,
): string {
  if (bounds.length === 0) return leaf(from)
  const middle = bounds.length >> 1
  const above = search(expression, bounds.slice(middle + 1), leaf, from + middle + 1)
  const below = search(expression, bounds.slice(0, middle), leaf, from)
  return `CASE WHEN ${expression} > ${bounds[middle]} THEN ${above} ELSE ${below} END`
}

function isText(level: Level): level is string {
  return typeof level === 'string'
}
