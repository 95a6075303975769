import type { Dialect } from './dialect.ts'

/** Numbers that are divided: the least and the greatest. */
export interface Interval {
  readonly min: number
  readonly max: number
}

/**
 * A division of an interval into numbered parts, in ascending order: in equal parts, so many per unit, or by the bits of the numbers, but
 * for the lowest ones.
 */
export type Grid = { readonly perUnit: number } | { readonly shift: number }

/** The bits of the number of a part: so many at first, and between these more each time. */
const firstBits = 13
const mostBits = 14
const leastBits = 4

/** The first grid: in equal parts, unless their number cannot be computed. */
export function firstGrid(interval: Interval): Grid {
  const perUnit = (1 << firstBits) / (interval.max - interval.min)
  return perUnit > 0 && Number.isFinite(perUnit) ? { perUnit } : gridOfBits(interval)
}

/** A grid by bits: it divides numbers that differ by many powers of ten as well as others. */
export function gridOfBits({ min, max }: Interval): Grid {
  const width = orderKey(max) - orderKey(min)
  let shift = 0
  while (width >> BigInt(shift) >= 1n << BigInt(firstBits)) shift++
  return { shift }
}

/** A grid that divides each of so many parts further. */
export function finerGrid(grid: Grid, parts: number, interval: Interval): Grid {
  let bits = firstBits
  while (bits > leastBits && parts << bits > 1 << mostBits) bits--
  if ('shift' in grid) return { shift: Math.max(0, grid.shift - bits) }
  const perUnit = grid.perUnit * (1 << bits)
  // Beyond that doubles do not count parts one by one.
  return perUnit * (interval.max - interval.min) < Number.MAX_SAFE_INTEGER
    ? { perUnit }
    : gridOfBits(interval)
}

/**
 * SQL for the part of `x`: a whole number from 0. Subtraction, multiplication and rounding down keep the order of doubles, so that parts
 * follow one another.
 */
export function partSql(grid: Grid, { min, max }: Interval, dialect: Dialect): string {
  if ('shift' in grid) return dialect.orderKeys!.less('x', orderKey(min), grid.shift)
  const part = `floor((x - ${dialect.number(min)}) * ${dialect.number(grid.perUnit)})`
  return dialect.whole(part, Math.ceil((max - min) * grid.perUnit) + 1)
}

/** The key of a number: its bits as a whole number, those of negative ones inverted, so that keys are in the order of the numbers. */
function orderKey(value: number): bigint {
  const [bits] = new BigUint64Array(Float64Array.of(value + 0).buffer)
  return value < 0 ? bits ^ 0xffffffffffffffffn : bits | 0x8000000000000000n
}
