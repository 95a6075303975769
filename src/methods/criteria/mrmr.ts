import { CribaError, resolveOptions } from '#core'
import type { Answer, OptionsOf, OptionValue, Request, Variable } from '#core'
import { merit } from '../shapes/criterion.ts'
import type { RankCriterion, RankScores, Reads, Types } from '../shapes/criterion.ts'
import { defineStep } from '../shapes/step-criterion.ts'
import type { CandidateStep, StepScores, Sums } from '../shapes/step-criterion.ts'
import { anovaF } from './anova-f.ts'
import { fRegression } from './f-regression.ts'
import { informationReads } from './families/information-options.ts'
import { negligibleBits } from './families/pair-terms.ts'
import { addLinear, definePairwise, linearScores, plus } from './families/pairwise-criterion.ts'
import { mutualInformation } from './mutual-information.ts'
import { pearson } from './pearson.ts'

const options = {
  form: {
    type: 'choice',
    of: ['difference', 'quotient'],
    default: 'difference',
    help: 'relevance less redundancy (MID, FCD), or divided by it (MIQ, FCQ)',
  },
  relevance: {
    type: 'choice',
    of: ['mutual-information', 'f-statistic'],
    default: 'mutual-information',
    help: 'information about the target, or F of the classes or of the regression on a number, with redundancy=pearson',
  },
  redundancy: {
    type: 'choice',
    of: ['mutual-information', 'pearson'],
    default: 'mutual-information',
    help: 'information about each selected column, or |ρ| with it, with relevance=f-statistic',
  },
  estimator: {
    type: 'choice',
    of: ['plug-in', 'nearest'],
    default: 'plug-in',
    help: 'information from counts of levels, or from 3 neighbours of numbers as they are',
    only: { relevance: ['mutual-information'] },
  },
} as const
type Options = OptionsOf<typeof options>

/** By counts, which pairs of levels share. */
const counted = definePairwise({
  id: 'mrmr',
  title: 'Minimum redundancy, maximum relevance',
  options,
  formula: 'J = I(X_k;Y) − mean I(X_j;X_k)',
  reference: 'Ding & Peng 2005, Peng et al. 2005',
  isConditional: () => false,
  add: addLinear,
  score: (relevance, sums, size, { form }) => {
    const scores = linearScores(relevance, sums, { beta: 1 / size, gamma: 0 })
    return form === 'quotient' ? { ...scores, ...quotients(relevance, scores.redundancy) } : scores
  },
}).criterion

/**
 * Rewards columns that are informative about the target and share little with those selected.
 *
 * J(X_k) = I(X_k;Y) − mean_j I(X_j;X_k) over the selected X_j (MID), in bits; I(X_k;Y) where nothing is
 * selected. With `form: 'quotient'` J(X_k) = I(X_k;Y) / mean_j I(X_j;X_k) (MIQ), a ratio: an informative
 * column that shares nothing stands above all others, with infinity as its score, several of them by
 * I(X_k;Y); an uninformative one has 0. Less than 1e-12 bits is nothing. `relevance: 'f-statistic'` with
 * `redundancy: 'pearson'` take F of the classes, or of the regression on a target of numbers, and |ρ| (FCD,
 * FCQ); `estimator: 'nearest'` estimates information as `mutual-information` does, from 3 neighbours where
 * there are numbers. A constant column has 0. `mifs` takes the sum instead of the mean; `jmi` adds what shows
 * only together with a selected column, so this one cannot find columns that are uninformative alone. Ding
 * and Peng (2005), Peng, Long and Ding (2005).
 *
 * @example select(table, { target: 'y', criterion: mrmr({ form: 'quotient' }), k: 10 })
 */
export const mrmr = defineStep({
  ...counted,
  options,
  reads: readsOf,
  takesGiven: ({ relevance, estimator }) => relevance === 'f-statistic' || estimator === 'plug-in',
  unitsUnder: ({ form, relevance }) => {
    if (form === 'quotient') return 'ratio'
    return relevance === 'f-statistic' ? 'F' : 'bits'
  },
  needs: (step) => {
    const terms = termsOf(step)
    return terms ? rankerTermNeeds(terms, step) : counted.needs(step)
  },
  fold: (answers, step) => {
    const terms = termsOf(step)
    if (!terms) return counted.fold(answers, step)
    return rankerTermFold(terms, answers, step, (relevance, redundancy) =>
      step.options.form === 'quotient'
        ? quotients(relevance, redundancy)
        : { score: relevance.map((value, k) => value - redundancy[k]) },
    )
  },
})

function readsOf({ relevance, redundancy, estimator }: Options, types: Types): Reads {
  const isF = relevance === 'f-statistic'
  if (isF !== (redundancy === 'pearson')) {
    const other = isF ? 'pearson' : 'mutual-information'
    throw new CribaError(
      'invalid',
      `invalid redundancy: ${redundancy} (relevance ${relevance} goes with ${other})`,
    )
  }
  return isF ? readsForF(types) : informationReads(estimator, types)
}

/** The rankers that terms come from, or null where they come from counts shared by all pairs. */
function termsOf({ options: { relevance, estimator }, target }: CandidateStep<Options>): RankerTerms | null {
  if (relevance === 'f-statistic') {
    return { relevance: rankerByF(target), redundancy: { criterion: pearson.criterion, options: {} } }
  }
  if (estimator === 'plug-in') return null
  const { criterion } = mutualInformation
  const byNeighbours = { criterion, options: resolveOptions(criterion.id, criterion.options, { estimator }) }
  return { relevance: byNeighbours, redundancy: byNeighbours }
}

/** F reads numbers, and the target as the task says: its classes, or its numbers. */
export function readsForF({ target, task }: Types): Reads {
  const isRegression = task === null ? target === 'numeric' : task === 'regression'
  return { features: { numeric: 'values', categorical: null }, target: isRegression ? 'values' : 'classes' }
}

/** The ranker by F of the classes, or of the regression on a target of numbers. */
export function rankerByF(target: Variable | null): {
  readonly criterion: RankCriterion
  readonly options: Readonly<Record<string, OptionValue>>
} {
  const { criterion } = target!.coding ? anovaF : fRegression
  return { criterion, options: { by: 'statistic' } }
}

/** A ranker of single columns with its options. */
interface Ranker {
  readonly criterion: RankCriterion
  readonly options: Readonly<Record<string, OptionValue>>
}

/** What rankers say of each candidate: with the target, and with a selected column in its place. */
interface RankerTerms {
  readonly relevance: Ranker
  readonly redundancy: Ranker
}

/**
 * What the first step asks of candidates with the target, and a later one of them with the column selected
 * last.
 */
function rankerTermNeeds(terms: RankerTerms, step: CandidateStep<unknown>): readonly Request[] {
  const { ranker, target } = rankerAndTarget(terms, step)
  return ranker.criterion.needs(rankStepOf(ranker, target, step))
}

/**
 * Relevance at first, then also the sum of the redundancies with those selected, which `score` makes scores
 * of.
 */
function rankerTermFold(
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

/** Relevance over redundancy: infinite where there is none of that, 0 where there is nothing to divide. */
export function quotients(
  relevance: Float64Array,
  redundancy: Float64Array,
): Required<Pick<StepScores, 'score' | 'tieOrder'>> {
  const score = relevance.map((value, k) => {
    if (value < negligibleBits) return 0
    return redundancy[k] < negligibleBits ? Infinity : value / redundancy[k]
  })
  return { score, tieOrder: relevance.map((value, k) => (score[k] === Infinity ? value : 0)) }
}
