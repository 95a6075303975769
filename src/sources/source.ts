import type { ColumnType, TimeKind } from '../spec/rank-spec.ts'
import type { Answers, Request } from '../statistics/request.ts'
import type { Warning } from '../trace/warning.ts'

/** What is known of a column before any statistic is asked for. */
export interface ColumnFacts {
  readonly name: string
  readonly type: ColumnType
  /** Where its numbers stand for dates or times. */
  readonly time?: TimeKind
  /** How many rows have no value. */
  readonly missing: number
  /** How many levels a categorical column holds; `null` for numbers. */
  readonly distinct: number | null
  /** Texts, or whole numbers over a range wide enough, so that every row may hold another value. */
  readonly mayIdentify: boolean
}

/**
 * Answers requests for statistics of columns: the one way to the data. A source does no mathematics beyond counting,
 * centred sums and sorting; logarithms, ratios and p-values are made from its answers.
 */
export interface Source {
  readonly name: 'memory' | 'duckdb'
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  /** What was noticed while the data were opened. */
  readonly warnings: readonly Warning[]
  /** What the source has done so far, counted. */
  readonly work: Work
  /** The levels that occur in a categorical column, in canonical order, where they are known without a question. */
  levelsOf?(column: number): readonly string[] | null
  /** Answers a batch, in its order. */
  answer<const R extends readonly Request[]>(requests: R, run?: Run): Promise<Answers<R>>
  /** What answering the batch would take; runs nothing. */
  plan(requests: readonly Request[]): readonly PlannedWork[]
}

/** Counted work: passes over the data (queries, where an engine makes them) and rows that came out. */
export interface Work {
  queries: number
  rows: number
  /** How often each kernel was called, where the source has kernels. */
  readonly kernels: Record<string, number>
}

/** One line of a plan. */
export interface PlannedWork {
  /** What is asked; `coding` for the one-off statements that make an engine's coded columns. */
  readonly request: Request['kind'] | 'coding'
  readonly sets: number
  readonly queries: number
  /** Rows each query reads. */
  readonly reads: number
  /** The first query as the engine gets it. */
  readonly sql?: string
}

/** How a long answer is followed and stopped. */
export interface Run {
  /** At most so many threads; by default as many as the machine runs at once, at most 8. They change no result. */
  readonly threads?: number
  readonly signal?: AbortSignal
  /** Called now and then with the share done, 0 to 1. */
  readonly progress?: (share: number) => void
}
