// rank, score and select for specs that are made while a test runs, or are wrong on purpose: names and options in them are
// any text, which only the call itself can check.
import * as criba from 'criba'
import type { RankSpec } from '../src/core/spec/rank-spec.ts'
import type { ScoreSpec } from '../src/core/spec/score-spec.ts'
import type { SelectSpec } from '../src/core/spec/select-spec.ts'

export type { RankSpec, ScoreSpec, SelectSpec }

type Data = Parameters<typeof criba.rank>[0]

export const rank = criba.rank as (data: Data, spec?: RankSpec, run?: criba.Run) => Promise<criba.RankResult>

export const planRank = criba.planRank as (data: Data, spec?: RankSpec) => Promise<criba.Plan>

export const score = criba.score as (
  data: Data,
  spec: ScoreSpec,
  run?: criba.Run,
) => Promise<criba.ScoreResult>

export const select = criba.select as (
  data: Data,
  spec: SelectSpec,
  run?: criba.SelectRun,
) => Promise<criba.SelectResult>

/** The same of columns as they are, for tests of criteria and searches: none is set apart. */
export const selectAsIs: typeof select = (data, spec, run) => select(data, { asIs: true, ...spec }, run)
