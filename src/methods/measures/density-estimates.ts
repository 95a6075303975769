import type { Density } from '#core'

/**
 * Mutual information of a set with the other variables, in nats: mean of log f̂(x,y)/(f̂(x)f̂(y)) (Moon,
 * Rajagopalan and Lall 1995). NaN where no density exists; `flaws` has the reason.
 */
export function densityInformation({ n, joint, set, others }: Density, i: number): number {
  return (joint[i] - set[i] - others[i]) / n[i]
}
