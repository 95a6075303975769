import { codeColumns } from '../analyses/grouping/grouped-columns.ts'
import { similaritiesOfPairs } from '../analyses/grouping/pair-similarities.ts'
import { treeOf } from '../analyses/grouping/tree.ts'
import type { ColumnTree } from '../analyses/grouping/tree.ts'
import { RequestBatcher } from '../analyses/scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../analyses/scope/scope.ts'
import type { TargetFacts } from '../analyses/scope/target.ts'
import { highestJaccard } from '../measures/clusters.ts'
import type { Run, Source } from '../sources/source.ts'
import type { SettledGroupsSpec } from '../spec/groups-spec.ts'
import { splitsOf } from '../statistics/splits.ts'
import { overReplicas } from './replicas.ts'

/** The share of the rows that is grouped again (Hennig 2007). */
const share = 0.5

/**
 * For each cluster of columns the mean, over random halves of the rows, of the highest Jaccard similarity with a cluster there.
 * Cuts and levels are fitted anew in each half. A column that is constant there is like no other, so it is a cluster alone.
 */
export async function stabilityOfGroups(
  source: Source,
  clusters: ColumnTree['clusters'],
  scope: AnalysisScope,
  columns: readonly ScopeColumn[],
  facts: TargetFacts,
  spec: SettledGroupsSpec,
  run: Run,
): Promise<readonly number[]> {
  const halves = Array.from({ length: spec.stability! }, (_, number) => {
    const { parts } = splitsOf(scope.view, { share, seed: spec.seed, number })
    return { sample: parts[0].sample! }
  })
  const { by } = spec
  const found = await overReplicas(
    source,
    halves,
    async (half, _, { progress = () => {}, ...ownRun }) => {
      const batcher = new RequestBatcher(half, ownRun)
      const coded = await codeColumns(
        batcher,
        { ...scope, source: half },
        columns,
        facts,
        new Set([by]),
        spec,
      )
      const similarities = await similaritiesOfPairs(batcher, coded.of(by), by, scope.view, progress)
      return highestJaccard(clusters, treeOf(similarities, columns.length, spec).clusters)
    },
    run,
  )
  return clusters.map((_, place) => found.reduce((sum, half) => sum + half[place], 0) / found.length)
}
