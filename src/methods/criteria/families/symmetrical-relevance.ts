import type { PairTerms } from './pair-terms.ts'

/** I(X_k,X_j;Y) / H(X_k,X_j,Y) of each candidate; 0 where nothing varies. */
export function symmetricalRelevance({ joint, jointEntropy }: PairTerms): Float64Array {
  return joint.map((bits, k) => (jointEntropy[k] === 0 ? 0 : bits / jointEntropy[k]))
}
