import type { Answer, OptionValue, Request, Variable } from '#core'
import { merit } from '../../shapes/criterion.ts'
import type { RankCriterion, RankScores } from '../../shapes/criterion.ts'
import type { CandidateStep, StepScores, Sums } from '../../shapes/step-criterion.ts'
import { plus } from './pairwise-criterion.ts'

/** A ranker of single columns with its options. */
interface Ranker {
  readonly criterion: RankCriterion
  readonly options: Readonly<Record<string, OptionValue>>
}

/** What rankers say of each candidate: with the target, and with a selected column in its place. */
export interface RankerTerms {
  readonly relevance: Ranker
  readonly redundancy: Ranker
}

/**
 * What the first step asks of candidates with the target, and a later one of them with the column selected
 * last.
 */
export function rankerTermNeeds(terms: RankerTerms, step: CandidateStep<unknown>): readonly Request[] {
  const { ranker, target } = rankerAndTarget(terms, step)
  return ranker.criterion.needs(rankStepOf(ranker, target, step))
}

/**
 * Relevance at first, then also the sum of the redundancies with those selected, which `score` makes scores
 * of.
 */
export function rankerTermFold(
  terms: RankerTerms,
  answers: readonly Answer[],
  step: CandidateStep<unknown>,
  score: (relevance: Float64Array, redundancy: Float64Array) => Pick<StepScores, 'score' | 'tieOrder'>,
): StepScores {
  const { ranker, target } = rankerAndTarget(terms, step)
  const found: RankScores = ranker.criterion.fold(answers, rankStepOf(ranker, target, step))
  const { n, why, warnings } = found
  const values = found.score.map((value) => merit(value, ranker.criterion))
  const says = { n, ...(why && { why }), ...(warnings && { warnings }) }
  if (!step.sums) {
    return { ...says, score: values, sums: { relevance: values }, parts: { relevance: values } }
  }
  const { relevance, redundancies } = step.sums as Sums & { readonly redundancies?: Float64Array }
  const sum = plus(redundancies, values)
  const redundancy = sum.map((value) => value / step.selected.length)
  return {
    ...says,
    ...score(relevance, redundancy),
    sums: { relevance, redundancies: sum },
    parts: { relevance, redundancy },
  }
}

function rankerAndTarget(
  { relevance, redundancy }: RankerTerms,
  { sums, selected, target }: CandidateStep<unknown>,
) {
  return sums ? { ranker: redundancy, target: selected.at(-1)! } : { ranker: relevance, target: target! }
}

function rankStepOf({ options }: Ranker, target: Variable, step: CandidateStep<unknown>) {
  const { candidates, targetName, classes, view } = step
  return { features: candidates, names: [], target, targetName, classes, options, view }
}
