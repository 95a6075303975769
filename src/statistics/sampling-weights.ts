/**
 * Sampling weights say of how many others a row speaks, not how often it was seen: (Σw)²/Σw² rows of equal weights would
 * tell as much (Kish 1965). Scaled by Σw/Σw² they sum to that effective number, so whatever uses n = Σw uses it.
 *
 * Scaled weights are multiples of 2⁻²⁴: their sums are exact in any order and on any source, and scaling all weights by
 * any constant gives the same ones, but where one lies within rounding of the middle between two multiples. A weight
 * above 0 stays above 0.
 */
export interface SamplingScale {
  /** The greatest weight, by which all are divided first. */
  readonly max: number
  /** Multiples of the grid for a weight of `max`. */
  readonly multiples: number
}

/** One divided by the distance of neighbouring scaled weights. */
export const samplingGrid = 1 << 24

/** The scale of weights by their greatest, and Σu and Σu² of u = w / max over the rows that it is formed over. */
export function samplingScale(max: number, sum: number, squares: number): SamplingScale {
  return { max, multiples: squares > 0 ? (sum / squares) * samplingGrid : 0 }
}

/** A weight on the scale. */
export function scaledWeight(weight: number, { max, multiples }: SamplingScale): number {
  return weight > 0 ? Math.max(1, Math.floor((weight / max) * multiples + 0.5)) / samplingGrid : 0
}
