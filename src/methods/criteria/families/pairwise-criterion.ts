import type { Answer, EntropyAnswer, OptionsOf, OptionTable, Request, Weight } from '#core'
import type { CriterionFacts, Reads, Types } from '../../shapes/criterion.ts'
import { defineStep } from '../../shapes/step-criterion.ts'
import type {
  CandidateStep,
  StepCriterion,
  StepMethod,
  StepScores,
  Sums,
} from '../../shapes/step-criterion.ts'
import { informationReads } from './information-options.ts'
import { isByNeighbours, neighbourFold, neighbourNeeds } from './neighbour-terms.ts'
import type { NeighbourTerm } from './neighbour-terms.ts'
import {
  keptEntropies,
  pairNeeds,
  PairTerms,
  relevanceFold,
  relevanceNeeds,
  withoutRounding,
} from './pair-terms.ts'
import type { Relevances } from './pair-terms.ts'

/** What a score is made of, for each candidate. */
interface PairwiseScores {
  readonly score: Float64Array
  readonly redundancy: Float64Array
  readonly synergy: Float64Array
  /** What puts candidates of equal scores in order, the greatest first. */
  readonly tieOrder?: Float64Array
}

/** Terms of each candidate with the column selected last. */
type Terms = Readonly<Record<keyof PairTerms, Float64Array>>

/** A criterion of I(X_k;Y) and of terms of X_k with each selected column, summed or compared over those. */
interface PairwiseRecord<O extends OptionTable, T extends keyof Terms>
  extends
    Omit<CriterionFacts<O>, 'features' | 'target' | 'better' | 'units'>,
    Pick<StepCriterion<O>, 'falling'> {
  /** Bits, unless it says otherwise. */
  readonly units?: string
  /** Whether terms with the target are looked at: I(X_k;X_j|Y) and what comes with it. */
  readonly isConditional: (options: OptionsOf<O>) => boolean
  /** The terms it is made of, where neighbours estimate them too, as `termOptions` say. */
  readonly byNeighbours?: (options: OptionsOf<O>) => readonly (T & NeighbourTerm)[]
  /** The scores where nothing is selected, if not I(X_k;Y), and what is remembered of them. */
  readonly first?: (found: Relevances) => { readonly score: Float64Array; readonly sums: Sums }
  /** Running numbers once the terms of one more column are known; `sums` is empty at the first. */
  readonly add: (sums: Sums, terms: Pick<Terms, T>, relevance: Float64Array, options: OptionsOf<O>) => Sums
  /** The scores beside one or more selected columns. */
  readonly score: (relevance: Float64Array, sums: Sums, size: number, options: OptionsOf<O>) => PairwiseScores
}

/**
 * Makes a step criterion: the first step scores by I(X_k;Y), later ones also by the terms with those
 * selected.
 */
export function definePairwise<
  const O extends OptionTable,
  const Id extends string,
  T extends keyof Terms = keyof Terms,
