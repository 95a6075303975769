import type { Density } from '../statistics/density.ts'

/**
 * Mutual information of a set with the others, in nats: mean of log f̂(x,y)/(f̂(x)f̂(y)) (Moon, Rajagopalan and Lall 1995).
 * NaN where there is no density: `flaws` says why.
 */
export function densityInformation({ n, joint, set, beside }: Density, i: number): number {
  return (joint[i] - set[i] - beside[i]) / n[i]
}
