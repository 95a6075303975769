import type { Density } from '../statistics/density.ts'

/* Estimates from kernel densities, in nats. NaN where there is no density: `flaws` says why. */

/** Mutual information of a set with the others: mean of log f̂(x,y)/(f̂(x)f̂(y)) (Moon, Rajagopalan and Lall 1995). */
export function densityInformation({ n, joint, set, beside }: Density, i: number): number {
  return (joint[i] - set[i] - beside[i]) / n[i]
}

/** Differential entropy: −mean of log f̂ (Ahmad and Lin 1976), of both together, of the set, or of the others. */
export function densityEntropy(density: Density, i: number, of: 'joint' | 'set' | 'beside'): number {
  return -density[of][i] / density.n[i]
}
