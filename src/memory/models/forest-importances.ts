import type { ImportanceKind, RandomStream } from '#core'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { Bootstrap } from '../trees/bootstrap.ts'
import { correlatedColumns } from '../trees/correlated-columns.ts'
import { lossesByPermutation } from '../trees/out-of-bag.ts'
import { gainsByColumn, treeReader } from '../trees/tree.ts'
import type { Tree } from '../trees/tree.ts'

export interface ForestTree {
  readonly tree: Tree
  readonly bootstrap: Bootstrap
  /** The draws that follow those of the tree. */
  readonly random: RandomStream
}

/** For each column the sum over trees of its importance. */
export function forestImportances(
  trees: readonly ForestTree[],
  training: TrainingRows,
  kind: ImportanceKind,
): Float64Array {
  const { columns } = training
  const reader = treeReader(columns)
  const correlated = kind === 'conditional' ? correlatedColumns(training) : null
  const sums = new Float64Array(columns.length)
  for (const { tree, bootstrap, random } of trees) {
    if (kind === 'impurity' || kind === 'debiased') {
      const gains = gainsByColumn(tree, 2 * columns.length)
      for (let i = 0; i < sums.length; i++) sums[i] += gains[i] - gains[i + columns.length]
      continue
    }
    const losses = lossesByPermutation(tree, reader, training, bootstrap, random, correlated)
    for (let i = 0; i < sums.length; i++) sums[i] += losses[i]
  }
  return sums
}
