import ln from '@stdlib/math-base-special-ln'

/**
 * Log-likelihoods are multiples of 2^−36, so that sums of moderate ones are exact in whatever order columns come, and
 * classes that are equally likely tie.
 */
const grid = 0x10_0000_0000
/** Classes whose sums differ by less are equally likely: a few steps of the grid for the terms that were rounded. */
export const rounding = 64 / grid
/** A squared distance is cut here, so that sums stay finite. */
const farthest = 1e100
/** What is added to the variances of a column, as a share of its variance in all rows: as in scikit-learn after its scaler. */
const varianceSmoothing = 1e-9

/** Adds what a column says to the sums of the held-out rows: row by row, class by class. */
export type LikelihoodTerm = (sums: Float64Array) => void

/** The logarithms of smoothed shares, on the grid. */
export function smoothedShares(counts: Float64Array, smoothing: number): Float64Array {
  const all = counts.reduce((sum, count) => sum + count, 0) + smoothing * counts.length
  return counts.map((count) => onGrid(ln((count + smoothing) / all)))
}

function onGrid(x: number): number {
  return Math.floor(x * grid + 0.5) / grid
}

/** How often each level of a column was seen in each class, class by class. */
export interface SeenLevels {
  readonly classes: number
  readonly counts: Float64Array
}

/**
 * log p(x|c) = log (n_cx + s)/(n_c + s·levels) of the levels that held-out rows hold; −1 where there is none, which tells
 * nothing.
 */
export function levelTerm(
  { classes, counts }: SeenLevels,
  held: Int32Array,
  smoothing: number,
): LikelihoodTerm {
  const levels = counts.length / classes
  const terms = new Float64Array(counts.length)
  for (let one = 0; one < classes; one++) {
    const ofClass = counts.subarray(one * levels, (one + 1) * levels)
    terms.set(smoothedShares(ofClass, smoothing), one * levels)
  }
  return (sums) => {
    for (let row = 0; row < held.length; row++) {
      if (held[row] < 0) continue
      for (let one = 0; one < classes; one++) sums[row * classes + one] += terms[one * levels + held[row]]
    }
  }
}

/** The same without the levels that were never seen: they tell nothing, and count for nothing. */
export function seenLevelTerm(
  { classes, counts }: SeenLevels,
  held: Int32Array,
  smoothing: number,
): LikelihoodTerm {
  const levels = counts.length / classes
  const isSeen = (level: number) =>
    Array.from({ length: classes }, (_, one) => counts[one * levels + level]).some((count) => count > 0)
  const seen = Array.from({ length: levels }, (_, level) => level).filter(isSeen)
  const placeOf = new Int32Array(levels).fill(-1)
  seen.forEach((level, place) => (placeOf[level] = place))
  const kept = Float64Array.from({ length: classes * seen.length }, (_, cell) => {
    const one = Math.floor(cell / seen.length)
    return counts[one * levels + seen[cell - one * seen.length]]
  })
  const places = held.map((level) => (level < 0 ? -1 : placeOf[level]))
  return levelTerm({ classes, counts: kept }, places, smoothing)
}

/** Of a column, in one class of some rows: total weight, mean in two parts, and squares about it. */
export interface ClassSpread {
  readonly n: number
  readonly mean: number
  readonly meanLow: number
  readonly squares: number
}

/** The spread of all rows together; undefined where there are none. */
export function pooled(parts: readonly ClassSpread[]): ClassSpread | undefined {
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

/**
 * log p(x|c) of a normal law for each class, of the numbers that held-out rows hold; NaN tells nothing. Lengths are in
 * standard deviations of the column over all rows, so its unit changes nothing. A class in which the column was never seen
 * has the law of all rows; a column that is constant in them tells nothing.
 */
export function gaussianTerm(
  ofClasses: readonly (ClassSpread | undefined)[],
  held: Float64Array,
): LikelihoodTerm {
  const all = pooled(ofClasses.filter((spread) => spread !== undefined))
  if (!all || !(all.squares > 0)) return () => {}
  const variance = all.squares / all.n
  const unit = Math.sqrt(variance)
  const classes = ofClasses.length
  const laws = ofClasses.map((seen = all) => seen)
  const mean = Float64Array.from(laws, (law) => law.mean)
  const meanLow = Float64Array.from(laws, (law) => law.meanLow)
  const spread = Float64Array.from(laws, (law) => law.squares / law.n / variance + varianceSmoothing)
  const peak = spread.map((variance) => -0.5 * ln(variance))
  return (sums) => {
    for (let one = 0; one < classes; one++) {
      const [center, centerLow, width, top] = [mean[one], meanLow[one], spread[one], peak[one]]
      for (let row = 0, at = one; row < held.length; row++, at += classes) {
        const x = held[row]
        if (Number.isNaN(x)) continue
        const distance = (x - center - centerLow) / unit
        const squares = Math.min(farthest, (distance * distance) / width)
        sums[at] += onGrid(top - squares / 2)
      }
    }
  }
}
