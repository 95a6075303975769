import type { Coding, Level } from '#core'
import type { CodeOptions, Dialect, PackedCell, PackedColumn, SumBounds } from '../dialect.ts'

/** A quoted name in SQL; column names enter statements only through this function. */
export function clickHouseName(name: string): string {
  return `\`${escaped(name).replaceAll('`', '\\`')}\``
}

/** A text literal in SQL. */
export function clickHouseText(text: string): string {
  return `'${escaped(text).replaceAll("'", "\\'")}'`
}

/** Names and texts take the same escapes. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0')
}

/** The dialect of ClickHouse, from version 18.16 on. */
export const clickhouse: Dialect = {
  number: numberLiteral,
  text: clickHouseText,
  name: clickHouseName,
  double: (expression) => `toFloat64(${expression})`,
  whole: (expression, largest) => `${wholeType(largest)}(${expression})`,
  codeOf,
  dictionaries: null,
  windows: null,
  orderKeys: { less: keyLess },
  preciseSum,
  wholeText: (number) => `if(${number} < 0, toString(toInt64(${number})), toString(toUInt64(${number})))`,
  keyHash: (text) => `reinterpretAsUInt32(reverse(substring(toString(MD5(${text})), 1, 4)))`,
  countIf: (condition) => `countIf(${condition})`,
  all: (condition) => `min(${condition})`,
  approximateDistinct: (expression) => `uniq(${expression})`,
  pack,
}

/** A double in digits is exact, but a subnormal one is no literal: it is written by its bits. */
function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value !== 0 && Math.abs(value) < leastNormal) {
    return `reinterpretAsFloat64(reinterpretAsString(toUInt64(${bitsOfNumber(value)})))`
  }
  const digits = String(value)
  // A whole number would be an integer, and −0 an unsigned one.
  return /^-?\d+$/.test(digits) ? `${Object.is(value, -0) ? '-0' : digits}.0` : digits
}

const leastNormal = 2.2250738585072014e-308

function wholeType(largest: number): string {
  if (largest <= 0xff) return 'toUInt8'
  if (largest <= 0xffff) return 'toUInt16'
  return largest <= 0xffffffff ? 'toUInt32' : 'toUInt64'
}

/**
 * Comparisons are summed: the server computes them all at once, for many rows, where a tree of cases is
 * computed in full.
 */
function codeOf(expression: string, coding: Coding, { unseen, whole }: CodeOptions): string {
  switch (coding.kind) {
    case 'missingness':
      return '0'
    case 'cuts':
      return coding.cuts.map((cut) => `(${expression} > ${numberLiteral(cut)})`).join(' + ') || '0'
    case 'levels':
      return levelOf(expression, coding.levels, unseen, areWhole(coding.levels) ? whole : undefined)
    case 'values':
      throw new TypeError('an unfitted coding is fitted before it is applied')
  }
}

/**
 * The server looks levels up in a table of its own; a value that is none gets the number after the last.
 * Numbers are looked up by their bits, unless the server stores whole numbers: version 18.16 finds only the
 * first of several doubles.
 */
function levelOf(
  expression: string,
  levels: readonly Level[],
  unseen: number | null,
  whole: string | undefined,
): string {
  const none = unseen ?? levels.length
  if (levels.length === 0) return unseen === null ? 'NULL' : String(unseen)
  const from = levels.map((level) => {
    if (typeof level === 'string') return clickHouseText(level)
    return whole === undefined ? bitsOfNumber(level + 0) : level + 0
  })
  const type = wholeType(levels.length)
  const places = `[${levels.map((_, place) => place).join(', ')}]`
  const isText = typeof levels[0] === 'string'
  const value = isText ? expression : (whole ?? bitsOf(expression))
  const found = `transform(${value}, [${from.join(', ')}], ${places}, ${none})`
  return unseen === null ? `nullIf(${type}(${found}), ${none})` : `${type}(${found})`
}

function areWhole(levels: readonly Level[]): boolean {
  return levels.every((level) => Number.isSafeInteger(level))
}

/**
 * A sum of doubles that is the same in any order: terms are cut into two whole numbers of 62 bits less those
 * that all rows need, and sums of whole numbers are exact. A NULL is left out.
 */
function preciseSum(term: string, { most, rows }: SumBounds): string {
  const exponent = exponentOf(most) + 1
  // Such sums overflow or vanish, also when they are added in order.
  if (most === 0 || Math.abs(exponent) > greatestExponent) return `sum(${term})`
  const bits = 62 - exponentOf(rows) - 1
  const scale = numberLiteral(powerOfTwo(bits - exponent))
  const low = numberLiteral(powerOfTwo(bits))
  const scaled = `(${term}) * ${scale}`
  const high = `toFloat64(sum(toInt64(trunc(${scaled}))))`
  const rest = `toFloat64(sum(toInt64((${scaled} - trunc(${scaled})) * ${low})))`
  return `(${high} + ${rest} / ${low}) / ${scale}`
}

const greatestExponent = 900

/** The exponent e of a double x of 0 or more, 2^e ≤ x < 2^(e+1). */
function exponentOf(value: number): number {
  return Number((bitsOfNumber(value) >> 52n) & 0x7ffn) - 1023
}

function powerOfTwo(exponent: number): number {
  return new Float64Array(BigUint64Array.of(BigInt(exponent + 1023) << 52n).buffer)[0]
}

/** The bits of a double, those of negative ones inverted, are in the order of the doubles. */
function keyLess(number: string, first: bigint, shift: number): string {
  const mask = `if(${number} + 0.0 < 0, toUInt64(18446744073709551615), toUInt64(9223372036854775808))`
  return `bitShiftRight(bitXor(${bitsOf(number)}, ${mask}) - toUInt64(${first}), ${shift})`
}

/** The bits of a double as a whole number, those of 0 also for −0. */
function bitsOf(number: string): string {
  return `reinterpretAsUInt64(reinterpretAsString(${number} + 0.0))`
}

function bitsOfNumber(value: number): bigint {
  return new BigUint64Array(Float64Array.of(value).buffer)[0]
}

/** A cell of few levels as one number: it is grouped by place in an array, not by hash. */
function pack(columns: readonly PackedColumn[]): PackedCell | null {
  const cells = columns.reduce((product, { levels }) => product * levels, 1)
  if (cells > Number.MAX_SAFE_INTEGER) return null
  const type = wholeType(cells)
  const [first, ...others] = columns
  const sum = others.reduce(
    (before, { name, levels }) => `(${before}) * ${levels} + ${name}`,
    `toUInt64(${first.name})`,
  )
  return {
    // Rows without a level are left out before.
    key: `${type}(assumeNotNull(${sum}))`,
    levels(key) {
      let below = 1
      return columns
        .toReversed()
        .map(({ levels }) => {
          const level = `intDiv(${key}, ${below}) % ${Math.max(1, levels)}`
          below *= Math.max(1, levels)
          return level
        })
        .toReversed()
    },
  }
}
