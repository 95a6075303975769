import { rank, score, select } from '../src/index.ts'
import type { RankResult, Run, ScoreResult, SelectResult, Source, Table } from '../src/index.ts'

// A contract makes specs of methods that the compiler knows nothing of; they are checked when they run.

type Call<R> = (data: Table | Source, spec: object, run?: Run) => Promise<R>

export const rankBy = rank as Call<RankResult>
export const scoreBy = score as Call<ScoreResult>
export const selectBy = select as Call<SelectResult>