>(record: PairwiseRecord<O, T> & { readonly id: Id }): StepMethod<O, Id> {
  const { isConditional, byNeighbours, first = byRelevance, add, score, ...facts } = record
  return defineStep<O, readonly Request[], Id>({
    units: 'bits',
    ...facts,
    features: { numeric: 'levels', categorical: 'levels' },
    target: 'levels',
    better: 'higher',
    pairwise: true,
    ...(byNeighbours
      ? { reads: readsOf, takesGiven: (options: OptionsOf<O>) => !isByNeighbours(options) }
      : { takesGiven: true }),
    needs: (step) => {
      if (isByNeighbours(step.options)) return neighbourNeeds(step, termsOf(step))
      return step.sums ? pairNeeds(step, isConditional(step.options)) : relevanceNeeds(step)
    },
    fold: (found, step) => {
      if (isByNeighbours(step.options)) return foldNeighbours(found, step)
      const answers = found as readonly EntropyAnswer[]
      const { sums, selected, options } = step
      if (!sums) {
        const relevances = relevanceFold(answers, step)
        const { n, relevance, kept } = relevances
        const { score: scores, sums: remembered } = first(relevances)
        return { n, score: scores, sums: { ...kept, relevance, ...remembered }, parts: { relevance } }
      }
      const terms = new PairTerms(answers, sums, step)
      const { relevance } = sums
      const running = add(sums, terms, relevance, options)
      const kept = Object.fromEntries(keptEntropies.map((name) => [name, sums[name]]))
      return { n: answers[1].n, ...scoresOf(kept, relevance, running, selected.length, options) }
    },
  })

  function termsOf({ sums, options }: CandidateStep<OptionsOf<O>>) {
    return sums ? byNeighbours!(options) : (['relevance'] as const)
  }

  function foldNeighbours(answers: readonly Answer[], step: CandidateStep<OptionsOf<O>>): StepScores {
    const { sums, selected, options } = step
    const { terms, ...found } = neighbourFold(answers, step, termsOf(step))
    const { relevance } = sums ?? terms
    if (!sums)
      return { ...found, score: withoutRounding(relevance), sums: { relevance }, parts: { relevance } }
    const running = add(sums, terms as Pick<Terms, T & NeighbourTerm> as Pick<Terms, T>, relevance, options)
    return { ...found, ...scoresOf({}, relevance, running, selected.length, options) }
  }

  function scoresOf(kept: Sums, relevance: Float64Array, running: Sums, size: number, options: OptionsOf<O>) {
    const { score: scores, redundancy, synergy, tieOrder } = score(relevance, running, size, options)
    return {
      score: withoutRounding(scores),
      ...(tieOrder && { tieOrder }),
      sums: { ...kept, relevance, ...running },
      parts: { relevance, redundancy, synergy },
    }
  }
}

/** As levels, or by neighbours as the types are. */
function readsOf(options: object, types: Types): Reads {
  return informationReads(isByNeighbours(options) ? 'nearest' : 'plug-in', types)
}

function byRelevance({ relevance }: Relevances) {
  return { score: withoutRounding(relevance), sums: {} }
}

/** Running numbers and fresh terms, which the sums are written over. */
export function plus(sum: Float64Array | undefined, terms: Float64Array): Float64Array {
  if (sum) for (let k = 0; k < terms.length; k++) terms[k] += sum[k]
  return terms
}

/** How much of the sums over the selected columns a score takes away and adds. */
interface LinearWeights {
  /** Of Σ I(X_j;X_k). */
  readonly beta: number
  /** Of Σ I(X_j;X_k|Y). */
  readonly gamma: number
}

interface LinearRecord<O extends OptionTable>
  extends
    Omit<CriterionFacts<O>, 'features' | 'target' | 'better' | 'units' | 'formula'>,
    Pick<StepCriterion<O>, 'falling'> {
  readonly formula?: string
  /** The weights beside so many selected columns. */
  readonly weights: (size: number, options: OptionsOf<O>) => LinearWeights
}

/**
 * The relatives of one formula, J(X_k) = I(X_k;Y) − β Σ_j I(X_j;X_k) + γ Σ_j I(X_j;X_k|Y) over the selected
 * X_j, in bits: they differ in β and γ (Brown, Pocock, Zhao and Luján 2012).
 */
export function defineLinear<const O extends OptionTable, const Id extends string>({
  weights,
  falling,
  ...facts
}: LinearRecord<O> & { readonly id: Id }): StepMethod<O, Id> {
  return definePairwise<O, Id>({
    formula: 'J = I(X_k;Y) − β Σ I(X_j;X_k) + γ Σ I(X_j;X_k|Y)',
    ...facts,
    isConditional: (options) => weights(1, options).gamma !== 0,
    ...('estimator' in facts.options && { byNeighbours: termsUnder(weights) }),
    ...(falling !== undefined && {
      // What neighbours estimate of redundancy may be below 0.
      falling: (options: OptionsOf<O>) => {
        if (isByNeighbours(options)) return Infinity
        return typeof falling === 'function' ? falling(options) : falling
      },
    }),
    add: addLinear,
    score: (relevance, sums, size, options) => linearScores(relevance, sums, weights(size, options)),
  })
}

/** The terms whose weights are not 0. */
function termsUnder<O extends OptionTable>(weights: LinearRecord<O>['weights']) {
  return (options: OptionsOf<O>): readonly ('redundancy' | 'conditional')[] =>
    weights(1, options).gamma === 0 ? ['redundancy'] : ['redundancy', 'conditional']
}

