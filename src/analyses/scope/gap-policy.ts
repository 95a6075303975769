import type { Gaps } from '../../criteria/families/gaps.ts'
import { absorbsMissing } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RowPolicy } from '../../trace/used-rows.ts'

/**
 * What is done where values are missing, once it is known how columns are read: a policy as the user names it, or where
 * `pairwise` cannot be had, one for each reading. `level-or-median`: missing is a level of its own where levels are read, and
 * the median where numbers are. A learner reads all rows so.
 */
export type GapPolicy = RowPolicy | 'level-or-median'

/** What stands for a missing value, by how its column is read; null where its row is left out. */
export interface StandIns {
  readonly levels: 'level' | 'fill' | null
  readonly values: 'fill' | null
}

export const standInsOf: Readonly<Record<GapPolicy, StandIns>> = {
  pairwise: { levels: null, values: null },
  complete: { levels: null, values: null },
  level: { levels: 'level', values: null },
  median: { levels: 'fill', values: 'fill' },
  error: { levels: null, values: null },
  'level-or-complete': { levels: 'level', values: null },
  'level-or-median': { levels: 'level', values: 'fill' },
}

/** The same for a reader of the result. */
export const policyInWords: Readonly<Record<GapPolicy, string>> = {
  pairwise: 'each score uses the rows complete in its own columns',
  complete: 'only the rows complete in all columns are used',
  level: 'missing is a level of its own',
  median: 'the median, or the most frequent level, stands in',
  error: 'that is an error',
  'level-or-complete':
    'missing is a level of its own where levels are read, and rows without a number are left out',
  'level-or-median': 'missing is a level of its own where levels are read, and the median where numbers are',
}

/** The variables of some columns that have no value in some row of a view, as far as the columns say; none where there is none. */
export function gapsAmong(
  columns: readonly { readonly missing: number }[],
  variables: readonly Variable[],
  { complete = [] }: View,
): Gaps {
  const isComplete = new Set(complete)
  const open = variables.filter(
    (variable, i) => columns[i].missing > 0 && !absorbsMissing(variable) && !isComplete.has(variable.column),
  )
  return open.length > 0 ? { gaps: new Set(open) } : {}
}
