import {
  allocateNumbers,
  allRows,
  checkRequests,
  checkTable,
  countMissing,
  countSets,
  CribaError,
  EntropySums,
  mayIdentify,
} from '#core'
import type {
  Answer,
  Answers,
  Column,
  ColumnFacts,
  DirectRequest,
  JointColumn,
  PlannedWork,
  Request,
  Run,
  Source,
  Table,
  Variable,
  View,
  Warning,
  Work,
} from '#core'
import { presentLevels } from './answers/codes.ts'
import type { Codes } from './answers/codes.ts'
import { includedRows, sampledRows } from './answers/included-rows.ts'
import { ResolvedView } from './answers/resolved-view.ts'
import { answerBatch, batchFrom } from './handlers.ts'
import { answerWithPaths, countCalls, planWithPaths } from './paths/paths.ts'
import type { BatchRun } from './threads/pool.ts'

/** Milliseconds of work between two yields to the event loop, and between two reports of progress. */
const interval = 100

/**
 * Answers requests from a table in memory. Encoded columns and resolved views are cached while their
 * variables and views live.
 */
export class MemorySource implements Source {
  readonly name = 'memory'
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly rowsAtHand = true
  readonly distinctRows?: number
  readonly identity: object
  readonly work: Work = { queries: 0, rows: 0, kernels: {} }
  readonly #columns: readonly Column[]
  readonly #codes = new WeakMap<Variable, Codes>()
  readonly #resolvedViews = new WeakMap<View, ResolvedView>()
  #nextYield = performance.now() + interval
  #nextReport = this.#nextYield

  /** `facts`: those of the columns, where they are known before the columns can be read. */
  constructor(table: Table, distinctRows?: number, facts?: readonly ColumnFacts[]) {
    checkTable(table)
    if (distinctRows !== undefined) this.distinctRows = distinctRows
    this.identity = distinctRows === undefined ? table : this
    this.rows = table.rows
    this.warnings = table.warnings
    this.#columns = table.columns
    this.columns = facts ?? table.columns.map(factsOf)
  }

  /** Its table, which other threads can read. */
  get table(): Table {
    return { rows: this.rows, columns: this.#columns, warnings: this.warnings }
  }

  levelsOf(column: number): readonly string[] | null {
    const of = this.#columns[column]
    return of.type === 'categorical' ? presentLevels(of) : null
  }

  withGroups(name: string, groups: ArrayLike<number>, distinct: number): MemorySource {
    const values = allocateNumbers(this.rows)
    values.set(groups)
    const column: Column = { name, type: 'numeric', values, missing: null }
    const { rows, warnings } = this
    const facts = [...this.columns, factsOf(column)]
    return new MemorySource({ rows, columns: [...this.#columns, column], warnings }, distinct, facts)
  }

  async withJoint(joint: JointColumn): Promise<MemorySource> {
    return (await import('./on-demand.ts')).withJointColumn(this, joint)
  }

  /** Whether the levels of a variable are kept, so that counting them reads no cells of its column. */
  isCoded(variable: Variable): boolean {
    return this.#resolvedViews.get(allRows)?.isEncoded(variable) ?? false
  }

  /** Codes variables as levels, which are kept as long as the variables live. */
  async encode(variables: readonly Variable[], { threads, signal }: Run): Promise<void> {
    const batch: BatchRun = {
      threads,
      signal,
      onCalls: (calls) => countCalls(calls, this.work.kernels),
    }
    await (await this.#resolve(allRows, batch)).encode(variables, batch)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    checkRequests(requests)
    const answers = await answerWithPaths(requests, run, (...others) => this.#answer(...others), this.work)
    return answers as unknown as Answers<R>
  }

  async #answer(requests: readonly DirectRequest[], run: Run): Promise<readonly Answer[]> {
    const answers: Answer[] = []
    let furthest = 0
    const report = (share: number) => {
      // A request may run several jobs, each of which starts at 0.
      furthest = Math.max(furthest, share)
      this.#reportProgress(run, furthest)
    }
    while (answers.length < requests.length) {
      const place = answers.length
      const batched = batchFrom(requests, place)
      const batch: BatchRun = {
        threads: run.threads,
        signal: run.signal,
        progress: (share) => report((place + share * batched.length) / requests.length),
        onCalls: (calls) => countCalls(calls, this.work.kernels),
      }
      for (const request of batched) this.work.queries += countSets(request)
      const resolved = await this.#resolve(batched[0].view, batch)
      answers.push(
        ...(await answerBatch(batched, resolved, batch, sumsFor, (view) => this.#resolve(view, batch))),
      )
      await this.#yieldIfDue(batch)
    }
    return answers
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    return planWithPaths(requests, (others) =>
      others.map((request) => {
        const sets = countSets(request)
        return { request: request.kind, sets, queries: sets, reads: this.rows }
      }),
    )
  }

  /** Reports progress if the interval has passed: fast work reports none. */
  #reportProgress({ progress }: Run, share: number): void {
    if (performance.now() < this.#nextReport) return
    progress?.(share)
    this.#nextReport = performance.now() + interval
  }

  /**
   * Yields to the event loop if the interval has passed, so that a signal, a progress bar and other code can
   * run.
   */
  async #yieldIfDue({ signal, progress }: BatchRun): Promise<void> {
    if (performance.now() >= this.#nextYield) {
      progress?.(0)
      await new Promise((resolve) => setTimeout(resolve))
      this.#nextYield = performance.now() + interval
    }
    if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
  }

  async #resolve(view: View, run: BatchRun): Promise<ResolvedView> {
    const cached = this.#resolvedViews.get(view)
    if (cached) return cached
    const { sample } = view
    const of = sample ? await this.#resolve(sample.of, run) : null
    const rows = of
      ? sampledRows(this.#columns, of.rows, await of.partsBy(sample!.division, run), view, sample!)
      : includedRows(this.#columns, this.rows, view)
    const resolved = new ResolvedView(this.#columns, rows, this.#codes, sample?.isSource ? null : of)
    this.#resolvedViews.set(view, resolved)
    return resolved
  }
}

const factsOfColumns = new WeakMap<Column, ColumnFacts>()

/** What is known of a column, found once. */
function factsOf(column: Column): ColumnFacts {
  const known = factsOfColumns.get(column)
  if (known) return known
  const facts: ColumnFacts = {
    name: column.name,
    type: column.type,
    missing: countMissing(column.missing),
    distinct: column.type === 'categorical' ? column.levels.length : null,
    mayIdentify: mayIdentify(column),
    ...(column.type === 'numeric' && column.time && { time: column.time }),
    ...(column.type === 'numeric' && column.unit !== undefined && { unit: column.unit }),
  }
  factsOfColumns.set(column, facts)
  return facts
}

let lastSums: { readonly total: number; readonly sums: EntropySums } | null = null

/** The table of logarithms for a total weight, which is nearly always that of the table before. */
function sumsFor(total: number): EntropySums {
  if (lastSums?.total !== total) lastSums = { total, sums: new EntropySums(total) }
  return lastSums.sums
}