/** Σ I(X_j;X_k), and Σ I(X_j;X_k|Y) where it was asked for, once one more column is selected. */
export function addLinear(
  { redundancies, conditionals }: Sums,
  terms: Pick<Terms, 'redundancy' | 'conditional'>,
): Sums {
  const { conditional } = terms
  return {
    redundancies: plus(redundancies, terms.redundancy),
    ...(conditional.length > 0 && { conditionals: plus(conditionals, conditional) }),
  }
}

/** A weight as the user gave it, beside so many selected columns. */
export function weightOf(given: Weight, size: number): number {
  return given === '1/s' ? 1 / size : given
}

/** The scores of the formula for some weights. */
export function linearScores(
  relevance: Float64Array,
  { redundancies, conditionals }: Sums,
  { beta, gamma }: LinearWeights,
): PairwiseScores {
  const redundancy = new Float64Array(relevance.length)
  const synergy = new Float64Array(relevance.length)
  const score = new Float64Array(relevance.length)
  for (let k = 0; k < score.length; k++) {
    redundancy[k] = beta * redundancies[k]
    synergy[k] = gamma === 0 ? 0 : gamma * conditionals[k]
    score[k] = relevance[k] - redundancy[k] + synergy[k]
  }
  return { score, redundancy, synergy }
}

interface LeastRecord<O extends OptionTable, T extends keyof Terms> extends Omit<
  CriterionFacts<O>,
  'features' | 'target' | 'better' | 'units'
> {
  readonly units?: string
  /**
   * The term of each candidate with a selected column, of which the least over those columns is the score.
   */
  readonly term: (terms: Pick<Terms, T>) => Float64Array
  /** The name of that term, where neighbours estimate it too. */
  readonly byNeighbours?: T & NeighbourTerm
  /** Whether a score may not be above I(X_k;Y), which is then one more term. */
  readonly isBounded?: (options: OptionsOf<O>) => boolean
}

/**
 * The relatives that score a candidate by the selected column it does worst with. The least of more terms is
 * no greater, so scores can only fall once a column is selected, and from the beginning where I(X_k;Y) is a
 * term too. Redundancy and synergy of a score are those with the column that decided; where I(X_k;Y) did,
 * none.
 */
export function defineLeast<
  const O extends OptionTable,
  const Id extends string,
  T extends keyof Terms = keyof Terms,
>({
  term,
  byNeighbours,
  isBounded = () => false,
  ...facts
}: LeastRecord<O, T> & { readonly id: Id }): StepMethod<O, Id> {
  return definePairwise<O, Id, T | 'redundancy' | 'conditional'>({
    ...facts,
    ...(byNeighbours && { byNeighbours: () => ['redundancy', 'conditional', byNeighbours] as const }),
    falling: (options) => (isBounded(options) ? 0 : 1),
    isConditional: () => true,
    add: (sums, terms, relevance, options) => {
      const none = new Float64Array(relevance.length)
      const bound = isBounded(options) ? { least: relevance, redundancy: none, synergy: none } : null
      return takeLesser('least' in sums ? sums : bound, {
        least: term(terms),
        redundancy: terms.redundancy,
        synergy: terms.conditional,
      })
    },
    score: (_, { least, redundancy, synergy }) => ({ score: least, redundancy, synergy }),
  })
}

/** For each candidate the numbers of the lesser of two, those known before where they are equal. */
function takeLesser(known: Sums | null, fresh: Sums): Sums {
  if (!known) return fresh
  const isLess = fresh['least'].map((value, k) => (value < known['least'][k] ? 1 : 0))
  const lesserOf = (name: string) => known[name].map((value, k) => (isLess[k] ? fresh[name][k] : value))
  return { least: lesserOf('least'), redundancy: lesserOf('redundancy'), synergy: lesserOf('synergy') }
}

/** I(X_k,X_j;Y) / H(X_k,X_j,Y) of each candidate; 0 where nothing varies. */
export function symmetricalRelevance({
  joint,
  jointEntropy,
}: Pick<Terms, 'joint' | 'jointEntropy'>): Float64Array {
  return joint.map((bits, k) => (jointEntropy[k] === 0 ? 0 : bits / jointEntropy[k]))
}
