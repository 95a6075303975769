import { TextColumn, endOf, insideEnd, isBlank, needsCaller, countMissing, startOf } from './text-cells'
import { doubleBits, unsure } from './text-decimal'
import { quotedBit } from './text-index'

/** Kinds of times: days, seconds since 1970, seconds since midnight. */
const date: u32 = 1
const dateTime: u32 = 2
const timeOfDay: u32 = 4

const dash: u32 = 0x2d
const colon: u32 = 0x3a
const plus: u32 = 0x2b
const secondsADay: i64 = 86400

/**
 * Reads the cells of a column as ISO 8601 dates (2026-03-01, in days since 1970), dates with a time
 * (2026-03-01T09:30:00Z, in seconds since 1970; UTC without a zone) or times (09:30, in seconds since
 * midnight), all of one kind, NaN if missing. Returns the row of the first other cell, or the number of rows.
 */
export function parseTimes(at: usize): u32 {
  const text = changetype<TextColumn>(at)
  const rows = text.rows
  const values = text.values
  for (let row: usize = 0; row < rows; row++) {
    const place = endOf(text, row)
    let from = startOf(text, row)
    let to = text.bytes + (place & ~quotedBit)
    if (place & quotedBit) {
      from++
      to = insideEnd(to, text.quote)
    }
    while (from < to && isBlank(<u32>load<u8>(from))) from++
    while (from < to && isBlank(<u32>load<u8>(to - 1))) to--
    if (countMissing(text, from, to)) {
      store<f64>(values + (row << 3), NaN)
      continue
    }
    const kind = parseTime(text.powers, from, to, values + (row << 3))
    if (kind == 0 && needsCaller(from, to, text.quote)) {
      store<u32>(text.unresolved + ((<usize>text.unresolvedCount) << 2), <u32>row)
      text.unresolvedCount++
      continue
    }
    if (kind == 0 || (text.kinds && text.kinds != kind)) return <u32>row
    text.kinds = kind
  }
  return rows
}

/** Reads one time; returns its kind, or 0 if it is none. */
function parseTime(powers: usize, from: usize, to: usize, value: usize): u32 {
  const length = to - from
  if (length >= 10 && <u32>load<u8>(from, 4) == dash) {
    if (<u32>load<u8>(from, 7) != dash) return 0
    const year = number(from, 4)
    const month = number(from + 5, 2)
    const day = number(from + 8, 2)
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return 0
    const days = daysSince1970(year, month, day)
    if (length == 10) {
      store<f64>(value, <f64>days)
      return date
    }
    // A T or a blank separates date and time.
    const between = (<u32>load<u8>(from, 10)) | 0x20
    if (between != 0x74 && between != 0x20) return 0
    return parseClock(powers, from + 11, to, days * secondsADay, true, value) ? dateTime : 0
  }
  return parseClock(powers, from, to, 0, false, value) ? timeOfDay : 0
}

/** Reads HH:MM, HH:MM:SS or HH:MM:SS.fraction, with a zone if there is a date, and adds it to `seconds`. */
function parseClock(
  powers: usize,
  from: usize,
  to: usize,
  seconds: i64,
  mayHaveZone: bool,
  value: usize,
): bool {
  let p = from + 5
  if (p > to || <u32>load<u8>(from, 2) != colon) return false
  const hour = number(from, 2)
  const minute = number(from + 3, 2)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return false
  let total = seconds + <i64>(hour * 60 + minute) * 60
  let fraction: u64 = 0
  let digits: i32 = 0
  if (p < to && <u32>load<u8>(p) == colon) {
    if (p + 3 > to) return false
    const second = number(p + 1, 2)
    if (second < 0 || second > 59) return false
    total += second
    p += 3
    if (p < to && <u32>load<u8>(p) == 0x2e) {
      for (p++; p < to && <u32>load<u8>(p) - 0x30 < 10; p++, digits++) {
        if (digits == 9) return false
        fraction = fraction * 10 + (<u64>load<u8>(p) - 0x30)
      }
      if (digits == 0) return false
    }
  }
  if (p < to && mayHaveZone) {
    const sign = <u32>load<u8>(p)
    if ((sign | 0x20) == 0x7a) p++
    else if (sign == plus || sign == dash) {
      const hours = p + 3 <= to ? number(p + 1, 2) : -1
      p += 3
      if (p + 1 < to && <u32>load<u8>(p) == colon) p++
      const minutes = p == to ? 0 : p + 2 == to ? number(p, 2) : -1
      if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false
      p = to
      const offset = <i64>(hours * 60 + minutes) * 60
      total += sign == plus ? -offset : offset
    }
  }
  if (p != to) return false
  if (digits == 0) {
    store<f64>(value, <f64>total)
    return true
  }
  let scale: u64 = 1
  for (let i = 0; i < digits; i++) scale *= 10
  const isNegative = total < 0
  // A measured time has no more digits than fit into 64 bits.
  const most = i64.MAX_VALUE / <i64>scale - 1
  if (total > most || total < -most) return false
  // A fraction counts up from the second before it, also before 1970.
  const exact = total * <i64>scale + <i64>fraction
  const bits = doubleBits(powers, <u64>(isNegative ? -exact : exact), -digits)
  if (bits == unsure) return false
  store<u64>(value, isNegative && exact != 0 ? bits | (1 << 63) : bits)
  return true
}

/** A number of `digits` digits, or −1. */
function number(from: usize, digits: u32): i32 {
  let value: i32 = 0
  for (let i: usize = 0; i < digits; i++) {
    const digit = <u32>load<u8>(from + i) - 0x30
    if (digit > 9) return -1
    value = value * 10 + <i32>digit
  }
  return value
}

function isLeap(year: i32): bool {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

function daysIn(year: i32, month: i32): i32 {
  if (month == 2) return isLeap(year) ? 29 : 28
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

/**
 * Days since 1970 in the Gregorian calendar; years start in March, so that a leap day is the last of its
 * year.
 */
function daysSince1970(year: i32, month: i32, day: i32): i64 {
  const y = month > 2 ? year : year - 1
  const m = month > 2 ? month - 3 : month + 9
  const shifted = y + 400
  const leaps = shifted / 4 - shifted / 100 + shifted / 400
  return <i64>(365 * shifted + leaps + (153 * m + 2) / 5 + day - 1) - 865565
}
