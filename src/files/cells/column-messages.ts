import { addedWords, CribaError, MendableError, queryOption, queryWarning, remedy, shownValue } from '#core'
import type { Warning, TimeKind, Remedy } from '#core'
import { isErrorWord, isLabelledGap } from './labelled-codes.ts'
import { isEqualSign } from './none-words.ts'

export function notANumber(column: string, place: string, text: string): CribaError {
  return new CribaError(
    'invalid',
    `invalid number in column ${column}, ${place}: ${JSON.stringify(text)} (correct the cell, or type the column categorical)`,
  )
}

export function notARange(column: string, place: string, text: string): CribaError {
  return new CribaError(
    'invalid',
    `invalid range in column ${column}, ${place}: ${JSON.stringify(text)} (correct the cell, or name it a missing word)`,
  )
}

/** `mend`: the decimal mark that the file shows, or may have. */
export function ambiguousThousands(column: string, place: string, text: string, mend: Remedy): CribaError {
  const other = mend.set.decimal === ',' ? '.' : ','
  const ways = `write it without thousands separators, say ${mend.option} or --decimal ${other} or type the column categorical`
  return new MendableError(
    'invalid',
    `invalid number in column ${column}, ${place}: ${JSON.stringify(text)} (${ways})`,
    mend,
  )
}

/** `mend`: the decimal mark that the file shows, or may have. */
export function unclearRanges(column: string, text: string, mend: Remedy): CribaError {
  const other = mend.set.decimal === ',' ? '.' : ','
  return new MendableError(
    'invalid',
    `invalid ranges in column ${column}: ${JSON.stringify(text)} may have decimals or thousands (say ${mend.option} or --decimal ${other})`,
    mend,
  )
}

export function notATime(column: string, kind: TimeKind, place: string, text: string): CribaError {
  const what = kind === 'time' ? 'time' : 'date'
  const remedy = 'correct the cell, or type the column categorical'
  return new CribaError(
    'invalid',
    `invalid ${what} in column ${column}, ${place}: ${JSON.stringify(text)} (${remedy})`,
  )
}

export function undecidedDates(column: string, kind: TimeKind, text: string): CribaError {
  const remedy = `choose the type ${kind}:dmy or ${kind}:mdy`
  return new CribaError(
    'invalid',
    `invalid dates in column ${column}: ${JSON.stringify(text)} may start with the day or with the month (${remedy})`,
  )
}

/** The error for a chosen type that does not match the type in the file. */
export function typeMismatch(column: string, type: string, held: string): CribaError {
  return new CribaError('invalid', `invalid type of column ${column}: ${type} (it holds ${held})`)
}

/** Words, and the query that reads them as numbers. */
interface WordQuery {
  readonly words: readonly string[]
  readonly option: string
  readonly query: string
}

/**
 * How words that may mean 0 are read in a column: all as 0, all as missing since 0 is far from its numbers, or
 * undecided: as `either`.
 */
export interface ZeroReading {
  readonly meaning: 'zero' | 'either' | 'missing'
  /** The words that may mean 0. */
  readonly words: readonly string[]
  /** Other words of the column, which the query makes missing. */
  readonly others: readonly string[]
  /** Reads the words as 0, or as missing if they are; `null` if no query reads the numbers beside them. */
  readonly query: string | null
}

/**
 * How many cells of a column have a value, and how many of them deviate from the rest: text among numbers.
 */
interface MixedCells {
  readonly present: number
  readonly deviating: number
  /** Which texts may be words for a missing value, and how many cells of each. */
  readonly words?: ReadonlyMap<string, number> | null
  /** Which texts deviate, if they are few. */
  readonly odd?: ReadonlyMap<string, number> | null
  /** Whether the rest is read as numbers only if the user says that it is. */
  readonly needsType?: boolean
  /** Whether these texts are levels as the numbers are, such as chromosomes X and Y. */
  readonly areLevels?: boolean
  readonly zero?: ZeroReading | null
  /**
   * Words at the ends of a scale, and the query that reads them as steps beyond the numbers; `unclear` where
   * it is not clear which steps they are.
   */
  readonly scale?: WordQuery | 'unclear' | null
  /**
   * So many lines are skipped after the header so that the first row is left out, the only one that deviates.
   */
  readonly skipAfterHeader?: number | null
  /** Whether all cells are numbers or ranges of them. */
  readonly areRanges?: boolean
  /** The query that reads the numbers and makes other cells missing. */
  readonly numbers?: string | null
}

/**
 * Whether a categorical column may have been meant as numeric: most of its cells are numbers, some are not.
 */
export function isNearlyNumeric({ present, deviating }: MixedCells): boolean {
  return deviating > 0 && deviating * 2 < present
}

