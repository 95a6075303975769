import type { MethodSpec } from './method-text.ts'
import { CribaError } from './error.ts'

export type ColumnType = 'numeric' | 'categorical'
export type Task = 'classification' | 'regression' | 'unsupervised'

/**
 * What to do where a value is missing.
 *
 * - `pairwise`: every quantity uses the rows complete in its own columns;
 * - `complete`: every quantity uses the rows complete in all columns in play;
 * - `level`: missing is a level of its own, for methods that read levels;
 * - `median`: numbers get the column's median, levels its most frequent level;
 * - `error`: a missing value is an error.
 */
export const missingPolicies = ['pairwise', 'complete', 'level', 'median', 'error'] as const
export type MissingPolicy = (typeof missingPolicies)[number]

export const discretisers = ['equal-frequency', 'equal-width', 'mdl'] as const
export type Discretiser = (typeof discretisers)[number]

/** What the user may say about the table, whatever is done with it. */
export interface DataSpec {
  /** The column to explain. Without it only unsupervised methods apply. */
  readonly target?: string
  /** Chooses defaults; it never changes a column's type. */
  readonly task?: Task
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: Readonly<Record<string, ColumnType>>
  /** Columns that take no part. */
  readonly drop?: readonly string[]
  /** The column that says how often each row counts. */
  readonly weights?: string
  readonly missing?: MissingPolicy
  readonly discretise?: Discretiser
  /** Bins of a discretised column, 2 or more; without it as many as leave five rows a cell, at most 10. */
  readonly bins?: number
}

/** What `rank` is asked for, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface RankSpec extends DataSpec {
  /** Methods: a name, a text with options (`fisher:denominator=total`), or both apart. */
  readonly by?: readonly (string | MethodSpec)[]
  /** How often the target is permuted for the p-values of methods that have no distribution of their own. */
  readonly permutations?: number
  readonly seed?: number
}

/** Reads `age=numeric,zip=categorical,*=categorical`, already split at its commas. */
export function parseTypes(pairs: readonly string[]): Record<string, ColumnType> {
  const types: Record<string, ColumnType> = Object.create(null) as Record<string, ColumnType>
  for (const pair of pairs) {
    const equals = pair.lastIndexOf('=')
    const type = pair.slice(equals + 1)
    if (equals < 1 || (type !== 'numeric' && type !== 'categorical')) {
      throw new CribaError('invalid', `invalid types: ${pair} (needs column=numeric or column=categorical)`)
    }
    types[pair.slice(0, equals)] = type
  }
  return types
}
