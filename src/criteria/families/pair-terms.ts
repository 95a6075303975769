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

/** Where the entropies of X_j, Y and both stand among those asked for without the candidate. */
const [last, target, both] = [0, 1, 2]

/** Which of those is added, and which taken away. */
interface Ends {
  readonly plus: number
  readonly minus?: number
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
    const { xHigh: high, xLow: low } = this.#sums
    return this.#terms({ high, low }, this.#pairs, { plus: last })
  }

  /** I(X_k;X_j|Y). */
  get conditional(): Float64Array {
    const { xyHigh: high, xyLow: low } = this.#sums
    return this.#terms({ high, low }, this.#triples, { plus: both, minus: target })
  }

  /** I(X_k;Y|X_j). */
  get given(): Float64Array {
    return this.#terms(this.#pairs, this.#triples, { plus: both, minus: last })
  }

  /** I(X_k,X_j;Y). */
  get joint(): Float64Array {
    return this.#terms(this.#pairs, this.#triples, { plus: target })
  }

  /** H(X_k,X_j,Y). */
  get jointEntropy(): Float64Array {
    const triples = this.#triples
    const terms = new Float64Array(triples?.high.length ?? 0)
    for (let k = 0; k < terms.length; k++)
      terms[k] = bits(triples!.high[k], triples!.low[k], this.#ends.n[last])
    return terms
  }

  /** Of each candidate one entropy less another, and with them those of ends. */
  #terms(of: Parts, less: Parts | undefined, { plus, minus }: Ends): Float64Array {
    const ends = this.#ends
    const high = ends.high[plus] - (minus === undefined ? 0 : ends.high[minus])
    const low = ends.low[plus] - (minus === undefined ? 0 : ends.low[minus])
    const n = ends.n[last]
    const [ofHigh, ofLow] = [of.high, of.low]
    const { high: lessHigh, low: lessLow } = less ?? noParts
    const terms = new Float64Array(lessHigh.length)
    for (let k = 0; k < terms.length; k++) {
      terms[k] = bits(ofHigh[k] - lessHigh[k] + high, ofLow[k] - lessLow[k] + low, n)
    }
    return terms
  }
}

/** Both parts of some entropies. */
type Parts = Pick<Entropies, 'high' | 'low'>
const noParts: Parts = { high: new Float64Array(0), low: new Float64Array(0) }

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
