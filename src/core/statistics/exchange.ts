import type { Variable } from './variable.ts'

/**
 * How rows may be exchanged where a column is independent of all others (the null hypothesis). Rows that are
 * exchangeable one by one have no `Exchange`.
 */
export interface Exchange {
  /** Rows are exchanged within each level of this column only. */
  readonly within?: Variable
  /** Rows of one level are exchanged as one group, which keeps its values together. */
  readonly together?: Variable
  /** Numbers that order the rows: what is exchanged keeps its dependence on earlier rows. */
  readonly along?: Variable
}

/**
 * The exchange that the columns of a spec ask for; undefined where rows are exchanged one by one. Only strata
 * that the user names count: the target's classes, over which folds are spread by default, say nothing of
 * what is exchangeable.
 */
export function exchangeOf({ by, together, along }: SplitBy): Exchange | undefined {
  if (!by && !together && !along) return undefined
  return { ...(by && { within: by }), ...(together && { together }), ...(along && { along }) }
}

/** The columns that a division of the rows respects, apart from a key. */
interface SplitBy {
  readonly by?: Variable
  readonly together?: Variable
  readonly along?: Variable
}

/** The variables that an exchange reads. */
export function variablesOfExchange({ within, together, along }: Exchange): readonly Variable[] {
  return [within, together, along].filter((variable) => variable !== undefined)
}
