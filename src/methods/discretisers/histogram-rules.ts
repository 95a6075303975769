import log2 from '@stdlib/math-base-special-log2'

/** The statistics of a numeric column that the rules use. */
export interface HistogramSample {
  readonly n: number
  readonly min: number
  readonly max: number
  /** Population standard deviation (÷ n). */
  readonly deviation: number
  /** First and third quartile, by linear interpolation between order statistics. */
  readonly quartiles: readonly [first: number, third: number]
}

export type HistogramRule = 'sqrt' | 'sturges' | 'scott' | 'freedman-diaconis'

/**
 * The number of bins of equal width between the smallest and the largest value, by the rules of numpy's
 * `histogram_bin_edges`; at least 1, and 1 where all values are equal.
 *
 * - `sqrt`: ⌈√n⌉;
 * - `sturges`: ⌈log₂ n + 1⌉ (Sturges 1926);
 * - `scott`: width (24√π/n)^(1/3)·sd (Scott 1979); `sturges` where the squares overflow;
 * - `freedman-diaconis`: width 2·IQR/n^(1/3) (Freedman and Diaconis 1981); `sturges` where IQR is 0.
 *
 * A rule that gives a width has ⌈range/width⌉ bins.
 */
export const histogramRules: Readonly<Record<HistogramRule, (sample: HistogramSample) => number>> = {
  sqrt: ({ n }) => Math.ceil(Math.sqrt(n)),
  sturges: ({ n }) => {
    let bins = 1
    for (let rows = 1; rows < n; rows *= 2) bins++
    return bins
  },
  scott: (sample) => {
    const { n, min, max, deviation } = sample
    if (!(deviation > 0 && deviation < Infinity)) return histogramRules.sturges(sample)
    const width = cubeRoot((24 * Math.sqrt(Math.PI)) / n) * deviation
    return Math.ceil((max / 2 - min / 2) / (width / 2))
  },
  'freedman-diaconis': (sample) => {
    const { n, min, max, quartiles } = sample
    const [first, third] = quartiles
    if (!(first < third)) return histogramRules.sturges(sample)
    return Math.ceil((rangeOverQuartiles(min, max, first, third) * cubeRoot(n)) / 2)
  },
}

/** The number of bins by a rule: a whole number, 1 or more, or ∞. */
export function histogramBins(sample: HistogramSample, rule: HistogramRule): number {
  return sample.min < sample.max ? Math.max(1, histogramRules[rule](sample)) : 1
}

/**
 * Σ p·log₂ width, in bits: added to the entropy of the bins it gives an estimate of the differential entropy
 * of the numbers, H = −Σ p·log₂(p/width). `counts` has one entry per bin, `edges` one more; −∞ where a bin
 * with rows has width 0.
 */
export function meanLogWidth(counts: ArrayLike<number>, edges: ArrayLike<number>): number {
  let n = 0
  let sum = 0
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] === 0) continue
    n += counts[bin]
    sum += counts[bin] * logWidth(edges[bin], edges[bin + 1])
  }
  return n === 0 ? 0 : sum / n
}

/** The range divided by the interquartile range. */
function rangeOverQuartiles(min: number, max: number, first: number, third: number): number {
  // Halves avoid overflow in a column from −1e308 to 1e308; elsewhere they would underflow the smallest
  // numbers.
  const scale = Number.isFinite(max - min) ? 1 : 0.5
  return (max * scale - min * scale) / (third * scale - first * scale)
}

/** log₂ (high − low), also where the difference overflows. */
function logWidth(low: number, high: number): number {
  const width = high - low
  return Number.isFinite(width) ? log2(width) : 1 + log2(high / 2 - low / 2)
}

/** By Newton's method from above, which decreases until rounding stops it. */
function cubeRoot(x: number): number {
  let root = Math.max(1, x)
  for (;;) {
    const next = root - (root - x / (root * root)) / 3
    if (!(next < root)) return root
    root = next
  }
}
