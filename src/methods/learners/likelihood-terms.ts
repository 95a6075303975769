import ln from '@stdlib/math-base-special-ln'
import type { MomentsOfFamily, Variable } from '#core'
import { canSquare } from '../measures/test.ts'

/**
 * Log-likelihoods are rounded to multiples of 2^−36, so that sums of moderate size are exact in any order of
 * columns, and equally likely classes tie.
 */
const grid = 0x10_0000_0000
/**
 * Classes whose sums differ by less than this are equally likely: a few grid steps, for the rounded terms.
 */
export const rounding = 64 / grid
/** The upper limit of a squared distance, so that sums stay finite. */
const maxSquaredDistance = 1e100
/**
 * Added to the variances of a column, as a share of its variance in all rows: as in scikit-learn after its
 * scaler.
 */
const varianceSmoothing = 1e-9

/** Adds a column's log-likelihoods to the sums of the held-out rows, for each row and class. */
export type LikelihoodTerm = (sums: Float64Array) => void

/** The logarithms of smoothed shares, rounded to the grid. */
export function smoothedShares(counts: Float64Array, smoothing: number): Float64Array {
  const all = counts.reduce((sum, count) => sum + count, 0) + smoothing * counts.length
  return counts.map((count) => onGrid(ln((count + smoothing) / all)))
}

function onGrid(x: number): number {
  return Math.floor(x * grid + 0.5) / grid
}

/** A column and those of its rows that are held out; NaN is a missing value. Levels are numbers from 0 on. */
interface HeldOutColumn {
  readonly values: Float64Array
  readonly rows: Int32Array
}

/** The training rows of each level of a column in each class, class by class. */
interface LevelCounts {
  readonly classes: number
  readonly counts: Float64Array
}

/**
 * log p(x|c) = log (n_cx + s)/(n_c + s·levels) for the levels of held-out rows; a missing value adds nothing.
 */
export function levelTerm(
  { classes, counts }: LevelCounts,
  heldOut: HeldOutColumn,
  smoothing: number,
): LikelihoodTerm {
  return tabulatedTerm(classes, logShares({ classes, counts }, smoothing), heldOut)
}

/**
 * As `levelTerm`, without the levels absent from the training rows: they add nothing and are not counted as
 * levels.
 */
export function observedLevelTerm(
  { classes, counts }: LevelCounts,
  heldOut: HeldOutColumn,
  smoothing: number,
): LikelihoodTerm {
  const levels = counts.length / classes
  const isObserved = (level: number) =>
    Array.from({ length: classes }, (_, one) => counts[one * levels + level]).some((count) => count > 0)
  const observed = Array.from({ length: levels }, (_, level) => level).filter(isObserved)
  const kept = Float64Array.from({ length: classes * observed.length }, (_, cell) => {
    const one = Math.floor(cell / observed.length)
    return counts[one * levels + observed[cell - one * observed.length]]
  })
  const shares = logShares({ classes, counts: kept }, smoothing)
  const terms = new Float64Array(counts.length)
  for (let one = 0; one < classes; one++) {
    observed.forEach((level, place) => (terms[one * levels + level] = shares[one * observed.length + place]))
  }
  return tabulatedTerm(classes, terms, heldOut)
}

/** The logarithm of the smoothed share of each level in each class, class by class. */
function logShares({ classes, counts }: LevelCounts, smoothing: number): Float64Array {
  const levels = counts.length / classes
  const terms = new Float64Array(counts.length)
  for (let one = 0; one < classes; one++) {
    const ofClass = counts.subarray(one * levels, (one + 1) * levels)
    terms.set(smoothedShares(ofClass, smoothing), one * levels)
  }
  return terms
}

/**
 * Adds the term of each row's level. Values are read where they stand: a copy for each fold is the table
 * again.
 */
function tabulatedTerm(
  classes: number,
  terms: Float64Array,
  { values, rows }: HeldOutColumn,
): LikelihoodTerm {
  const levels = terms.length / classes
  return (sums) => {
    for (let i = 0, at = 0; i < rows.length; i++, at += classes) {
      const level = values[rows[i]]
      if (Number.isNaN(level)) continue
      for (let one = 0; one < classes; one++) sums[at + one] += terms[one * levels + level]
    }
  }
}

