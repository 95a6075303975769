import type { RunEvent } from './results/event.ts'
import type { Warning } from './results/warning.ts'
import type { AnyText } from './spec/method-text.ts'
import type { ColumnType, TimeKind } from './spec/rank-spec.ts'
import type { JointColumn } from './statistics/joint-column.ts'
import type { Answers, Request } from './statistics/request.ts'

/** Facts about a column that need no request. */
export interface ColumnFacts {
  readonly name: string
  readonly type: ColumnType
  /** The kind of time, if its numbers are dates or times. */
  readonly time?: TimeKind
  /** The unit without which its numbers were read. */
  readonly unit?: string
  /** The number of rows without a value. */
  readonly missing: number
  /** The number of levels of a categorical column; `null` for a numeric one. */
  readonly distinct: number | null
  /**
   * Whether the values may all differ: as many levels as values, or whole numbers over a range at least that
   * wide.
   */
  readonly mayIdentify: boolean
  /** The columns whose levels it combines. */
  readonly of?: readonly string[]
}

/**
 * Answers requests for statistics of columns; all access to the data goes through it. A source only counts,
 * sums (centred) and sorts; logarithms, ratios and p-values are computed from its answers.
 */
export interface Source {
  readonly name: 'memory' | 'duckdb' | 'clickhouse' | AnyText
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  /** Warnings from opening the data. */
  readonly warnings: readonly Warning[]
  /** What is known of the data of a server: a key of the data that needs no reading. */
  readonly dataKey?: string
  /**
   * Sources of the same rows and columns have the same: what is found of these is kept as long as it lives. A
   * source without it is one by itself.
   */
  readonly identity?: object
  /** Whether rows cost nothing to read: they are in memory, or will be when they are first read. */
  readonly rowsAtHand?: boolean
  /** Counts of the work done so far. */
  readonly work: Work
  /**
   * The levels that occur in a categorical column, in canonical order, if they are known without a request.
   */
  levelsOf?(column: number): readonly string[] | null
  /** How many rows differ from all before them, where that is known and many repeat. */
  readonly distinctRows?: number
  /**
   * A source of the same rows that knows how many differ, with one more column: the number of the group of
   * each row.
   */
  withGroups?(name: string, groups: ArrayLike<number>, distinct: number): Source
  /** A source of the same rows with one more column, which combines the levels of others. */
  withJoint?(joint: JointColumn): Promise<Source>
  /** Answers a batch of requests, in order. */
  answer<const R extends readonly Request[]>(requests: R, run?: Run): Promise<Answers<R>>
  /** The work that answering a batch would take; runs nothing. */
  plan(requests: readonly Request[]): readonly PlannedWork[]
}

/** Counts of work: passes over the data (queries of an engine), and rows that they returned. */
export interface Work {
  queries: number
  rows: number
  /** How often each kernel was called, if the source uses kernels. */
  readonly kernels: Record<string, number>
}

/** One line of a plan. */
export interface PlannedWork {
  /** The kind of request; `coding` for the statements that make an engine's coded columns once. */
  readonly request: Request['kind'] | 'coding'
  readonly sets: number
  readonly queries: number
  /** Rows each query reads. */
  readonly reads: number
  /** The bytes that all queries read together, about, if the size of the columns is known. */
  readonly bytes?: number
  /** The first query, as the engine receives it. */
  readonly sql?: string
}

/** Threads, interruption, progress and events of a run. */
export interface Run {
  /**
   * The most threads; by default as many as the machine runs at once, but no more than 8. The number changes
   * no result.
   */
  readonly threads?: number
  readonly signal?: AbortSignal
  /** Called from time to time with the share done, 0 to 1. */
  readonly progress?: (share: number) => void
  /** Called with each step, score, set, fold and warning as it comes. What it throws ends the run. */
  readonly on?: (event: RunEvent) => void
}
