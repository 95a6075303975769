import { singles } from '#core'
import type { Entropies, EntropyAnswer, EntropyRequest, Variable } from '#core'
import type { CandidateStep, Sums } from '../../shapes/step-criterion.ts'

/**
 * Entropies of each candidate alone and with the target, kept as n·H in two parts, that later terms are
 * exact.
 */
export const keptEntropies = ['xHigh', 'xLow', 'xyHigh', 'xyLow'] as const

type Step = Pick<CandidateStep<unknown>, 'candidates' | 'selected' | 'gaps'>

/**
 * What the first step asks: H(X_k) and H(X_k,Y), then H(Y), also over the rows of each candidate with gaps.
 */
export function relevanceNeeds({ target, view, ...step }: CandidateStep<unknown>): EntropyRequest[] {
  const needs: EntropyRequest[] = [
    { kind: 'entropy', family: singles(step.candidates), also: target!, view },
    { kind: 'entropy', family: { list: [[target!]] }, view },
  ]
  const own = ownPlaces({ ...step, selected: [] })
  if (own.length === 0) return needs
  const each = own.map((k) => step.candidates[k])
  const ofTarget = repeated([target!], each.length)
  return [...needs, { kind: 'entropy', family: ofTarget, within: { base: [target!], each }, view }]
}

/** I(X_k;Y) of each candidate, H(Y) over the same rows, and the entropies that later steps need again. */
export interface Relevances {
  readonly n: Float64Array
  readonly relevance: Float64Array
  readonly targetEntropy: (candidate: number) => number
  readonly kept: Sums
}

/** What the first step finds. */
export function relevanceFold(
  [x, y, ownY]: readonly EntropyAnswer[],
  step: Pick<Step, 'candidates' | 'gaps'>,
): Relevances {
  const xy = x.also!
  const relevance = new Float64Array(x.n.length)
  for (let k = 0; k < relevance.length; k++) relevance[k] = of(k, y, 0)
  const own = new Map(ownPlaces({ ...step, selected: [] }).map((k, i) => [k, i]))
  for (const [k, i] of own) relevance[k] = of(k, ownY, i)
  const entropyAt = (of: Entropies, i: number) => bits(of.high[i], of.low[i], of.n[i])
  return {
    n: x.n,
    relevance,
    targetEntropy: (k) => {
      const place = own.get(k)
      return place === undefined ? entropyAt(y, 0) : entropyAt(ownY, place)
    },
    kept: { xHigh: x.high, xLow: x.low, xyHigh: xy.high, xyLow: xy.low },
  }

  function of(k: number, target: Entropies, i: number): number {
    const high = x.high[k] + target.high[i] - xy.high[k]
    const low = x.low[k] + target.low[i] - xy.low[k]
    return bits(high, low, target.n[i])
  }
}

/**
 * What a later step asks: H(X_j,X_k), with the target H(X_j,Y,X_k), and those of X_j and Y without the
 * candidate. Where the candidate or X_j has gaps, also all that is of fewer columns, over the rows complete
 * in X_j, X_k and Y.
 */
export function pairNeeds(step: CandidateStep<unknown>, isConditional: boolean): EntropyRequest[] {
  const { candidates, selected, target: y, view } = step
  const x = selected.at(-1)!
  const withTarget = isConditional ? { also: y! } : {}
  const needs: EntropyRequest[] = [
    { kind: 'entropy', family: { list: [[x], [y!], [x, y!]] }, view },
    { kind: 'entropy', family: { base: [x], each: candidates }, ...withTarget, view },
  ]
  const own = ownPlaces(step)
  if (own.length === 0) return needs
  const each = own.map((k) => candidates[k])
  const within = { base: [x, y!], each }
  const ends = isConditional ? [[x], [y!], [x, y!]] : [[x]]
  return [
    ...needs,
    { kind: 'entropy', family: singles(each), within, ...withTarget, view },
    ...ends.map((end): EntropyRequest => ({
      kind: 'entropy',
      family: repeated(end, each.length),
      within,
      view,
    })),
  ]
}

/**
 * The candidates whose terms are over rows of their own: they have gaps, or the column selected last has
 * some.
 */
function ownPlaces({ candidates, selected, gaps }: Step): readonly number[] {
  if (!gaps) return []
  const last = selected.at(-1)
  if (last && gaps.has(last)) return Array.from(candidates.keys())
  return candidates.flatMap((candidate, k) => (gaps.has(candidate) ? [k] : []))
}

/** A family of one set, so many times. */
function repeated(set: readonly Variable[], times: number) {
  return { list: new Array<readonly Variable[]>(times).fill(set) }
}

/** Where the entropies of X_j, Y and both stand among those asked for without the candidate. */
const [last, target, both] = [0, 1, 2]

/** Which of those is added, and which taken away. */
interface Ends {
  readonly plus: number
  readonly minus?: number | undefined
}

/**
 * Entropies over the rows of a pair and the target, for candidates at some places: of X_j, Y and both, of X_k
 * and X_k,Y.
 */
interface OwnRows {
  readonly places: readonly number[]
  readonly ends: readonly (Entropies | undefined)[]
  readonly alone: EntropyAnswer
}

/**
 * The information of each candidate X_k with the column X_j selected last, on it and on the target, in bits.
 */
