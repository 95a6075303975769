import type { Entropies } from '../../statistics/entropies.ts'
import { joined, singles } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import type { CandidateStep, Sums } from '../step-criterion.ts'

/** What each candidate X_k tells with the column X_j selected last, about it and about the target, in bits. */
export interface PairTerms {
  /** I(X_k;X_j). */
  readonly redundancy: Float64Array
  /** I(X_k;X_j|Y). */
  readonly conditional: Float64Array
  /** I(X_k;Y|X_j). */
  readonly given: Float64Array
  /** I(X_k,X_j;Y). */
  readonly joint: Float64Array
  /** H(X_k,X_j,Y). */
  readonly jointEntropy: Float64Array
}

/** Entropies of each candidate alone and with the target, kept as n·H in two parts, that later terms are exact. */
export const keptEntropies = ['xHigh', 'xLow', 'xyHigh', 'xyLow'] as const

/** What the first step asks: H(X_k), H(X_k,Y), H(Y). */
export function relevanceNeeds({ candidates, target, view }: CandidateStep<unknown>): EntropyRequest[] {
  const alone = singles(candidates)
  return [alone, joined(alone, [target!]), { list: [[target!]] }].map((family) => ({
    kind: 'entropy',
    family,
    view,
  }))
}

/** I(X_k;Y) of each candidate, and the entropies that later steps need again. */
export function relevanceFold([x, xy, y]: readonly Entropies[]): {
  readonly n: Float64Array
  readonly relevance: Float64Array
  readonly kept: Sums
} {
  const relevance = new Float64Array(x.n.length)
  for (let k = 0; k < relevance.length; k++) {
    const high = x.high[k] + y.high[0] - xy.high[k]
    const low = x.low[k] + y.low[0] - xy.low[k]
    relevance[k] = bits(high, low, y.n[0])
  }
  return {
    n: x.n,
    relevance,
    kept: { xHigh: x.high, xLow: x.low, xyHigh: xy.high, xyLow: xy.low },
  }
}

/** What a later step asks: H(X_j,X_k), with the target H(X_j,Y,X_k), and those of X_j and Y without the candidate. */
export function pairNeeds(
  { candidates, selected, target, view }: CandidateStep<unknown>,
  isConditional: boolean,
): EntropyRequest[] {
  const last = selected.at(-1)!
  const pairs = { base: [last], each: candidates }
  const ends = { list: [[last], [target!], [last, target!]] }
  const triples = { base: [last, target!], each: candidates }
  return (isConditional ? [ends, pairs, triples] : [ends, pairs]).map((family) => ({
    kind: 'entropy',
    family,
    view,
  }))
}

/** The terms of each candidate with the last column; those that were not asked for are empty. */
export function pairFold([ends, pairs, triples]: readonly Entropies[], sums: Sums): PairTerms {
  const { xHigh, xLow, xyHigh, xyLow } = sums
  const [last, target, both] = [0, 1, 2]
  const n = ends.n[last]
  const candidates = pairs.n.length
  const redundancy = new Float64Array(candidates)
  for (let k = 0; k < candidates; k++) {
    const high = xHigh[k] + ends.high[last] - pairs.high[k]
    redundancy[k] = bits(high, xLow[k] + ends.low[last] - pairs.low[k], n)
  }
  const asked = triples ? candidates : 0
  const conditional = new Float64Array(asked)
  const given = new Float64Array(asked)
  const joint = new Float64Array(asked)
  const jointEntropy = new Float64Array(asked)
  for (let k = 0; k < asked; k++) {
    const [high, low] = [triples.high[k], triples.low[k]]
    conditional[k] = bits(
      xyHigh[k] + ends.high[both] - high - ends.high[target],
      xyLow[k] + ends.low[both] - low - ends.low[target],
      n,
    )
    given[k] = bits(
      pairs.high[k] + ends.high[both] - high - ends.high[last],
      pairs.low[k] + ends.low[both] - low - ends.low[last],
      n,
    )
    joint[k] = bits(pairs.high[k] + ends.high[target] - high, pairs.low[k] + ends.low[target] - low, n)
    jointEntropy[k] = bits(high, low, n)
  }
  return { redundancy, conditional, given, joint, jointEntropy }
}

/** Fewer bits than these are the rounding of entropies: nothing is told. */
export const nothing = 1e-12

/** Scores of which those that are rounding alone are 0, so that columns of which nothing is to be said are tied. */
export function withoutRounding(scores: Float64Array): Float64Array {
  return scores.map((score) => (Math.abs(score) < nothing ? 0 : score))
}

/** None of the terms is below 0 but by rounding. */
export function bits(high: number, low: number, n: number): number {
  return n === 0 ? 0 : Math.max(0, (high + low) / n)
}
