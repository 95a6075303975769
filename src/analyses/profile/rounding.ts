import { cutsBelow } from '#core'
import type { MomentsRequest, Variable, View } from '#core'
import { correlations } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
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

/** Nothing is claimed where rounding leaves more of the variance. */
export const mostVarianceLeft = 1e-4
/** The step of the finer column is at most so much of that of the coarser one. */
const mostOfStep = 0.75

/** Columns beside which the others are looked at, to separate those that are no copies of each other. */
const beside = 2
/** A column is held against so many others at most, those nearest to it. */
const mostHeld = 5

/** A column that may be rounded, and those that it may be a rounding of, the nearest first. */
export interface Rounded {
  readonly one: ColumnContents
  readonly step: number
  /** How much of its variance rounding leaves. */
  readonly left: number
  readonly finer: readonly ColumnContents[]
}

/** What two columns have alike of which one is a rounding of the other. */
interface Shape extends Omit<Rounded, 'finer'> {
  /** Its place among all. */
  readonly place: number
  readonly n: number
  /** How many steps its range has; NaN where it has no step. */
  readonly steps: number
  readonly spread: number
  readonly lean: number
  /** How large its correlations with the columns beside are. */
  readonly sizes: number[]
}

/**
 * The columns with a step that is small beside their spread, each with the nearest of those that it may be a
 * rounding of: only columns that correlate alike with the first column beside are compared.
 */
export async function suspectsAmong(
  batcher: RequestBatcher,
  varied: readonly ColumnContents[],
  view: View,
): Promise<readonly Rounded[]> {
  const shapes = varied.map(shapeOf)
  const coarse = shapes.filter(({ left }) => left <= mostVarianceLeft)
  const bySpread = sortedBy(shapes, ({ spread }) => spread)
  const isPaired = (one: Shape) =>
    bySpread.within(one.spread, spreadApart(one)).some((other) => mayBeFiner(one, other))
  if (!coarse.some(isPaired)) return []
  const finest = varied
    .toSorted((a, b) => (b.values?.length ?? b.n) - (a.values?.length ?? a.n))
    .slice(0, beside)
  for (const other of finest) {
    const [[sums]] = await batcher.request([[pairsRequest(other, varied, view)]])
    correlations(sums).forEach(({ rho }, i) => shapes[i].sizes.push(Math.abs(rho)))
  }
  const bySize = sortedBy(shapes, ({ sizes }) => sizes[0])
  const suspects: Rounded[] = []
  for (const one of coarse) {
    const apart = one.sizes.map((size) => sizeApart(one, size))
    const nearest: Near[] = []
    for (const other of bySize.within(one.sizes[0], apart[0])) {
      const off = mayBeFiner(one, other) ? distanceTo(one, other, apart) : NaN
      if (!Number.isNaN(off)) keepNearest(nearest, { other, off })
    }
    if (nearest.length > 0) suspects.push({ ...one, finer: nearest.map(({ other }) => other.one) })
    await batcher.pauseIfDue()
  }
  return suspects
}

function shapeOf(one: ColumnContents, place: number): Shape {
  const { n, mean, m2, min } = one.numbers!
  const range = rangeOf(one)
  const step = one.values ? stepOf(one.values) : NaN
  return {
    ...{ one, place, n, step },
    left: (step * step) / 12 / (m2 / n),
    steps: range / step,
    spread: Math.sqrt(m2 / n) / range,
    lean: Math.abs((mean - min) / range - 0.5),
    sizes: [],
  }
}

/** Columns in the order of a number, to find those near to one; columns without it are left out. */
function sortedBy(shapes: readonly Shape[], by: (one: Shape) => number) {
  const sorted = shapes.filter((one) => !Number.isNaN(by(one))).sort((a, b) => by(a) - by(b))
  const numbers = Float64Array.from(sorted, by)
  return {
    /** All that are so far apart at most, and a few more. */
    within(number: number, apart: number): readonly Shape[] {
      const most = number + 1.01 * apart
      let end = cutsBelow(numbers, most)
      while (end < sorted.length && numbers[end] === most) end++
      return sorted.slice(cutsBelow(numbers, number - 1.01 * apart), end)
    },
  }
}

/**
 * Whether a column has smaller steps, and like spread and place in its range. On one grid a row may be off by
 * a whole step and be within half a step of a line all the same.
 */
function mayBeFiner(one: Shape, other: Shape): boolean {
  return (
    other.n === one.n &&
    !(other.steps * mostOfStep < one.steps) &&
    Math.abs(other.spread - one.spread) <= spreadApart(one) &&
    Math.abs(other.lean - one.lean) <= 2 / one.steps
  )
}

/** How far apart the spreads may be: rounding moves the ends of the range by half a step each. */
function spreadApart({ spread, steps, left }: Shape): number {
  return (2 / steps) * spread + left
}

/**
 * How far apart the correlations with a third column may be: what rounding adds to a column goes with no
 * other, but by chance: of n rows by a correlation of 1/√n, five times that at most.
 */
function sizeApart({ left, n }: Shape, size: number): number {
  return 3 * left * size + 5 * Math.sqrt(left / n)
}

/** How far two columns are from correlating alike with those beside; NaN where it is too far. */
function distanceTo(one: Shape, other: Shape, apart: readonly number[]): number {
  let off = 0
  for (let i = 0; i < apart.length; i++) {
    const by = Math.abs(other.sizes[i] - one.sizes[i])
    if (!(by <= apart[i])) return NaN
    off += by
  }
  return off
}

interface Near {
  readonly other: Shape
  readonly off: number
}

/** Adds a column to those nearest, if it is one of them; of equally near ones the first is nearer. */
function keepNearest(nearest: Near[], one: Near): void {
  const isNearer = (a: Near, b: Near) => a.off < b.off || (a.off === b.off && a.other.place < b.other.place)
  let at = nearest.length
  while (at > 0 && isNearer(one, nearest[at - 1])) at--
  if (at === mostHeld) return
  nearest.splice(at, 0, one)
  if (nearest.length > mostHeld) nearest.pop()
}
