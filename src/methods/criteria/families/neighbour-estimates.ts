import digamma from '@stdlib/math-base-special-digamma'
import ln from '@stdlib/math-base-special-ln'
import type { Density, DistanceMetric, Nearest, Warning } from '#core'

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

/**
 * Conditional information of a set with other variables beside those given, by either rule: Frenzel and Pompe
 * (2007), or Mesner and Shalizi (2021).
 */
export function conditionalInformation({ n, digammas }: Nearest, i: number): number {
  return -digammas[i] / n[i]
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

/** Fewer tied rows than this share, none of them at distance 0, change nothing that matters. */
const rareTies = 0.01

/**
 * What the user should know of estimates from neighbours: with tied or coinciding rows they depend on how
 * such rows are counted. One warning, of the set that has most of them, with what was done or what mends it.
 */
export function neighbourWarnings(
  { n, zeros, tied }: Nearest,
  k: number,
  done = 'estimates from neighbours depend on how ties are counted (counts of levels fit such data better)',
  hasEstimate: (set: number) => boolean = () => true,
): readonly Warning[] {
  let worst = -1
  n.forEach((rows, i) => {
    if (!hasEstimate(i)) return
    const matters = zeros[i] > 0 || tied[i] >= rareTies * rows
    if (rows > 0 && tied[i] > 0 && matters && (worst < 0 || tied[i] / rows > tied[worst] / n[worst]))
      worst = i
  })
  if (worst < 0) return []
  const share = `${tied[worst]} of ${n[worst]} rows`
  const coinciding = zeros[worst] > 0 ? `, ${zeros[worst]} of them at distance 0` : ''
  const message = `neighbours tie: ${share} have more than ${k} at the distance of the ${ordinal(k)}${coinciding}; ${done}`
  return [{ code: 'ties', message }]
}

/** Why a set has no estimate: with k rows or fewer no row has k neighbours. */
export function tooFewRows({ n }: Nearest, k: number): readonly (string | undefined)[] {
  return Array.from(n, (rows) => (rows > k ? undefined : `${rows} complete rows (needs more than k = ${k})`))
}

/** Whether most rows coincide with their k-th neighbour: then no distance estimates a density. */
export function isMostlyAtZero({ n, zeros }: Pick<Nearest, 'n' | 'zeros'>, i: number): boolean {
  return zeros[i] > n[i] / 2
}

/** Why a set has no estimate: most of its rows are at distance 0. */
export function tiedAtZero(nearest: Nearest, k: number, remedy: string): readonly (string | undefined)[] {
  return Array.from(nearest.n, (_, i) =>
    isMostlyAtZero(nearest, i) ? coinciding(nearest, i, k, remedy) : undefined,
  )
}

/** A line for a set whose rows mostly coincide. */
function coinciding({ n, zeros }: Nearest, i: number, k: number, remedy: string): string {
  return `${zeros[i]} of ${n[i]} rows have neighbour ${k} at distance 0 (no distance estimates a density there; ${remedy})`
}

function ordinal(k: number): string {
  const last = k % 10
  const isTeen = k % 100 > 10 && k % 100 < 14
  return `${k}${isTeen || last > 3 || last === 0 ? 'th' : ['st', 'nd', 'rd'][last - 1]}`
}
