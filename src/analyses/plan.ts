import type { Plan, RankSpec, SelectSpec, SettledRankSpec, SettledSelectSpec, Source, Table } from '#core'
import type { TypedRankSpec, TypedSelectSpec } from './scope/typed-specs.ts'

/**
 * Lists what `rank` would request from the source. Only the target is queried, for its task and classes. The
 * guards are not in the plan, because their requests depend on the ranking.
 */
export function planRank(data: Table | Source, spec?: TypedRankSpec): Promise<Plan>
/** Plans a ranking again, from the spec of a result. */
export function planRank(data: Table | Source, spec: SettledRankSpec): Promise<Plan>
export async function planRank(data: Table | Source, spec: RankSpec = {}): Promise<Plan> {
  return (await import('./on-demand/plan.ts')).planRank(data, spec)
}

/**
 * Lists what `select` would request from the source, step by step, if its criterion scores candidates beside
 * those selected. Only the target is queried. Which columns are chosen changes little, so the first ones
 * stand for them. Tests of gains, the guards and evidence are not in the plan.
 */
export function planSelect(data: Table | Source, spec: TypedSelectSpec): Promise<Plan>
/** Plans a selection again, from the spec of a result. */
export function planSelect(data: Table | Source, spec: SettledSelectSpec): Promise<Plan>
export async function planSelect(data: Table | Source, spec: SelectSpec): Promise<Plan> {
  return (await import('./on-demand/plan.ts')).planSelect(data, spec)
}
