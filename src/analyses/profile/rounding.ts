import type { MomentsRequest, Variable, View } from '#core'
import type { ColumnContents } from './contents.ts'

/** So many times the step may go into the least gap. */
const mostParts = 10
/** Numbers may be off by so much of a step: they are written to some digits. */
export const inexact = 0.01

/** The step of which all gaps between ascending values are multiples; NaN where there is none. */
export function stepOf(values: readonly number[]): number {
  const gaps = values.slice(1).map((value, i) => value - values[i])
  const least = gaps.reduce((least, gap) => Math.min(least, gap), Infinity)
  for (let parts = 1; parts <= mostParts; parts++) {
    const counts = gaps.map((gap) => Math.round((gap * parts) / least))
    const step = (values[values.length - 1] - values[0]) / counts.reduce((sum, count) => sum + count, 0)
    if (gaps.every((gap, i) => Math.abs(gap - counts[i] * step) <= inexact * step)) return step
  }
  return NaN
}

/**
 * A value of one column, in how many rows it stands, and the least and the largest of another column beside
 * it.
 */
export interface Beside {
  readonly value: number
  readonly n: number
  readonly min: number
  readonly max: number
}

/** Halvings of the slopes that are looked at. */
const rounds = 60

/**
 * How far apart two parallel lines are, measured along the values, that have all between them: the least
 * there is among slopes near to one, `off` from it at most. Of a column that is rounded to a step this is no
 * more than the step.
 */
export function widthOf(besides: readonly Beside[], slope: number, off: number): number {
  const [{ value, min }] = besides
  // Near to zero, where no digits are lost.
  const points = besides.map((one) => ({
    value: one.value - value,
    min: one.min - min,
    max: one.max - min,
  }))
  const width = (slope: number) => {
    let [least, most] = [Infinity, -Infinity]
    for (const { value, min, max } of points) {
      const [a, b] = [value - slope * min, value - slope * max]
      least = Math.min(least, a, b)
      most = Math.max(most, a, b)
    }
    return most - least
  }
  let [from, to] = [slope - off, slope + off]
  // The width is convex in the slope.
  for (let round = 0; round < rounds; round++) {
    const third = (to - from) / 3
    if (width(from + third) <= width(to - third)) to -= third
    else from += third
  }
  return width((from + to) / 2)
}

/** A column together with each of others. */
export function pairsRequest(
  one: ColumnContents,
  others: readonly ColumnContents[],
  view: View,
): MomentsRequest {
  const family = { base: [numbersOf(one)], each: others.map(numbersOf) }
  return { kind: 'moments', family, of: 'values', view }
}

export function rangeOf({ numbers }: ColumnContents): number {
  return numbers!.max - numbers!.min
}

export function numbersOf({ column: { column } }: ColumnContents): Variable {
  return { column, coding: null }
}
