import type { Table } from '../../columns/table.ts'
import { selfInformation as bitsOf } from '../../measures/divergence.ts'
import { countRows } from '../../measures/marginals.ts'
import { entropyOf } from '../../measures/quantities.ts'
import { tableEstimators } from '../../measures/table-estimators.ts'
import type { Run, Source } from '../../sources/source.ts'
import { settleSelfInformation } from '../../spec/levels-spec.ts'
import type { SelfInformationSpec } from '../../spec/levels-spec.ts'
import { singles } from '../../statistics/family.ts'
import type { SelfInformationResult } from '../../trace/chain.ts'
import { readLevels } from './levels-in-scope.ts'

/** See `selfInformation` (src/resample/verbs-on-demand.ts). */
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
