import digamma from '@stdlib/math-base-special-digamma'
import ln from '@stdlib/math-base-special-ln'
import type { Density, DistanceMetric, Nearest } from '#core'

/* Estimates from sums over nearest neighbours, or over kernel densities, in nats. */

/**
 * Differential entropy by k-th neighbours (Kozachenko and Leonenko 1987), member i:
 * H = ψ(n) − ψ(k) + log V_m + (m/n) Σ log r_k, V_m the volume of the unit ball of m dimensions.
 */
export function kozachenkoLeonenko(
  { n, logDistances }: Nearest,
  i: number,
  {
    k,
    dimensions,
    metric,
  }: { readonly k: number; readonly dimensions: number; readonly metric: DistanceMetric },
): number {
  const volume = logUnitBall(dimensions, metric)
  return digamma(n[i]) - digamma(k) + volume + (dimensions / n[i]) * logDistances[i]
}

/**
 * Mutual information of a set with other variables (Kraskov, Stögbauer and Grassberger 2004), rule 1 or 2.
 */
export function kraskov({ n, digammas }: Nearest, i: number, k: number, rule: 1 | 2): number {
  return digamma(k) - (rule === 2 ? 1 / k : 0) + digamma(n[i]) - digammas[i] / n[i]
}

/**
 * Mutual information of numeric variables with a coded one (Ross 2014); 0 where no two rows share a level.
 */
export function ross({ n, digammas }: Nearest, i: number): number {
  return n[i] === 0 ? 0 : digamma(n[i]) - digammas[i] / n[i]
}

/** log V_m: π^(m/2)/Γ(m/2 + 1) Euclidean, 2^m/m! Manhattan, 2^m Chebyshev. */
function logUnitBall(dimensions: number, metric: DistanceMetric): number {
  let volume = 0
  if (metric === 'euclidean') {
    // V_m = V_(m−2)·2π/m, from V_0 = 1 and V_1 = 2.
    for (let m = dimensions; m > 1; m -= 2) volume += ln((2 * Math.PI) / m)
    return dimensions % 2 === 1 ? volume + ln(2) : volume
  }
  for (let m = 1; m <= dimensions; m++) volume += ln(metric === 'manhattan' ? 2 / m : 2)
  return volume
}

/**
 * Mutual information of a set with the other variables, in nats: mean of log f̂(x,y)/(f̂(x)f̂(y)) (Moon,
 * Rajagopalan and Lall 1995). NaN where no density exists; `flaws` has the reason.
 */
export function densityInformation({ n, joint, set, others }: Density, i: number): number {
  return (joint[i] - set[i] - others[i]) / n[i]
}
