import { CribaError, settleInformationByLevel, settleSelfInformation, singles } from '#core'
import type {
  InformationByLevelResult,
  InformationByLevelSpec,
  Run,
  SelfInformationResult,
  SelfInformationSpec,
  Source,
  Table,
} from '#core'
import {
  countRows,
  entropyOf,
  informationByLevel as byLevel,
  selfInformation as bitsOf,
  tableEstimators,
} from '#methods'
import { readLevels } from './levels-in-scope.ts'

/** See `informationByLevel` (src/analyses/verbs.ts). */
export async function byLevelOf(
  data: Table | Source,
  spec: InformationByLevelSpec,
  run: Run = {},
): Promise<InformationByLevelResult> {
  const settled = settleInformationByLevel(spec)
  if (settled.target === null)
    throw new CribaError('missing', 'missing target (informationByLevel needs one)')
  const { features: names, given } = settled
  if (names.length === 0) throw new CribaError('missing', 'missing features: the set is empty')
  const { batcher, scope, features, target, resultOf } = await readLevels(
    data,
    settled,
    [...names, ...given],
    run,
  )
  const family = { list: [[target!, ...features]] }
  const [[[table]]] = await batcher.request([[{ kind: 'counts', family, view: scope.view }]])
  const axes = features.map((_, i) => i + 1)
  const { bits, levels } = byLevel(table, axes.slice(0, names.length), [0], axes.slice(names.length))
  return {
    ...resultOf(countRows(table)),
    command: 'information-by-level',
    levels: levels.map(({ level, rows, weight, bits }) => ({ level, rows, weight, bits })),
    information: bits,
  }
}

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
