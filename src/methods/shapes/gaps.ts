import type { Variable } from '#core'

/**
 * The variables that have no value in some of the rows that count; absent where every row has all. Each term
 * of a score is then made over the rows complete in its own columns.
 */
export interface Gaps {
  readonly gaps?: ReadonlySet<Variable>
}
