import { settleSelfInformation, singles } from '#core'
import type { Run, SelfInformationResult, SelfInformationSpec, Source, Table } from '#core'
import { countRows, entropyOf, selfInformation as bitsOf, tableEstimators } from '#methods'
import { readLevels } from './levels-in-scope.ts'

/** See `selfInformation` (src/analyses/verbs.ts). */
export async function selfInformationOf(
  data: Table | Source,
  spec: SelfInformationSpec,
  run: Run = {},
): Promise<SelfInformationResult> {
  const settled = settleSelfInformation(spec)
  const { batcher, scope, features, resultOf } = await readLevels(data, settled, [settled.feature], run)
  const [[[table]]] = await batcher.request([
    [{ kind: 'counts', family: singles(features), view: scope.view }],
  ])
  const n = countRows(table)
  return {
    ...resultOf(n),
    command: 'self-information',
    levels: table.levels[0].map((level, i) => ({
      level,
      rows: table.cells[i],
      bits: bitsOf(table.cells[i], n),
    })),
    entropy: tableEstimators['plug-in'](table)(entropyOf([0])),
  }
}
