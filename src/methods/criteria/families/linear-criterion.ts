import type { OptionsOf, OptionTable, Weight } from '#core'
import type { CriterionFacts } from '../../shapes/criterion.ts'
import type { StepCriterion, StepMethod, Sums } from '../../shapes/step-criterion.ts'
import type { PairTerms } from './pair-terms.ts'
import { definePairwise, plus } from './pairwise-criterion.ts'
import type { PairwiseScores } from './pairwise-criterion.ts'

/** How much of the sums over the selected columns a score takes away and adds. */
export interface LinearWeights {
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
  ...facts
}: LinearRecord<O> & { readonly id: Id }): StepMethod<O, Id> {
  return definePairwise<O, Id>({
    formula: 'J = I(X_k;Y) − β Σ I(X_j;X_k) + γ Σ I(X_j;X_k|Y)',
    ...facts,
    isConditional: (options) => weights(1, options).gamma !== 0,
    add: addLinear,
    score: (relevance, sums, size, options) => linearScores(relevance, sums, weights(size, options)),
  })
}

/** Σ I(X_j;X_k), and Σ I(X_j;X_k|Y) where it was asked for, once one more column is selected. */
export function addLinear({ redundancies, conditionals }: Sums, terms: PairTerms): Sums {
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
