import { CribaError, Definitions } from '#core'
import type { RankCriterion } from './criterion.ts'
import type { StepCriterion } from './step-criterion.ts'
import { asRank } from './subset-criterion.ts'
import type { SubsetCriterion } from './subset-criterion.ts'

/** Criteria of one's own, of any shape. */
export const ownCriteria = new Definitions<RankCriterion | StepCriterion | SubsetCriterion>('method')

/** A criterion as a ranker of single columns; one of candidates beside those selected is none. */
export function asRanker(criterion: RankCriterion | StepCriterion | SubsetCriterion): RankCriterion {
  if (criterion.shape === 'step') throw selectedColumnsNeeded(criterion.id)
  return asRank(criterion)
}

/** A criterion as one of sets; one of single columns, or of candidates, is none. */
export function asSetCriterion(criterion: RankCriterion | StepCriterion | SubsetCriterion): SubsetCriterion {
  if (criterion.shape === 'subset') return criterion
  if (criterion.shape === 'step') throw selectedColumnsNeeded(criterion.id)
  throw singleColumnsOnly(criterion.id)
}

/** That a criterion of single columns was asked for sets. */
export function singleColumnsOnly(id: string): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable method: ${id} scores single columns, not sets (use rank, or joint-mi)`,
  )
}

/** That a criterion of steps was asked for columns by themselves. */
export function selectedColumnsNeeded(id: string): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable method: ${id} scores columns beside those selected before (use select)`,
  )
}
