import { byCodePoint } from '#core'
import type { Coding, Level } from '#core'
import type { CodeOptions, Dialect } from './dialect.ts'

/**
 * Up to this many levels are found by comparisons; more are looked up in a dictionary, if the engine can
 * store one.
 */
const searchedNumbers = 32
const searchedTexts = 8

/** What is known of the values to code. */
export interface CodedValues extends CodeOptions {
  /** Whether values may be missing. */
  readonly hasMissing: boolean
  /** The level of missing values; `null` for no level. */
  readonly missing: number | null
}

/** Whether the levels of a coding are looked up in a dictionary, which must exist in the engine. */
export function needsDictionary(coding: Coding): coding is Coding & { kind: 'levels' } {
  if (coding.kind !== 'levels') return false
  return coding.levels.length > (coding.levels.some(isText) ? searchedTexts : searchedNumbers)
}

/** SQL for the level of an expression under a fitted coding: an integer or NULL. */
export function codeOf(expression: string, coding: Coding, values: CodedValues, dialect: Dialect): string {
  const present = coding.kind === 'missingness' ? '0' : dialect.codeOf(expression, coding, values)
  if (!values.hasMissing) return present
  return `CASE WHEN ${expression} IS NULL THEN ${values.missing ?? 'NULL'} ELSE ${present} END`
}

/**
 * SQL for the level of an expression that is not NULL, by comparisons; many levels are looked up in a
 * dictionary.
 */
export function codeByComparisons(
  expression: string,
  coding: Coding,
  { dictionary, unseen }: CodeOptions,
  dialect: Dialect,
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
      const { dictionaries } = dialect
      if (dictionary === null || !dictionaries || !needsDictionary(coding))
        return searchLevels(expression, coding.levels, dialect, unseen)
      const text = coding.levels.some(isText) ? expression : dictionaries.textOf(expression)
      const found = dictionaries.lookUp(text, dictionary)
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

/** Compares numbers by size and texts by code point, as engines do. */
function byOrder(a: Level, b: Level): number {
  return isText(a) && isText(b) ? byCodePoint(a, b) : (a as number) - (b as number)
}

/**
 * A balanced tree of comparisons; each leaf is `leaf(n)`, where n of the ascending bounds are below the
 * expression.
 */
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
