import type { LevelsToo, RankStep } from '../../criteria/criterion.ts'
import type { CandidateStep } from '../../criteria/step-criterion.ts'
import type { SubsetStep } from '../../criteria/subset-criterion.ts'
import type { Splits } from '../../statistics/splits.ts'
import type { Variable } from '../../statistics/variable.ts'

/** The parts of a criterion's step that are the same for all candidates and selected columns. */
export type StepContext = Omit<CandidateStep, 'candidates' | 'names' | 'selected' | 'sums'> &
  Pick<SubsetStep, 'recuts' | 'splitBy'> &
  LevelsToo &
  Pick<RankStep, 'groupOf'>

/** The candidates of a criterion, with the context of its steps. */
export interface CandidateInput {
  readonly features: readonly Variable[]
  readonly names: readonly string[]
  readonly context: StepContext
  /** The splits of the rows on which a function is scored. */
  readonly splits?: Splits
}
