import { CribaError } from '#core'
import type { Answer, Request, Run } from '#core'
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

/** Runs work in steps, with progress and interruption; errors of the engine become errors of criba. */
export async function runSteps<T>(
  engine: Engine,
  run: Run,
  steps: number,
  work: (step: () => void) => Promise<T>,
): Promise<T> {
  const { signal, progress } = run
  let done = 0
  const step = () => {
    if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    progress?.(++done / steps)
  }
  const interrupt = () => engine.interrupt()
  signal?.addEventListener('abort', interrupt)
  try {
    return await work(step)
  } catch (error) {
    if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    if (error instanceof CribaError || error instanceof TypeError) throw error
    throw new CribaError('unreadable', `unreadable data: the engine reports ${firstLine(error)}`, {
      cause: error,
    })
  } finally {
    signal?.removeEventListener('abort', interrupt)
  }
}

/**
 * Runs statements in order; consecutive statements that need one thread run in parallel, one thread per
 * worker.
 */
export async function runStatements(
  engine: Engine,
  statements: readonly Statement[],
  step: () => void,
): Promise<void> {
  let start = 0
  while (start < statements.length) {
    const onOneThread = statements[start].onOneThread()
    let end = start + 1
    while (end < statements.length && statements[end].onOneThread() === onOneThread) end++
    const group = statements.slice(start, end)
    if (onOneThread) await runOnOneThread(engine, group, step)
    else {
      for (const statement of group) {
        await runStatement(engine, statement, 0)
        step()
      }
    }
    start = end
  }
}

async function runStatement(engine: Engine, statement: Statement, worker: number): Promise<void> {
  const sql = statement.sql()
  if (sql !== null) await statement.run(engine, sql, worker)
}

async function runOnOneThread(
  engine: Engine,
  statements: readonly Statement[],
  step: () => void,
): Promise<void> {
  let next = 0
  // It makes no difference which worker runs which statement: each statement sums its rows in order.
  const work = async (worker: number) => {
    while (next < statements.length) {
      const statement = statements[next++]
      try {
        await runStatement(engine, statement, worker)
        step()
      } catch (error) {
        next = statements.length
        throw error
      }
    }
  }
  await engine.onOneThread(async () => {
    const workers = Math.min(engine.workers, statements.length)
    const ends = await Promise.allSettled(Array.from({ length: workers }, (_, worker) => work(worker)))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  })
}

/** The first line of an error message; further lines of engines and libraries show statements and stacks. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0].trim()
}
