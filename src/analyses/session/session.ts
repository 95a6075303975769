import { checkRun, number, settleParts } from '#core'
import type {
  ApplyResult,
  ColumnDistribution,
  CompareSpec,
  Comparison,
  DataSpec,
  Description,
  GroupsResult,
  GroupsSpec,
  Interactions,
  InteractionsSpec,
  PartsOf,
  RankResult,
  Run,
  SampledRows,
  ScoreResult,
  SelectResult,
  SettledRankSpec,
  SettledScoreSpec,
  SettledSelectSpec,
  Source,
  Table,
} from '#core'
import { describe } from '../describe.ts'
import type { SampleSize } from '../distributions/sampled-rows.ts'
import { compareKnowing } from '../evidence/compare.ts'
import type { ChoiceMemory, CompareRun } from '../evidence/compare.ts'
import { rank } from '../rank.ts'
import { sourceOf } from '../scope/scope.ts'
import type { TypedRankSpec, TypedScoreSpec, TypedSelectSpec } from '../scope/typed-specs.ts'
import { select } from '../select.ts'
import type { SelectRun } from '../selection/checkpoint.ts'
import type { Transformed } from '../transform/transform.ts'
import { groups, interactions, score, transformFrom } from '../verbs.ts'
import { KnownSource } from './known-source.ts'
import { bytesOfValue, Recent } from './recent.ts'

/**
 * Analyses of one table or source. Each call takes what the function of the same name takes after the data.
 */
export interface Session {
  rank(spec?: TypedRankSpec | SettledRankSpec, run?: Run): Promise<RankResult>
  select(spec: TypedSelectSpec | SettledSelectSpec, run?: SelectRun): Promise<SelectResult>
  score(spec: TypedScoreSpec | SettledScoreSpec, run?: Run): Promise<ScoreResult>
  describe(spec?: DataSpec, run?: Run): Promise<Description>
  interactions(spec: InteractionsSpec, run?: Run): Promise<Interactions>
  groups(spec?: GroupsSpec, run?: Run): Promise<GroupsResult>
  compare(spec: CompareSpec, run?: CompareRun): Promise<Comparison>
  /**
   * Applies a selection of other data to those of the session; the table is absent where the session is on a
   * source.
   */
  transform(result: SelectResult, run?: Run): Promise<ApplyResult & Partial<Pick<Transformed, 'table'>>>
  distributions(
    columns: readonly string[],
    spec?: DataSpec,
    run?: Run,
  ): Promise<readonly ColumnDistribution[]>
  sampledRows(
    columns: readonly string[],
    spec: DataSpec & { readonly target: string },
    size: SampleSize,
    run?: Run,
  ): Promise<SampledRows>
  /** Forgets everything that is known; later calls are refused. A source that was given stays open. */
  close(): void
}

/** How a session works. */
export interface SessionOptions {
  /**
   * The most bytes of what it keeps, about; by default 256 MiB. What was used longest ago is dropped first.
   */
  readonly bytes?: number
}

const sessionParts = { bytes: number({ min: 0, default: 1 << 28 }) } satisfies PartsOf<SessionOptions>

/**
 * Opens a session on a table or a source: what one analysis has counted, the next one knows. So a selection
 * with another β, γ, α or k counts only what the search has not met before. Results are the same as without a
 * session, bit for bit. The data must not change while the session is open.
 *
 * @example const session = openSession(wine); await session.select({ target: 'quality', criterion: mifs({ beta: 0.5 }), k: 5 })
 */
export function openSession(data: Table | Source, options: SessionOptions = {}): Session {
  const { bytes } = settleParts('a session', sessionParts, options)
  const choices = new KeptChoices(bytes / 16)
  const source = new KnownSource(sourceOf(data), bytes - bytes / 16)
  return {
    rank: (spec, run) => rank(source, spec as TypedRankSpec, run),
    select: (spec, run) => select(source, spec as TypedSelectSpec, run),
    score: (spec, run) => score(source, spec as TypedScoreSpec, run),
    describe: (spec, run) => describe(source, spec, run),
    interactions: (spec, run) => interactions(source, spec, run),
    groups: (spec, run) => groups(source, spec, run),
    compare: (spec, run) => compareKnowing(source, spec, run, choices),
    distributions: async (columns, spec, run) =>
      (await import('../on-demand/distributions.ts')).distributions(source, columns, spec, run),
    sampledRows: async (columns, spec, size, run) =>
      (await import('../on-demand/distributions.ts')).sampledRows(source, columns, spec, size, run),
    transform: async (result, run = {}) => {
      checkRun(run)
      return transformFrom(source, result, data, run)
    },
    close() {
      choices.clear()
      source.close()
    },
  }
}

/** What methods chose in the comparisons of a session, in a bounded number of bytes. */
class KeptChoices implements ChoiceMemory {
  readonly #kept: Recent<unknown>

  constructor(bytes: number) {
    this.#kept = new Recent(bytes)
  }

  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key)
    if (known !== undefined) return known as T
    const made = await make()
    this.#kept.set(key, made, bytesOfValue(made))
    return made
  }

  clear(): void {
    this.#kept.clear()
  }
}
