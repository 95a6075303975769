import { CribaError, settleBottleneck } from '#core'
import type {
  BottleneckLevel,
  BottleneckResult,
  BottleneckSpec,
  Counts,
  Run,
  SettledBottleneckSpec,
  Source,
  Table,
} from '#core'
import { countRows, marginal, measureGrouping, sufficientStatistic } from '#methods'
import type { Grouping } from '#methods'
import { hardBottleneck } from './hard-bottleneck.ts'
import { readLevels } from './levels-in-scope.ts'
import { softBottleneck } from './soft-bottleneck.ts'

/** See `bottleneck` (src/analyses/verbs.ts). */
export async function bottleneckOf(
  data: Table | Source,
  spec: BottleneckSpec,
  run: Run = {},
): Promise<BottleneckResult> {
  const settled = settleBottleneck(spec)
  if (settled.target === null) throw new CribaError('missing', 'missing target (bottleneck needs one)')
  const { batcher, scope, features, target, resultOf } = await readLevels(
    data,
    settled,
    [settled.feature],
    run,
  )
  const family = { list: [[features[0], target!]] }
  const [[[table]]] = await batcher.request([[{ kind: 'counts', family, view: scope.view }]])
  const result = resultOf(countRows(table))
  const { places, ...found } = compressLevels(table, settled)
  const whole = measureGrouping(table, [...table.levels[0].keys()])
  const { coding } = features[0]
  const missing = coding?.kind !== 'values' && coding?.kind !== 'missingness' && coding?.missing
  const rows = marginal(table, [0]).cells
  return {
    ...result,
    command: 'bottleneck',
    feature: settled.feature,
    levels: table.levels[0].map((level, i) => ({
      level,
      ...(missing && i === rows.length - 1 && { isMissing: true }),
      rows: rows[i],
      ...places[i],
    })),
    ...whole,
    ...found,
  }
}

type CompressedLevels = Pick<
  BottleneckResult,
  'entropyKept' | 'informationKept' | 'objective' | 'converged' | 'exact'
> & {
  /** For each level its group or its shares. */
  readonly places: readonly Pick<BottleneckLevel, 'group' | 'shares'>[]
}

function compressLevels(
  table: Counts,
  { form, beta, clusters, seed }: SettledBottleneckSpec,
): CompressedLevels {
  if (form === 'sufficient') {
    const groups = sufficientStatistic(table)
    const { entropy, information } = measureGrouping(table, groups)
    return grouped(groups, { entropy, information, objective: information, exact: true })
  }
  if (form === 'hard') {
    const { groups, ...found } = hardBottleneck(table, beta!)
    return grouped(groups, found)
  }
  const soft = softBottleneck(table, { beta: beta!, seed: seed!, ...(clusters !== null && { clusters }) })
  return {
    places: soft.shares.map((shares) => ({ shares: [...shares] })),
    entropyKept: soft.compression,
    informationKept: soft.relevance,
    objective: soft.functional,
    converged: soft.converged,
    exact: false,
  }
}

function grouped(
  groups: Grouping,
  found: {
    readonly entropy: number
    readonly information: number
    readonly objective: number
    readonly exact: boolean
  },
): CompressedLevels {
  return {
    places: groups.map((group) => ({ group })),
    entropyKept: found.entropy,
    informationKept: found.information,
    objective: found.objective,
    converged: true,
    exact: found.exact,
  }
}
