import type { Task } from '#core'

/* How importances of trees are made. */

/** What counts; of a single tree the first two. */
export const importanceKinds = ['impurity', 'shap', 'debiased', 'permutation', 'conditional'] as const

/** The units of the importances of a kind. */
export function unitsOfKind(kind: (typeof importanceKinds)[number], task: Task): string {
  if (kind === 'impurity' || kind === 'debiased') return 'share of impurity'
  if (kind === 'shap') return task === 'regression' ? 'units of the target' : 'probability'
  return task === 'regression' ? 'mean squared error' : 'share of rows'
}

/** The weight of the rows of each score: none where a column has no value in them. */
export function rowsOfScores(
  n: number,
  values: Float64Array,
  why: readonly (string | undefined)[],
): Float64Array {
  return values.map((value, i) => (Number.isNaN(value) && why[i] === undefined ? 0 : n))
}