/** A column in one class: total weight, mean in two parts, and Σ of squared deviations. */
interface ClassSpread {
  readonly n: number
  readonly mean: number
  readonly meanLow: number
  readonly squares: number
}

/** Combines the spreads of parts of the rows; undefined without rows. */
function poolSpreads(parts: readonly ClassSpread[]): ClassSpread | undefined {
  const [first, ...others] = parts.filter(({ n }) => n > 0)
  if (others.length === 0) return first
  const shift = ({ mean, meanLow }: ClassSpread) => mean - first.mean + (meanLow - first.meanLow)
  const n = others.reduce((sum, part) => sum + part.n, first.n)
  const step = others.reduce((sum, part) => sum + part.n * shift(part), 0) / n
  const squares = others.reduce(
    (sum, part) => sum + part.squares + part.n * (shift(part) - step) * (shift(part) - step),
    first.squares + first.n * step * step,
  )
  return { n, mean: first.mean, meanLow: first.meanLow + step, squares }
}

/** The spread of a numeric column in each class over some parts; undefined for a class without values. */
export function spreadsOf(
  moments: readonly MomentsOfFamily[],
  parts: readonly number[],
  member: number,
): (ClassSpread | undefined)[] {
  return Array.from({ length: moments[0].classes }, (_, one) =>
    poolSpreads(
      parts.map((part) => {
        const { n, mean, meanLow, comoment, classes } = moments[part]
        const cell = member * classes + one
        return { n: n[cell], mean: mean[cell], meanLow: meanLow[cell], squares: comoment[cell] }
      }),
    ),
  )
}

/**
 * log p(x|c) of a normal distribution for each class, for the numbers of held-out rows; NaN adds nothing.
 * Distances are in standard deviations of the column over all rows, so its unit changes nothing. A class
 * without values in the column uses the distribution of all rows; a constant column adds nothing.
 */
export function gaussianTerm(
  ofClasses: readonly (ClassSpread | undefined)[],
  { values, rows }: HeldOutColumn,
): LikelihoodTerm {
  const all = poolSpreads(ofClasses.filter((spread) => spread !== undefined))
  if (!all || !(all.squares > 0)) return () => {}
  const variance = all.squares / all.n
  const unit = Math.sqrt(variance)
  const classes = ofClasses.length
  const spreads = ofClasses.map((spread = all) => spread)
  const mean = Float64Array.from(spreads, (spread) => spread.mean)
  const meanLow = Float64Array.from(spreads, (spread) => spread.meanLow)
  const spread = Float64Array.from(spreads, ({ squares, n }) => squares / n / variance + varianceSmoothing)
  const peak = spread.map((variance) => -0.5 * ln(variance))
  return (sums) => {
    for (let one = 0; one < classes; one++) {
      const [middle, low, width, top] = [mean[one], meanLow[one], spread[one], peak[one]]
      for (let i = 0, at = one; i < rows.length; i++, at += classes) {
        const x = values[rows[i]]
        if (Number.isNaN(x)) continue
        const distance = (x - middle - low) / unit
        const squares = Math.min(maxSquaredDistance, (distance * distance) / width)
        sums[at] += onGrid(top - squares / 2)
      }
    }
  }
}

/** The numeric columns whose squares overflow or underflow, in training or held-out rows. */
export function findUnsquarable(
  numbers: readonly Variable[],
  moments: readonly MomentsOfFamily[],
): ReadonlySet<Variable> {
  const rangesOf = (member: number) =>
    moments.flatMap(({ classes, min, max }) =>
      Array.from({ length: classes }, (_, one) => [min[member * classes + one], max[member * classes + one]]),
    )
  return new Set(
    numbers.filter((_, member) => {
      const ranges = rangesOf(member)
      const [min, max] = [
        Math.min(...ranges.map(([low]) => low)),
        Math.max(...ranges.map(([, high]) => high)),
      ]
      return min <= max && !canSquare(min, max)
    }),
  )
}
