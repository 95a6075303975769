import type { Variable } from '#core'
import type { ColumnContents } from './contents.ts'

/** Gaps as shares of the range of all other values, which are distinguished. */
export const gaps = [0.05, 0.1, 0.2, 0.5, 1, 3, 10] as const

/** A column with the value at one of its ends that may stand for missing, or with several side by side. */
export interface Suspect {
  readonly one: ColumnContents
  readonly value: number
  readonly end: 'min' | 'max'
  /** The value, then those beside it that may be codes too. */
  readonly block: readonly number[]
}

/** The value at an end, then what is apart from it by each of the gaps. */
export function partedOf({ one: { column, numbers }, block, end }: Suspect): Variable {
  const value = block[block.length - 1]
  const other = end === 'min' ? numbers!.max : numbers!.min
  const places = gaps.map((gap) => (value + gap * other) / (1 + gap))
  const cuts = end === 'min' ? [value, ...places] : [...places.map(below).reverse(), below(value)]
  return { column: column.column, coding: { kind: 'cuts', cuts } }
}

/** The place up to which a value is no farther from the others than by a gap that says nothing alone. */
const nearest = 0.2

/**
 * The ends between which another value shows that a suspect is no code by its own column: above the first, at
 * most at the second. `null` where its values are listed, which may say so too, or where rounding would decide.
 */
export function nearTo({ one: { numbers, listed }, value, end }: Suspect): readonly [number, number] | null {
  const { min, max } = numbers!
  if (listed || !(max - min > 1e-9 * Math.max(Math.abs(min), Math.abs(max)))) return null
  const place = (value + nearest * (end === 'min' ? max : min)) / (1 + nearest)
  return end === 'min' ? [value, place] : [below(place), below(value)]
}

/** A number less its last bits. */
export function below(value: number): number {
  return value - Math.abs(value) * 2 * Number.EPSILON
}

/** Values around one inside a column, `least` to each side or farther, which is a spike if there are few beside it. */
export function aroundOf({ column, numbers }: ColumnContents, value: number, least = 0): Variable {
  const near = Math.max(least, (numbers!.max - numbers!.min) / 50)
  const cuts = [value - near, below(value), value, value + near]
  return { column: column.column, coding: { kind: 'cuts', cuts } }
}

/** Below a value, at it, and above it. */
export function equalTo({ column }: ColumnContents, value: number): Variable {
  const cuts = [value === 0 ? -leastBelow : below(value), value]
  return { column: column.column, coding: { kind: 'cuts', cuts } }
}

/** Numbers nearer to 0 are none below it. */
const leastBelow = 1e-300

/** The numbers below 0 other than a value, which is the least. */
export function othersBelowOf({ column }: ColumnContents, value: number): Variable {
  return { column: column.column, coding: { kind: 'cuts', cuts: [value, -leastBelow] } }
}
