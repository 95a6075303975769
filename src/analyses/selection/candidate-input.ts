import type { Splits, Variable } from '#core'
import type { CandidateStep, LevelsToo, RankStep, SubsetStep } from '#methods'

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
