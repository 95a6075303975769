import type { Shape } from '../../spec/method-text.ts'
import type { OptionTable } from '../../spec/options.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { CriterionFacts } from '../criterion.ts'

/**
 * The variables that have no value in some of the rows that count; absent where every row has all. Each term of a score is
 * then made over the rows complete in its own columns.
 */
export interface Gaps {
  readonly gaps?: ReadonlySet<Variable>
}

/**
 * Whether each term of a criterion's scores may be made over the rows complete in its own columns: a ranker of single
 * columns has one term for each, any other criterion says so itself. All others compare sets, and need the same rows for all.
 */
export function isPairwise({
  shape,
  joint,
  pairwise,
}: Pick<CriterionFacts<OptionTable>, 'joint' | 'pairwise'> & { readonly shape: Shape }): boolean {
  return pairwise ?? (shape === 'rank' && joint !== true)
}
