import type { Entropies } from '../../statistics/entropies.ts'
import { joined, singles } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import type { CandidateStep, Sums } from '../step-criterion.ts'

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
  { candidates, selected, target: y, view }: CandidateStep<unknown>,
  isConditional: boolean,
): EntropyRequest[] {
  const x = selected.at(-1)!
  const pairs = { base: [x], each: candidates }
  const ends = { list: [[x], [y!], [x, y!]] }
  const triples = { base: [x, y!], each: candidates }
  return (isConditional ? [ends, pairs, triples] : [ends, pairs]).map((family) => ({
    kind: 'entropy',
    family,
    view,
  }))
}

/** What each candidate X_k tells with the column X_j selected last, about it and about the target, in bits. */
export class PairTerms {
  readonly #ends: Entropies
  readonly #pairs: Entropies
  readonly #triples: Entropies | undefined
  readonly #sums: Sums

  /** Terms with the target are empty where they were not asked for. Each is made where it is wanted. */
  constructor([ends, pairs, triples]: readonly Entropies[], sums: Sums) {
    this.#ends = ends
    this.#pairs = pairs
    this.#triples = triples
    this.#sums = sums
  }

  /** I(X_k;X_j). */
  get redundancy(): Float64Array {
    const { xHigh, xLow } = this.#sums
    const [ends, pairs] = [this.#ends, this.#pairs]
    const terms = new Float64Array(pairs.n.length)
    for (let k = 0; k < terms.length; k++) {
      terms[k] = bits(
        xHigh[k] + ends.high[last] - pairs.high[k],
        xLow[k] + ends.low[last] - pairs.low[k],
        ends.n[last],
      )
    }
    return terms
  }

  /** I(X_k;X_j|Y). */
  get conditional(): Float64Array {
    const { xyHigh, xyLow } = this.#sums
    return this.#withTarget(({ high, low }, ends, k) =>
      bits(
        xyHigh[k] + ends.high[both] - high[k] - ends.high[target],
        xyLow[k] + ends.low[both] - low[k] - ends.low[target],
        ends.n[last],
      ),
    )
  }

  /** I(X_k;Y|X_j). */
  get given(): Float64Array {
    const pairs = this.#pairs
    return this.#withTarget(({ high, low }, ends, k) =>
      bits(
        pairs.high[k] + ends.high[both] - high[k] - ends.high[last],
        pairs.low[k] + ends.low[both] - low[k] - ends.low[last],
        ends.n[last],
      ),
    )
  }

  /** I(X_k,X_j;Y). */
  get joint(): Float64Array {
    const pairs = this.#pairs
    return this.#withTarget(({ high, low }, ends, k) =>
      bits(
        pairs.high[k] + ends.high[target] - high[k],
        pairs.low[k] + ends.low[target] - low[k],
        ends.n[last],
      ),
    )
  }

  /** H(X_k,X_j,Y). */
  get jointEntropy(): Float64Array {
    return this.#withTarget(({ high, low }, ends, k) => bits(high[k], low[k], ends.n[last]))
  }

  #withTarget(term: (triples: Entropies, ends: Entropies, k: number) => number): Float64Array {
    const triples = this.#triples
    const terms = new Float64Array(triples?.n.length ?? 0)
    for (let k = 0; k < terms.length; k++) terms[k] = term(triples!, this.#ends, k)
    return terms
  }
}

/** Where the entropies of X_j, Y and both stand among those asked for without the candidate. */
const [last, target, both] = [0, 1, 2]

/** Fewer bits than these are the rounding of entropies: nothing is told. */
export const nothing = 1e-12

/** Scores of which those that are rounding alone are 0, so that columns of which nothing is to be said are tied. */
export function withoutRounding(scores: Float64Array): Float64Array {
  const kept = scores.slice()
  for (let k = 0; k < kept.length; k++) if (Math.abs(kept[k]) < nothing) kept[k] = 0
  return kept
}

/** None of the terms is below 0 but by rounding. */
export function bits(high: number, low: number, n: number): number {
  return n === 0 ? 0 : Math.max(0, (high + low) / n)
}