export class PairTerms {
  readonly #ends: Entropies
  readonly #pairs: Entropies
  readonly #triples: Entropies | undefined
  readonly #sums: Sums
  readonly #own: OwnRows | null

  /** Terms with the target are empty where they were not asked for. Each is made where it is wanted. */
  constructor([ends, pairs, alone, ...ownEnds]: readonly EntropyAnswer[], sums: Sums, step: Step) {
    this.#ends = ends
    this.#pairs = pairs
    this.#triples = pairs.also
    this.#sums = sums
    const places = ownPlaces(step)
    this.#own = places.length > 0 ? { places, ends: ownEnds, alone } : null
  }

  /** I(X_k;X_j). */
  get redundancy(): Float64Array {
    const { xHigh: high, xLow: low } = this.#sums
    return this.#terms({ high, low }, this.#pairs, { plus: last }, this.#own?.alone)
  }

  /** I(X_k;X_j|Y). */
  get conditional(): Float64Array {
    const { xyHigh: high, xyLow: low } = this.#sums
    return this.#terms({ high, low }, this.#triples, { plus: both, minus: target }, this.#own?.alone.also)
  }

  /** I(X_k;Y|X_j). */
  get given(): Float64Array {
    return this.#terms(this.#pairs, this.#triples, { plus: both, minus: last })
  }

  /** I(X_j;Y|X_k). */
  get ofSelected(): Float64Array {
    const { xHigh, xLow, xyHigh, xyLow } = this.#sums
    const [pairs, triples] = [this.#pairs, this.#triples!]
    const lacking = (k: number, high: number, low: number, n: number) =>
      bits(pairs.high[k] - triples.high[k] + high, pairs.low[k] - triples.low[k] + low, n)
    const terms = xHigh.map((high, k) => lacking(k, xyHigh[k] - high, xyLow[k] - xLow[k], triples.n[k]))
    this.#own?.places.forEach((k, i) => {
      const { alone } = this.#own!
      const { high, low, n } = alone.also!
      terms[k] = lacking(k, high[i] - alone.high[i], low[i] - alone.low[i], n[i])
    })
    return terms
  }

  /** I(X_k,X_j;Y). */
  get joint(): Float64Array {
    return this.#terms(this.#pairs, this.#triples, { plus: target })
  }

  /** H(X_k,X_j,Y). */
  get jointEntropy(): Float64Array {
    const triples = this.#triples
    const terms = new Float64Array(triples?.high.length ?? 0)
    for (let k = 0; k < terms.length; k++) terms[k] = bits(triples!.high[k], triples!.low[k], triples!.n[k])
    return terms
  }

  /** H(X_k) over the rows of the pair. */
  get candidateEntropy(): Float64Array {
    const { xHigh, xLow } = this.#sums
    const { n } = this.#pairs
    const found = xHigh.map((high, k) => bits(high, xLow[k], n[k]))
    this.#own?.places.forEach((k, i) => (found[k] = entropyAt(this.#own!.alone, i)))
    return found
  }

  /** H(X_j) over the rows of the pair. */
  get selectedEntropy(): Float64Array {
    const found = new Float64Array(this.#pairs.n.length).fill(entropyAt(this.#ends, last))
    this.#own?.places.forEach((k, i) => (found[k] = entropyAt(this.#own!.ends[last]!, i)))
    return found
  }

  /**
   * Of each candidate one entropy less another, and with them those of ends; `ownOf` is the first over rows
   * of its own.
   */
  #terms(of: Parts, less: Parts | undefined, { plus, minus }: Ends, ownOf?: Entropies): Float64Array {
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
    if (this.#own && less) this.#overOwnRows(terms, { of, less, plus, minus, ownOf })
    return terms
  }

  /** Makes terms again over the rows of the pair, where those are not all. */
  #overOwnRows(
    terms: Float64Array,
    {
      of,
      less,
      plus,
      minus,
      ownOf,
    }: Ends & { readonly of: Parts; readonly less: Parts; readonly ownOf: Entropies | undefined },
  ): void {
    const { places, ends } = this.#own!
    const [added, taken] = [ends[plus]!, minus === undefined ? null : ends[minus]!]
    places.forEach((k, i) => {
      const [first, at] = ownOf ? [ownOf, i] : [of, k]
      const high = first.high[at] - less.high[k] + added.high[i] - (taken ? taken.high[i] : 0)
      const low = first.low[at] - less.low[k] + added.low[i] - (taken ? taken.low[i] : 0)
      terms[k] = bits(high, low, added.n[i])
    })
  }
}

/** Both parts of some entropies. */
type Parts = Pick<Entropies, 'high' | 'low'>
const noParts: Parts = { high: new Float64Array(0), low: new Float64Array(0) }

function entropyAt({ n, high, low }: Entropies, i: number): number {
  return bits(high[i], low[i], n[i])
}

/** Fewer bits than these are the rounding of entropies, no information. */
export const negligibleBits = 1e-12

/** Scores of which those that are rounding alone are 0, so that columns without information are tied. */
export function withoutRounding(scores: Float64Array): Float64Array {
  const kept = scores.slice()
  for (let k = 0; k < kept.length; k++) if (Math.abs(kept[k]) < negligibleBits) kept[k] = 0
  return kept
}

/** None of the terms is below 0 but by rounding. */
export function bits(high: number, low: number, n: number): number {
  return n === 0 ? 0 : Math.max(0, (high + low) / n)
}
