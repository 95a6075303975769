import { CribaError } from '../spec/error.ts'
import { refuseEmptySets, variablesOf, widestOf, widthOf } from './family.ts'
import type { Family } from './family.ts'
import { familyKey, variableKey, viewKey, wordKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** Means and centred moments of sets of numeric variables over the rows complete in the set, and in `by`. */
export interface MomentsRequest {
  readonly kind: 'moments'
  /** All members have the same number of variables. */
  readonly family: Family
  /** A coded variable: separate moments for each of its levels. */
  readonly by?: Variable
  /** Of the values, or of their mid-ranks among the included rows. */
  readonly of: 'values' | 'ranks'
  readonly view: View
}

export const momentsKind: RequestKind<MomentsRequest> = {
  views: { view: 'one' },
  variables: ({ family, by }) => [...variablesOf(family), ...(by ? [by] : [])],
  key: { family: familyKey, by: variableKey, of: wordKey, view: viewKey },
  check: ({ kind, family }) => {
    refuseEmptySets(family, kind)
    const width = widthOf(family)
    const hasNarrower = 'list' in family && family.list.some((set) => set.length < width)
    if (widestOf(family) <= width && !hasNarrower) return
    throw new CribaError(
      'invalid',
      'invalid family of moments: sets of unequal size (needs one size for all)',
    )
  },
}

/*
 * A mean has two parts, `mean` and its rounding error `meanLow`: for values near 10^9 one double would lose
 * the digits in which classes differ.
 */

/**
 * Moments of one set of m variables over some rows: total weight, means, smallest and largest values, and the
 * centred co-moments Σ w (x_a − mean_a)(x_b − mean_b), an m × m matrix in row-major order.
 */
export interface Moments {
  readonly n: number
  readonly mean: Float64Array
  readonly meanLow: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly comoment: Float64Array
}

/** Moments of a family in flat arrays, indexed by member, then class, then variable (and second variable). */
export interface MomentsOfFamily {
  readonly members: number
  /** Levels of `by`; 1 without it. */
  readonly classes: number
  /** Variables in each member. */
  readonly width: number
  readonly n: Float64Array
  readonly mean: Float64Array
  readonly meanLow: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly comoment: Float64Array
  /** For ranks Σ (t³ − t) over the groups of tied values, for each member and variable; for values zeros. */
  readonly ties: Float64Array
  /** For each member how many degrees of freedom went into what it is given. */
  readonly taken?: Float64Array
}

/** The moments of no rows: the neutral element of `mergeMoments`. */
export function emptyMoments(width: number): Moments {
  return {
    n: 0,
    mean: new Float64Array(width),
    meanLow: new Float64Array(width),
    min: new Float64Array(width).fill(Infinity),
    max: new Float64Array(width).fill(-Infinity),
    comoment: new Float64Array(width * width),
  }
}

/** The moments of the rows of both, by the update of Chan, Golub and LeVeque (1983). */
export function mergeMoments(a: Moments, b: Moments): Moments {
  if (b.n === 0) return a
  if (a.n === 0) return b
  const n = a.n + b.n
  const width = a.mean.length
  const shift = b.mean.map((mean, i) => mean - a.mean[i] + (b.meanLow[i] - a.meanLow[i]))
  const comoment = mergeComoments(a.comoment, b.comoment, shift, (a.n * b.n) / n)
  const mean = new Float64Array(width)
  const meanLow = new Float64Array(width)
  for (let i = 0; i < width; i++) {
    const step = shift[i] * (b.n / n)
    mean[i] = a.mean[i] + step
    // The rounding error of the addition (Knuth's two-sum).
    const taken = mean[i] - a.mean[i]
    meanLow[i] = a.meanLow[i] + (a.mean[i] - (mean[i] - taken)) + (step - taken)
  }
  return {
    n,
    mean,
    meanLow,
    min: a.min.map((min, i) => Math.min(min, b.min[i])),
    max: a.max.map((max, i) => Math.max(max, b.max[i])),
    comoment,
  }
}

function mergeComoments(a: Float64Array, b: Float64Array, shift: Float64Array, weight: number): Float64Array {
  const merged = new Float64Array(a.length)
  for (let i = 0, cell = 0; i < shift.length; i++) {
    const own = shift[i] * weight
    for (let j = 0; j < shift.length; j++, cell++) merged[cell] = a[cell] + b[cell] + own * shift[j]
  }
  return merged
}

/** The moments of a family over no rows. */
export function emptyMomentsOfFamily(members: number, classes: number, width: number): MomentsOfFamily {
  const cells = members * classes
  return {
    members,
    classes,
    width,
    n: new Float64Array(cells),
    mean: new Float64Array(cells * width),
    meanLow: new Float64Array(cells * width),
    min: new Float64Array(cells * width).fill(Infinity),
    max: new Float64Array(cells * width).fill(-Infinity),
    comoment: new Float64Array(cells * width * width),
    ties: new Float64Array(members * width),
  }
}

/** Writes the moments of one member and class. */
export function putMoments(family: MomentsOfFamily, member: number, level: number, moments: Moments): void {
  const cell = member * family.classes + level
  family.n[cell] = moments.n
  family.mean.set(moments.mean, cell * family.width)
  family.meanLow.set(moments.meanLow, cell * family.width)
  family.min.set(moments.min, cell * family.width)
  family.max.set(moments.max, cell * family.width)
  family.comoment.set(moments.comoment, cell * family.width * family.width)
  makeConstantsExact(family, cell, cell + 1)
}

/**
 * Gives a constant variable its exact value as mean and co-moments of exactly 0, without the rounding left in
 * the sums, so that a perfect split is recognised. Cells `from` to `to` − 1, a cell being one member and
 * class.
 */
export function makeConstantsExact(family: MomentsOfFamily, from: number, to: number): void {
  const { width, min, max, mean, meanLow, comoment } = family
  for (let at = from * width; at < to * width; at++) {
    if (min[at] !== max[at]) continue
    mean[at] = min[at]
    meanLow[at] = 0
    const i = at % width
    const square = (at - i) * width
    for (let j = 0; j < width; j++) {
      comoment[square + i * width + j] = 0
      comoment[square + j * width + i] = 0
    }
  }
}
