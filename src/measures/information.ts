import type { Entropies } from '../statistics/entropies.ts'
import { ratio } from './test.ts'

/** Plug-in entropy of member i, in bits. */
export function entropy({ n, high, low }: Entropies, i: number): number {
  return n[i] === 0 ? 0 : (high[i] + low[i]) / n[i]
}

/**
 * I(X;Y) = H(X) + H(Y) − H(X,Y) of member i, in bits, from entropies over the same rows. The parts are summed apart,
 * so the sums are exact; what rounding leaves below 0 is 0.
 */
export function mutualInformation(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  const high = x.high[i] + y.high[i] - joint.high[i]
  const low = x.low[i] + y.low[i] - joint.low[i]
  return joint.n[i] === 0 ? 0 : Math.max(0, (high + low) / joint.n[i])
}

/** I(X;Y)/H(X), 0 where H(X) is 0. */
export function gainRatio(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return ratio(mutualInformation(x, y, joint, i), entropy(x, i))
}

/** 2·I(X;Y)/(H(X)+H(Y)), between 0 and 1, 0 where both are constant. */
export function symmetricalUncertainty(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return ratio(2 * mutualInformation(x, y, joint, i), entropy(x, i) + entropy(y, i))
}
