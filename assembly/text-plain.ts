import { TextColumn } from './text-cells'
import { doubleBits, unsure } from './text-decimal'

const zero: u32 = 0x30
const minus: u32 = 0x2d
/** More digits do not fit into 64 bits. */
const mostDigits: usize = 19
const largestExact: u64 = 9007199254740991

/**
 * The bits of the number in a cell of digits with at most a minus and a decimal point, or `unsure` for any
 * other cell. Its digits are moved together over the point and added up, the last 16 at once. An exponent was
 * read before: `to` is its letter, `power` its value. Reads up to 21 bytes before the end of the cell.
 */
export function plainNumber(text: TextColumn, from: usize, to: usize, power: i32, hasExponent: bool): u64 {
  const isNegative = <u32>load<u8>(from) == minus
  const first = from + <usize>isNegative
  const length = to - first
  if (length - 1 > mostDigits) return unsure
  const points = <u32>i8x16.bitmask(i8x16.eq(v128.load(first), v128.load(allPoints)))
  const whole = <usize>ctz(points)
  const hasPoint = whole < length
  const count = length - <usize>hasPoint
  if (count - 1 >= mostDigits) return unsure
  const isWhole = !hasPoint && !hasExponent
  // A leading 0 may be part of a code.
  if (isWhole && count > 1 && <u32>load<u8>(first) == zero) return unsure
  const behind = hasPoint ? count - whole : allBehind
  const last = lastDigits(to, behind, count)
  if (v128.any_true(i8x16.gt_u(last, v128.load(nines)))) return unsure
  let digits = sumOf(last)
  if (count > 16) {
    const more = digitsBefore(to - 16, behind, count)
    if ((more | (more + 0x06060606)) & 0xf0f0f0f0) return unsure
    const pairs = (more * 10 + (more >> 8)) & 0x00ff00ff
    digits += <u64>((pairs & 0xff) * 100 + (pairs >> 16)) * 10000000000000000
  }
  // A rounded whole number has to be counted.
  if (isWhole && digits > largestExact) return unsure
  const bits = doubleBits(text.powers, digits, power - (hasPoint ? <i32>behind : 0))
  if (bits == unsure) return unsure
  if (hasPoint) {
    text.points++
    if (behind == 3 && !hasExponent && whole - 1 < 3 && <u32>load<u8>(first) != zero) text.pointGroups++
  }
  return bits | ((<u64>isNegative) << 63)
}

/** Without a point there is nothing to move. */
const allBehind: usize = 32

/** 32 zeros, then 32 bytes of ones: read 16 or 4 bytes from here and set their last lanes only. */
const edge = memory.data<u64>([0, 0, 0, 0, -1, -1, -1, -1])

// Loaded from memory: as constants of the code they would take several instructions each.
const allPoints = memory.data<u64>([0x2e2e2e2e2e2e2e2e, 0x2e2e2e2e2e2e2e2e])
const zeros = memory.data<u64>([0x3030303030303030, 0x3030303030303030])
const nines = memory.data<u64>([0x0909090909090909, 0x0909090909090909])
const lows = memory.data<u64>([0x00ff00ff00ff00ff, 0x00ff00ff00ff00ff])
const tens = memory.data<u64>([0x000a000a000a000a, 0x000a000a000a000a])
const hundreds = memory.data<u64>([0x0001006400010064, 0x0001006400010064])
const tenThousands = memory.data<u64>([0x0001271000012710, 0x0001271000012710])

/** The last 16 of `count` digits before `to`, `behind` of them behind the point; 0 where there are fewer. */
function lastDigits(to: usize, behind: usize, count: usize): v128 {
  const ones = edge + 16
  const bytes = v128.bitselect(v128.load(to - 16), v128.load(to - 17), v128.load(ones + behind))
  return v128.and(v128.xor(bytes, v128.load(zeros)), v128.load(ones + count))
}

/** The four digits before these. */
function digitsBefore(to: usize, behind: usize, count: usize): u32 {
  const ones = edge + 12
  const isBehind = load<u32>(ones + behind)
  const bytes = (load<u32>(to - 4) & isBehind) | (load<u32>(to - 5) & ~isBehind)
  return (bytes ^ 0x30303030) & load<u32>(ones + count)
}

/** The number of 16 digits: combines neighbours, three times, then the two halves. */
function sumOf(digits: v128): u64 {
  const first = i16x8.mul(v128.and(digits, v128.load(lows)), v128.load(tens))
  const twos = i16x8.add(first, i16x8.shr_u(digits, 8))
  const fours = i32x4.dot_i16x8_s(twos, v128.load(hundreds))
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_u(fours, fours), v128.load(tenThousands))
  const both = i64x2.extract_lane(eights, 0)
  return <u64>(<u32>both) * 100000000 + ((<u64>both) >> 32)
}
