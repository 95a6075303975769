import type { Entropies } from '#core'
import { plugIn } from './estimators.ts'
import * as quantities from './quantities.ts'
import { ratio } from './test.ts'

/** Plug-in entropy of member i, in bits. */
export function entropy({ n, high, low }: Entropies, i: number): number {
  return n[i] === 0 ? 0 : (high[i] + low[i]) / n[i]
}

const shared = quantities.mutualInformation([0], [1])

/** I(X;Y) = H(X) + H(Y) − H(X,Y) of member i, plug-in, in bits, from entropies over the same rows. */
export function mutualInformation(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return plugIn(shared, [x, y, joint], i)
}

/** I(X;Y)/H(X), 0 where H(X) is 0. */
export function gainRatio(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return ratio(mutualInformation(x, y, joint, i), entropy(x, i))
}

/** 2·I(X;Y)/(H(X)+H(Y)), between 0 and 1, 0 where both are constant. */
export function symmetricalUncertainty(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return ratio(2 * mutualInformation(x, y, joint, i), entropy(x, i) + entropy(y, i))
}