export function mixedWarning(
  column: string,
  {
    present,
    deviating,
    words,
    odd,
    needsType = false,
    areLevels = false,
    zero,
    scale,
    skipAfterHeader = null,
    areRanges = false,
    numbers = null,
  }: MixedCells,
  place: string,
  text: string,
  kind = 'numbers',
): Warning {
  const isNamed = !odd?.size || odd.size === words?.size || (odd.size === 1 && odd.has(text.trim()))
  const others = isNamed ? '' : `${shownCounts(odd)}; `
  const first = `${others}first: ${place}, ${JSON.stringify(shownValue(text))}`
  const start = `column ${column}: ${deviating} of ${present} cells are not ${kind} (${first}), so it is read as categorical`
  if (!words && skipAfterHeader !== null) {
    const mend = remedy(
      { skipAfterHeader },
      `the first row has ${JSON.stringify(text)} beside ${kind}`,
      1,
      true,
    )
    const message = `${start}; if that row is none like the others: ${mend.option}`
    return { code: 'mixed-types', column, message, remedy: mend }
  }
  if (areRanges) {
    const mend = remedy(
      { types: { [column]: 'range' } },
      `${JSON.stringify(text)} beside numbers in ${column}`,
      deviating,
      true,
    )
    const message = `${start}; for numbers and the middle of each range say ${mend.option}`
    return { code: 'mixed-types', column, message, remedy: mend }
  }
  if (!words && kind !== 'numbers' && areMistyped(odd, deviating)) {
    const set = { missingWords: addedWords([...odd!.keys()]) }
    const mend = remedy(set, `${shownCounts(odd!)} beside ${kind}`, deviating, true)
    const message = `${start}; correct them, or to leave them out as missing: ${mend.option}`
    return { code: 'mixed-types', column, message, remedy: mend }
  }
  if (!words && numbers !== null) {
    const how = 'for the numbers, with other cells missing, say'
    return queryWarning({ code: 'mixed-types', column, why: start, query: numbers }, how)
  }
  if (!words) return { code: 'mixed-types', column, message: start }
  const texts = [...words.keys()]
  const counts = shownCounts(words)
  if (areLevels)
    return { code: 'mixed-types', column, message: `${start}; ${counts} may be levels beside the numbers` }
  // A step of a scale is no missing value.
  if (scale === 'unclear')
    return { code: 'mixed-types', column, message: `${start}; ${counts} may be steps of a scale` }
  if (scale) {
    const ends = scale.words.map((word) => JSON.stringify(word)).join(' and ')
    const how = `if ${ends} ${scale.words.length > 1 ? 'are the ends' : 'is an end'} of a scale:`
    return queryWarning({ code: 'mixed-types', column, why: start, query: scale.query }, how)
  }
  const set = {
    missingWords: addedWords(texts),
    ...(needsType && { types: { [column]: 'numeric' as const } }),
  }
  const mend = remedy(set, `${counts} beside ${kind}`, deviating, true)
  const mean = `${texts.length > 1 ? 'mean' : 'means'} a missing value${needsType ? ' and the rest are numbers' : ''}`
  const asMissing = `${start}; if ${counts} ${mean}: ${mend.option}`
  const code = 'mixed-types'
  if (!zero || (zero.meaning === 'missing' && zero.query === null))
    return { code, column, message: asMissing, remedy: mend }
  const { meaning, query } = zero
  if (query === null) {
    // No mend takes a missing value for a 0.
    const [it, means] = zero.words.length > 1 ? ['them', 'they mean'] : ['it', 'it means']
    return { code, column, message: `${asMissing}; if ${means} 0, replace ${it} with 0 in the file` }
  }
  if (meaning === 'missing') {
    const message = `${asMissing}, or here alone ${queryOption(query)}`
    return { code, column, message, why: `column ${column}: ${counts} read as missing`, query }
  }
  const [zeros, missing] = [zero.words, zero.others].map((some) => some.map(quoted).join(', '))
  const areZero = `${zeros} ${zero.words.length > 1 ? 'mean' : 'means'} 0`
  const areMissing = `${missing} ${zero.others.length > 1 ? 'are' : 'is'} missing`
  const how = missing === '' ? areZero : `${areZero} and ${areMissing}`
  const message = `${asMissing}; if ${how}: ${queryOption(query)}`
  if (meaning === 'either') return { code, column, message, remedy: mend, query }
  const read = `${zeros} read as 0${missing === '' ? '' : `, ${missing} as missing`}`
  return { code, column, message, why: `column ${column}: ${read}; if missing: ${mend.option}`, query }
}

function quoted(word: string): string {
  return JSON.stringify(word)
}

/** Whether the texts that are no dates are all known, and none is a number that other columns may have. */
function areMistyped(odd: MixedCells['odd'], deviating: number): boolean {
  if (!odd || [...odd.values()].reduce((sum, count) => sum + count, 0) !== deviating) return false
  return [...odd.keys()].every((text) => text.length <= longestWord && Number.isNaN(Number(text)))
}

function shownCounts(texts: ReadonlyMap<string, number>): string {
  return [...texts].map(([text, count]) => `${JSON.stringify(text)} ${count}×`).join(', ')
}

/** More different texts among numbers are no words for a missing value. */
const mostWords = 5
const longestWord = 24
const mostParts = 4

/** The texts among numbers, and how many of each, if they may be words for a missing value; else `null`. */
export function wordsAmong(texts: ReadonlyMap<string, number>): ReadonlyMap<string, number> | null {
  return texts.size <= mostWords && [...texts.keys()].every(mayMeanMissing) ? texts : null
}

/**
 * Whether a text may be a word for a missing value: a few letters in a few parts, and no digit, or a code
 * below 0 with its label.
 */
function mayMeanMissing(text: string): boolean {
  if (isLabelledGap(text) || isErrorWord(text) || isEqualSign(text)) return true
  return text.length <= longestWord && !/[\d{}"=\n]/.test(text) && text.split(/\s+/).length <= mostParts
}

/** Whole numbers that a double cannot tell apart, read as levels. */
export function mergedWarning(column: string): Warning {
  const message = `column ${column}: read as levels, because different numbers in it would become equal beyond 2^53; type it numeric to round them`
  return { code: 'rounded', column, message }
}

export function decimalCommaWarning(column: string): Warning {
  return { code: 'decimal-comma', column, message: `column ${column}: read with decimal commas` }
}
