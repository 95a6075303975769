import type { EntropyRequest, OptionsOf, OptionTable } from '#core'
import type { CriterionFacts } from '../../shapes/criterion.ts'
import { defineStep } from '../../shapes/step-criterion.ts'
import type { StepCriterion, StepMethod, Sums } from '../../shapes/step-criterion.ts'
import {
  keptEntropies,
  pairNeeds,
  PairTerms,
  relevanceFold,
  relevanceNeeds,
  withoutRounding,
} from './pair-terms.ts'

/** What a score is made of, for each candidate. */
export interface PairwiseScores {
  readonly score: Float64Array
  readonly redundancy: Float64Array
  readonly synergy: Float64Array
  /** What puts candidates of equal scores in order, the greatest first. */
  readonly tieOrder?: Float64Array
}

/** A criterion of I(X_k;Y) and of terms of X_k with each selected column, summed or compared over those. */
interface PairwiseRecord<O extends OptionTable>
  extends
    Omit<CriterionFacts<O>, 'features' | 'target' | 'better' | 'units'>,
    Pick<StepCriterion<O>, 'falling'> {
  /** Bits, unless it says otherwise. */
  readonly units?: string
  /** Whether terms with the target are looked at: I(X_k;X_j|Y) and what comes with it. */
  readonly isConditional: (options: OptionsOf<O>) => boolean
  /** Running numbers once the terms of one more column are known; `sums` is empty at the first. */
  readonly add: (sums: Sums, terms: PairTerms, relevance: Float64Array, options: OptionsOf<O>) => Sums
  /** The scores beside one or more selected columns. */
  readonly score: (relevance: Float64Array, sums: Sums, size: number, options: OptionsOf<O>) => PairwiseScores
}

/**
 * Makes a step criterion: the first step scores by I(X_k;Y), later ones also by the terms with those
 * selected.
 */
export function definePairwise<const O extends OptionTable, const Id extends string>(
  record: PairwiseRecord<O> & { readonly id: Id },
): StepMethod<O, Id> {
  const { isConditional, add, score, ...facts } = record
  return defineStep<O, readonly EntropyRequest[], Id>({
    units: 'bits',
    ...facts,
    features: { numeric: 'levels', categorical: 'levels' },
    target: 'levels',
    better: 'higher',
    pairwise: true,
    needs: (step) => (step.sums ? pairNeeds(step, isConditional(step.options)) : relevanceNeeds(step)),
    fold: (answers, step) => {
      const { sums, selected, options } = step
      if (!sums) {
        const { n, relevance, kept } = relevanceFold(answers, step)
        const first = withoutRounding(relevance)
        return { n, score: first, sums: { ...kept, relevance }, parts: { relevance } }
      }
      const terms = new PairTerms(answers, sums, step)
      const { relevance } = sums
      const running = add(sums, terms, relevance, options)
      const found = score(relevance, running, selected.length, options)
      const kept = Object.fromEntries(keptEntropies.map((name) => [name, sums[name]]))
      const { score: scores, redundancy, synergy, tieOrder } = found
      return {
        n: answers[1].n,
        score: withoutRounding(scores),
        ...(tieOrder && { tieOrder }),
        sums: { ...kept, relevance, ...running },
        parts: { relevance, redundancy, synergy },
      }
    },
  })
}

/** Running numbers and fresh terms, which the sums are written over. */
export function plus(sum: Float64Array | undefined, terms: Float64Array): Float64Array {
  if (sum) for (let k = 0; k < terms.length; k++) terms[k] += sum[k]
  return terms
}
