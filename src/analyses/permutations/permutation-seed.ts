import { allRows, limits, seedWith } from '#core'
import type { RowsRequest } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'

/** The target as its values, or as its levels. */
export type PermutedTarget = Pick<TargetFacts, 'values' | 'classes'>

/**
 * The seed of permutations of the target, from that of the analysis and from the target's values in the order
 * of the rows: so the permutations of other data are others, and errors of studies under the same seed are
 * not related. With more rows than a source fetches it is that of the analysis.
 */
export async function permutationSeed(
  batcher: RequestBatcher,
  target: PermutedTarget,
  seed: number,
): Promise<number> {
  const requests = targetRequest(target)
  if (requests.length === 0 || batcher.source.rows > limits.fetched) return seed
  const [[{ columns, weights }]] = await batcher.request([requests])
  // A part of the rows is permuted as a table of these rows is.
  return seedWith(seed, ...columns.map((column) => column.filter((_, row) => weights[row] > 0)))
}

/** What is requested for it. */
export function targetRequest({ values, classes }: PermutedTarget): readonly RowsRequest[] {
  const target = values ?? classes
  return target ? [{ kind: 'rows', columns: [target], view: allRows }] : []
}
