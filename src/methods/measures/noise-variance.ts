import type { Nearest } from '#core'

/** δ_{n,k} of member i: 1/(2n) Σ (y − y_k)², in squared units of the target (Pi and Peterson 1994). */
export function delta({ n, squaredDifferences }: Nearest, i: number, k: number): number {
  return squaredDifferences[i * k + k - 1] / (2 * n[i])
}

/** The regression line of half the mean squared target differences on the mean squared distances. */
export interface GammaLine {
  /** Γ, the value at distance 0: the variance of the noise. */
  readonly intercept: number
  /** A measure of the roughness of the function. */
  readonly slope: number
}

/**
 * The gamma test of member i (Stefánsson, Končar and Jones 1997): γ(p) = 1/(2n) Σ (y − y_p)² regressed on
 * δ(p) = 1/n Σ |x − x_p|², p = 1 … k. Where all δ(p) are equal the slope is 0.
 */
export function gammaLine(
  { n, squaredDifferences, squaredDistances }: Nearest,
  i: number,
  k: number,
): GammaLine {
  const rows = n[i]
  const places = Array.from({ length: k }, (_, p) => i * k + p)
  const gammas = places.map((place) => squaredDifferences[place] / (2 * rows))
  const deltas = places.map((place) => squaredDistances[place] / rows)
  const meanGamma = mean(gammas)
  const meanDelta = mean(deltas)
  let product = 0
  let square = 0
  for (let p = 0; p < k; p++) {
    product += (deltas[p] - meanDelta) * (gammas[p] - meanGamma)
    square += (deltas[p] - meanDelta) * (deltas[p] - meanDelta)
  }
  const slope = square > 0 ? product / square : 0
  return { intercept: meanGamma - slope * meanDelta, slope }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
