import type { RankEachResult, RankResult, RankSpec, Run, SettledRankSpec, Source, Table } from '#core'
import type { TypedRankSpec } from './scope/typed-specs.ts'

/**
 * Ranks the columns of a table by one or several methods.
 *
 * Requests go to the source in few batches: the target and the codings, then the statistics of all methods,
 * then the profile of the columns, then the permutations if there are any.
 *
 * @example const { rankings } = await rank(table, { target: 'quality', by: ['mutual-information', 'pearson'] })
 * @throws CribaError naming the column, the method and the remedy
 */
export function rank(data: Table | Source, spec?: TypedRankSpec, run?: Run): Promise<RankResult>
/** Ranks again, from the spec of a result. */
export function rank(data: Table | Source, spec: SettledRankSpec, run?: Run): Promise<RankResult>
export async function rank(data: Table | Source, spec: RankSpec = {}, run: Run = {}): Promise<RankResult> {
  return (await import('./ranking/rank.ts')).rankColumns(data, spec, run)
}

/**
 * Ranks the columns of a table for each of several targets by itself, and by the mean of their ranks; `rank`
 * takes several targets as one. No target is a candidate of another.
 *
 * @example const { targets, meanRank } = await rankEach(table, { target: ['species', 'island'] })
 * @throws CribaError naming the column, the method and the remedy
 */
export async function rankEach(
  data: Table | Source,
  spec: TypedRankSpec,
  run: Omit<Run, 'on'> = {},
): Promise<RankEachResult> {
  return (await import('./on-demand/rank-each.ts')).rankEachTarget(data, spec, run)
}
