import { describe } from '../resample/describe.ts'
import { rank } from '../analyses/rank.ts'
import { sourceOf } from '../analyses/scope/scope.ts'
import { score } from '../resample/verbs-on-demand.ts'
import type { SelectRun } from '../analyses/selection/checkpoint.ts'
import type { TypedRankSpec, TypedScoreSpec, TypedSelectSpec } from '../analyses/typed-specs.ts'
import type { Table } from '../columns/table.ts'
import type { Transformed } from '../analyses/transform/transform.ts'
import { compare } from '../resample/compare.ts'
import type { CompareRun } from '../resample/compare.ts'
import { select } from '../resample/select-with-evidence.ts'
import { groups, interactions, transformFrom } from '../resample/verbs-on-demand.ts'
import type { Run, Source } from '../sources/source.ts'
import type { CompareSpec } from '../spec/compare-spec.ts'
import type { GroupsSpec } from '../spec/groups-spec.ts'
import type { InteractionsSpec } from '../spec/pairs-spec.ts'
import type { DataSpec, SettledRankSpec } from '../spec/rank-spec.ts'
import type { SettledScoreSpec } from '../spec/score-spec.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import type { ApplyResult } from '../trace/application.ts'
import type { Comparison } from '../trace/comparison.ts'
import type { Description } from '../trace/description.ts'
import type { GroupsResult } from '../trace/groups.ts'
import type { Interactions } from '../trace/interactions.ts'
import type { RankResult } from '../trace/ranking.ts'
import type { ScoreResult } from '../trace/score.ts'
import type { SelectResult } from '../trace/selection.ts'
import { KnownSource } from './known-source.ts'

/** Analyses of one table or source. Each call takes what the function of the same name takes after the data. */
export interface Session {
  rank(spec?: TypedRankSpec | SettledRankSpec, run?: Run): Promise<RankResult>
  select(spec: TypedSelectSpec | SettledSelectSpec, run?: SelectRun): Promise<SelectResult>
  score(spec: TypedScoreSpec | SettledScoreSpec, run?: Run): Promise<ScoreResult>
  describe(spec?: DataSpec, run?: Run): Promise<Description>
  interactions(spec: InteractionsSpec, run?: Run): Promise<Interactions>
  groups(spec?: GroupsSpec, run?: Run): Promise<GroupsResult>
  compare(spec: CompareSpec, run?: CompareRun): Promise<Comparison>
  /** Applies a selection of other data to those of the session; the table is absent where the session is on a source. */
  transform(result: SelectResult, run?: Run): Promise<ApplyResult & Partial<Pick<Transformed, 'table'>>>
  /** Forgets everything that is known; later calls are refused. A source that was given stays open. */
  close(): void
}

/** How a session works. */
export interface SessionOptions {
  /** The most bytes of what it keeps, about; by default 256 MiB. What was used longest ago is dropped first. */
  readonly bytes?: number
}

/** The most bytes that a session keeps by default. */
const mostBytes = 1 << 28

/**
 * Opens a session on a table or a source: what one analysis has counted, the next one knows. So a selection with another β, γ,
 * α or k counts only what the search has not met before. Results are the same as without a session, bit for bit. The data must
 * not change while the session is open.
 *
 * @example const session = openSession(wine); await session.select({ target: 'quality', criterion: mifs({ beta: 0.5 }), k: 5 })
 */
export function openSession(data: Table | Source, { bytes = mostBytes }: SessionOptions = {}): Session {
  const source = new KnownSource(sourceOf(data), bytes)
  return {
    rank: (spec, run) => rank(source, spec as TypedRankSpec, run),
    select: (spec, run) => select(source, spec as TypedSelectSpec, run),
    score: (spec, run) => score(source, spec as TypedScoreSpec, run),
    describe: (spec, run) => describe(source, spec, run),
    interactions: (spec, run) => interactions(source, spec, run),
    groups: (spec, run) => groups(source, spec, run),
    compare: (spec, run) => compare(source, spec, run),
    transform: (result, run = {}) => transformFrom(source, result, data, run),
    close: () => source.close(),
  }
}
