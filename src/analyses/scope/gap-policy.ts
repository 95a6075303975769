import { absorbsMissing } from '#core'
import type { RowPolicy, Variable, View } from '#core'
import type { Gaps } from '#methods'

/**
 * How missing values are treated, given how columns are read: the policy that the user chose, or one for each
 * reading where `pairwise` is not possible. `level-or-median`: missing is a level of its own where levels are
 * read, and is filled with the median where numbers are. So a learner can use all rows.
 */
export type GapPolicy = RowPolicy | 'level-or-median'

/**
 * How a missing value is treated where its column is read as levels and as numbers; null where its row is
 * left out.
 */
export interface MissingTreatment {
  readonly levels: 'level' | 'fill' | null
  readonly values: 'fill' | null
}

export const treatmentOf: Readonly<Record<GapPolicy, MissingTreatment>> = {
  pairwise: { levels: null, values: null },
  complete: { levels: null, values: null },
  level: { levels: 'level', values: null },
  median: { levels: 'fill', values: 'fill' },
  error: { levels: null, values: null },
  'level-or-complete': { levels: 'level', values: null },
  'level-or-median': { levels: 'level', values: 'fill' },
}

/** The policies in messages. */
export const policyInWords: Readonly<Record<GapPolicy, string>> = {
  pairwise: 'each score uses the rows complete in its own columns',
  complete: 'only the rows complete in all columns are used',
  level: 'missing is a level of its own',
  median: 'missing is filled with the median, or the most frequent level',
  error: 'this is an error',
  'level-or-complete':
    'missing is a level of its own where levels are read, and rows without a number are left out',
  'level-or-median':
    'missing is a level of its own where levels are read, and is filled with the median where numbers are',
}

/**
 * The variables that lack a value in some row of a view, judged by the counts of missing values of their
 * columns.
 */
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
