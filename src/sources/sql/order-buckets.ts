import type { Dialect } from './dialect.ts'

/** An interval of numbers, both ends included. */
export interface Interval {
  readonly min: number
  readonly max: number
}

/** The most parts of all intervals together, fewer than 2^16 with the ends. */
const mostBuckets = 1 << 13

/**
 * SQL for the part of `x` in one of several disjoint intervals, in ascending order: a whole number, greater for greater numbers. Each
 * interval is divided in equal parts, or by the bits of its numbers if asked for or where equal parts cannot be computed.
 */
export function bucketsOf(intervals: readonly Interval[], byBits: boolean, dialect: Dialect): string {
  const count = Math.max(2, Math.floor(mostBuckets / intervals.length))
  const parts = intervals.map(({ min, max }, i) => {
    // The last part of an interval may have one number more, by rounding.
    const before = i * (count + 1)
    const part = bucketOf({ min, max }, count, byBits, dialect)
    return i === 0 ? part : `${before} + ${part}`
  })
  const cases = intervals.map(({ max }, i) => `WHEN x <= ${dialect.number(max)} THEN ${parts[i]}`)
  const part = cases.length === 1 ? parts[0] : `CASE ${cases.join(' ')} ELSE 0 END`
  return dialect.whole(part, 0xffff)
}

/** Subtraction, multiplication and rounding down keep the order of doubles, so that parts follow one another. */
function bucketOf({ min, max }: Interval, count: number, byBits: boolean, dialect: Dialect): string {
  const perUnit = count / (max - min)
  if (!byBits && perUnit > 0 && Number.isFinite(perUnit)) {
    return `floor((x - ${dialect.number(min)}) * ${dialect.number(perUnit)})`
  }
  const [first, last] = [min, max].map(orderKey)
  let shift = 0
  while ((last - first) >> BigInt(shift) >= BigInt(count)) shift++
  return dialect.orderKeys!.bucket('x', first, shift)
}

/** The key of a number: its bits as a whole number, those of negative ones inverted, so that keys are in the order of the numbers. */
function orderKey(value: number): bigint {
  const [bits] = new BigUint64Array(Float64Array.of(value + 0).buffer)
  return value < 0 ? bits ^ 0xffffffffffffffffn : bits | 0x8000000000000000n
}
