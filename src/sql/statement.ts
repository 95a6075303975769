import type { Answer, Request } from '#core'
import type { Engine, ResultRow } from './engine.ts'

/** One query of a task. */
export interface Statement {
  /**
   * The SQL text; it can also be made before the columns it reads are coded. `null` if earlier statements
   * found all it would.
   */
  sql(): string | null
  /** Runs the SQL and processes its result. */
  run(engine: Engine, sql: string, worker: number): Promise<void>
  /**
   * Whether it has to run on one thread: sums of doubles depend on their order, and should be the same in
   * every run.
   */
  readonly onOneThread: () => boolean
}

/** The queries that answer one request; `finish` makes the answer of their results. */
export interface QueryTask {
  readonly request: Request['kind']
  readonly sets: number
  readonly statements: readonly Statement[]
  /** How many of them run, if most requests need fewer. */
  readonly usualQueries?: number
  finish(): Answer
}

/** A query with few result rows, which are processed one by one. */
export function query(
  sql: () => string | null,
  take: (row: ResultRow) => void,
  onOneThread = () => false,
): Statement {
  return {
    sql,
    onOneThread,
    async run(engine, text, worker) {
      for (const row of await engine.rows(text, worker)) take(row)
    },
  }
}
