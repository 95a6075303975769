import {
  TextColumn,
  endOf,
  insideEnd,
  isBlank,
  isExponent,
  needsCaller,
  countMissing,
  isInfinity,
  isMissing,
  startOf,
} from './text-cells'
import { doubleBits, unsure } from './text-decimal'
import { plainNumber } from './text-plain'
import { quotedBit } from './text-index'

const point: u32 = 0x2e
const minus: u32 = 0x2d
const plus: u32 = 0x2b
/** More digits do not fit into 64 bits. */
const mostDigits: i32 = 19
const largestExact: u64 = 9007199254740991

const zeros: u64 = 0x3030303030303030
/** Rows read together: their values fill whole cache lines, and their text stays in the cache. */
const rowsAtOnce: usize = 32

/** A column to read as numbers, and its counts, laid out by the caller, all fields of 32 bits. */
@unmanaged
class NumbersColumn {
  /** The address of its values; 0: the column is not read. */
  values: usize
  /** Whether whole numbers may start with 0. */
  padded: u32
  missing: u32
  infinite: u32
  rounded: u32
  commas: u32
  points: u32
  groups: u32
  noted: u32
  words: u32
  pointGroups: u32
}

/**
 * Reads the cells of columns as numbers, NaN if missing, a few rows at a time, so that text and values are
 * accessed in sequence. `columns` has a `NumbersColumn` for each column of the text. A column with any other
 * cell is given up: its `values` becomes 0. Cells that cannot be decoded here (non-ASCII characters, doubled
 * quotes, digits that leave the nearest double in doubt) are listed in `unresolved` by their index in
 * `values`.
 */
export function parseNumbers(at: usize, columns: usize): void {
  const text = changetype<TextColumn>(at)
  const rows = <usize>text.rows
  const width = text.width
  for (let first: usize = 0; first < rows; first += rowsAtOnce) {
    const last = min(first + rowsAtOnce, rows)
    for (let i: u32 = 0; i < width; i++) {
      const column = changetype<NumbersColumn>(columns + <usize>i * offsetof<NumbersColumn>())
      if (column.values == 0) continue
      text.column = i
      text.padded = column.padded
      if (!parseRows(text, first, last, column.values)) column.values = 0
      if (!(text.missingCount | text.infinite | text.rounded | text.commas | text.points)) continue
      column.missing += text.missingCount
      column.infinite += text.infinite
      column.rounded += text.rounded
      column.commas += text.commas
      column.points += text.points
      column.groups += text.groups
      column.pointGroups += text.pointGroups
      column.noted += text.noted
      column.words |= text.words
      text.missingCount = text.infinite = text.rounded = text.commas = text.points = text.groups = 0
      text.noted = text.words = text.pointGroups = 0
    }
  }
}

/** Reads some rows of a column; returns false if a cell is not a number. */
function parseRows(text: TextColumn, first: usize, last: usize, values: usize): bool {
  const bytes = text.bytes
  const missing = text.missing
  const padded = text.padded
  const column = <usize>text.column
  const stride = (<usize>text.width) << 2
  // Where the first cell of a row starts, and where those after it do: behind the end of the one before.
  let before = column == 0 ? text.starts + (first << 2) : text.ends + first * stride + ((column - 1) << 2)
  const beforeStride = column == 0 ? 4 : stride
  const separator: usize = column == 0 ? 0 : 1
  let at = text.ends + first * stride + (column << 2)
  const until = values + (last << 3)
  for (let value = values + (first << 3); value < until; value += 8, at += stride, before += beforeStride) {
    const place = load<u32>(at)
    let from = bytes + (load<u32>(before) & ~quotedBit) + separator
    let to = bytes + (place & ~quotedBit)
    if (place & quotedBit) {
      from++
      to = insideEnd(to, text.quote)
    }
    if (load<u8>(missing + load<u8>(from)) == 0 || !isMissing(missing, from, to)) {
      const bits = usualNumber(text, from, to, padded)
      if (bits != unsure) {
        store<u64>(value, bits)
        continue
      }
    }
    while (from < to && isBlank(<u32>load<u8>(from))) from++
    while (from < to && isBlank(<u32>load<u8>(to - 1))) to--
    if (countMissing(text, from, to)) {
      store<f64>(value, NaN)
    } else if (!parseNumber(text, from, to, value)) {
      if (!needsCaller(from, to, text.quote)) return false
      leaveToCaller(text, value)
    }
  }
  return true
}

/** The bits of a number in its usual forms, or `unsure`. */
function usualNumber(text: TextColumn, from: usize, to: usize, padded: u32): u64 {
  const length = to - from
  if (length == 1) {
    const digit = <u32>load<u8>(from) - 0x30
    if (digit < 10) return reinterpret<u64>(<f64>(<i32>digit))
  }
  if (length - 1 < 7) {
    // Short whole numbers, padded with zeros. A leading 0 may be part of a code.
    const bits = (<u64>length) << 3
    const digits = (load<u64>(from) << (64 - bits)) | (zeros >> bits)
    if (areEightDigits(digits) && (length == 1 || padded || <u32>load<u8>(from) != 0x30))
      return reinterpret<u64>(<f64>(<i64>eightDigits(digits)))
  }
  let end = to
  let power: i32 = 0
  // Most programs write a sign and two digits after the letter.
  if (length > 4 && isExponent(<u32>load<u8>(to - 4))) {
    end = to - 4
    power = exponentOf(to - 3, to)
    if (power == noExponent) return unsure
  }
  return plainNumber(text, from, end, power, end != to)
}

