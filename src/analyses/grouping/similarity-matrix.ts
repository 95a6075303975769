import { settleGroups } from '#core'
import type { GroupsSpec, Run, Source, Table, TreeMerge } from '#core'
import { checkDiscretiser } from '../coding/codings.ts'
import { profileColumns } from '../profile/profile.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { codeColumns, columnsToGroup } from './grouped-columns.ts'
import { placeOfPair, treeOf } from './tree.ts'
import { refuseManyPairs, similaritiesOfPairs } from './pair-similarities.ts'

/** The similarities of all pairs of columns, and the tree that they make. */
interface SimilarityMatrix {
  /** In the order of the table; those that `groups` leaves out are not among them. */
  readonly features: readonly string[]
  /** 1 for a column with itself. */
  readonly values: readonly (readonly number[])[]
  readonly merges: readonly TreeMerge[]
}

/**
 * The similarities of all pairs of columns and the tree of columns, both as `groups` with the same spec has
 * them.
 *
 * @throws CribaError if fewer than two columns vary
 */
export async function similarityMatrix(
  data: Table | Source,
  spec: GroupsSpec = {},
  run: Run = {},
): Promise<SimilarityMatrix> {
  const settled = settleGroups(spec)
  const source = sourceOf(data, run)
  const { progress = () => {}, ...quiet } = run
  const batcher = new RequestBatcher(source, quiet)
  const scope = scopeOf(batcher.source, settled)
  refuseManyPairs(scope.features.length)
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const { records } = await profileColumns(batcher, scope, facts)
  const { columns } = columnsToGroup(scope, records, settled)
  const coded = await codeColumns(batcher, scope, columns, facts, new Set([settled.by]), settled)
  const found = await similaritiesOfPairs(batcher, coded.of(settled.by), settled.by, scope.view, progress)
  const similarity = (a: number, b: number) => (a === b ? 1 : found.similarity[placeOfPair(a, b)])
  return {
    features: columns.map(({ name }) => name),
    values: columns.map((_, a) => columns.map((__, b) => similarity(a, b))),
    merges: treeOf(found, columns.length, settled).merges,
  }
}
