import type { Answer, Request } from '../../statistics/request.ts'
import type { Engine, ResultRow } from './engine.ts'

/** One query of a task. */
export interface Statement {
  /** The text; before the columns it reads are coded it names them all the same. */
  sql(): string
  /** Runs the text and takes what comes out. */
  run(engine: Engine, sql: string, worker: number): Promise<void>
  /** Sums of doubles depend on their order: run on one thread, so that they have the same bits on every run. */
  readonly onOneThread: () => boolean
}

/** The queries that answer one request, and the answer made of what they brought. */
export interface QueryTask {
  readonly request: Request['kind']
  readonly sets: number
  readonly statements: readonly Statement[]
  finish(): Answer
}

/** A query whose few rows are taken one by one. */
export function query(
  sql: () => string,
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