function leaveToCaller(text: TextColumn, value: usize): void {
  store<u32>(text.unresolved + ((<usize>text.unresolvedCount) << 2), <u32>((value - text.values) >> 3))
  text.unresolvedCount++
}

/** Reads one number without blanks around it; returns false if it is none. */
function parseNumber(text: TextColumn, from: usize, to: usize, value: usize): bool {
  let p = from
  const sign = <u32>load<u8>(p)
  const isNegative = sign == minus
  if (isNegative || sign == plus) p++
  const first = p
  let digits: u64 = 0
  while (p < to && isDigit(p)) digits = digits * 10 + (<u64>load<u8>(p++) - 0x30)
  const wholeDigits = <i32>(p - first)
  let power: i32 = 0
  let isWhole = true
  let hasComma = false
  let hasPoint = false
  if (p < to) {
    const mark = <u32>load<u8>(p)
    if (mark == point || (text.comma && mark == text.comma)) {
      isWhole = false
      hasPoint = mark == point
      hasComma = !hasPoint
      p++
      const fraction = p
      while (p + 8 <= to && areEightDigits(load<u64>(p))) {
        digits = digits * 100000000 + eightDigits(load<u64>(p))
        p += 8
      }
      while (p < to && isDigit(p)) digits = digits * 10 + (<u64>load<u8>(p++) - 0x30)
      power = -(<i32>(p - fraction))
    }
  }
  const count = wholeDigits - power
  // 01011 is a code: as a number it would lose its zero.
  if (wholeDigits > 1 && p == to && isWhole && first == from && load<u8>(first) == 0x30 && !text.padded)
    return false
  if (count == 0) {
    if (p != first || !isInfinity(first, to)) return false
    store<f64>(value, NaN)
    text.infinite++
    return true
  }
  const mantissaEnd = p
  if (p < to && isExponent(<u32>load<u8>(p))) {
    isWhole = false
    const explicit = exponentOf(p + 1, to)
    if (explicit == noExponent) return false
    power += explicit
    p = to
  }
  if (p != to) return false
  let bits: u64 = unsure
  if (count <= mostDigits) bits = doubleBits(text.powers, digits, power)
  else bits = longBits(text.powers, first, mantissaEnd, power)
  if (bits == unsure) {
    // It is a number; the caller computes its double.
    store<f64>(value, 0)
    leaveToCaller(text, value)
    return true
  }
  if (isNegative) bits |= 1 << 63
  store<u64>(value, bits)
  if (hasComma) {
    text.commas++
    if (mantissaEnd == to && isGroup(first, to)) text.groups++
  } else if (hasPoint) {
    text.points++
    if (mantissaEnd == to && isGroup(first, to)) text.pointGroups++
  }
  if (
    isWhole &&
    (count > mostDigits ? reinterpret<f64>(bits & ~(1 << 63)) > <f64>largestExact : digits > largestExact)
  )
    text.rounded++
  return true
}

/** Whether a number with one mark may have it as a thousands separator: 1,234. */
function isGroup(from: usize, to: usize): bool {
  return to - from >= 5 && to - from <= 7 && <u32>load<u8>(from) != 0x30 && !isDigit(to - 4)
}

const noExponent: i32 = 0x7fffffff
/** Larger exponents all give 0 or infinity, because no cell has as many digits. */
const largestExponent: i32 = 100000000

/** The number after the exponent letter. */
function exponentOf(from: usize, to: usize): i32 {
  let p = from
  if (p == to) return noExponent
  const sign = <u32>load<u8>(p)
  if (sign == minus || sign == plus) p++
  if (p == to) return noExponent
  let exponent: i32 = 0
  for (; p < to; p++) {
    if (!isDigit(p)) return noExponent
    if (exponent < largestExponent) exponent = exponent * 10 + (<i32>load<u8>(p) - 0x30)
  }
  return sign == minus ? -exponent : exponent
}

/**
 * A number of more than 19 digits: the first 19 decide the double, unless one more in the last place changes
 * it.
 */
function longBits(powers: usize, from: usize, to: usize, power: i32): u64 {
  let p = from
  while (p < to && (<u32>load<u8>(p) == 0x30 || !isDigit(p))) p++
  let digits: u64 = 0
  let taken: i32 = 0
  let dropped: i32 = 0
  for (; p < to; p++) {
    if (!isDigit(p)) continue
    if (taken == mostDigits) {
      dropped++
    } else {
      digits = digits * 10 + (<u64>load<u8>(p) - 0x30)
      taken++
    }
  }
  const low = doubleBits(powers, digits, power + dropped)
  if (dropped == 0) return low
  return low == doubleBits(powers, digits + 1, power + dropped) ? low : unsure
}

function isDigit(at: usize): bool {
  return <u32>load<u8>(at) - 0x30 < 10
}

/** Whether all of eight bytes are digits. */
function areEightDigits(bytes: u64): bool {
  return (
    ((bytes & 0xf0f0f0f0f0f0f0f0) | (((bytes + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) >> 4)) ==
    0x3333333333333333
  )
}

/** The value of eight digits: combines pairs of digits, then pairs of these, then the two halves. */
function eightDigits(bytes: u64): u64 {
  const ones = bytes - 0x3030303030303030
  const pairs = ones * 10 + (ones >> 8)
  const low = (pairs & 0x000000ff000000ff) * 0x000f424000000064
  const high = ((pairs >> 16) & 0x000000ff000000ff) * 0x0000271000000001
  return <u64>(<u32>((low + high) >> 32))
}
