import { CribaError } from '../../spec/error.ts'
import { checkRequests } from '../../statistics/check-requests.ts'
import { countMembers, variablesOf } from '../../statistics/family.ts'
import type { DensityRequest } from '../../statistics/density.ts'
import type { NearestRequest } from '../../statistics/nearest.ts'
import type { Answer, Answers, Request } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Warning } from '../../trace/warning.ts'
import type { ColumnFacts, PlannedWork, Run, Source, Work } from '../source.ts'
import { countsTask } from './answer-counts.ts'
import { entropyTask } from './answer-entropies.ts'
import type { Tally } from './answer-entropies.ts'
import { momentsTask } from './answer-moments.ts'
import { orderTask } from './answer-order.ts'
import { ranksTask } from './answer-ranks.ts'
import { rowsTask } from './answer-rows.ts'
import { Batch } from './batch.ts'
import { CodedColumns } from './coded-columns.ts'
import { dropDealt } from './dealing.ts'
import { preparations } from './prepare.ts'
import { dropDivided } from './sampled.ts'
import type { Relation } from './relation.ts'
import { Fetched } from './fetched.ts'
import { follow, runStatements } from './run.ts'
import type { Task } from './statement.ts'

/**
 * Answers requests by SQL over a relation. The columns in play are coded once, into tables of small whole numbers that
 * are kept for as long as the source is; what comes out of the engine are counts, moments and observed values.
 */
export class DuckSource implements Source {
  readonly name = 'duckdb'
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly work: Work
  readonly #relation: Relation
  readonly #coded: CodedColumns
  readonly #fetched: Fetched
  #last: Promise<unknown> = Promise.resolve()

  constructor(relation: Relation) {
    this.rows = relation.rows
    this.columns = relation.columns.map(({ name, type, missing, distinct, mayIdentify }) => ({
      name,
      type,
      missing,
      distinct,
      mayIdentify,
    }))
    this.warnings = relation.warnings
    this.work = relation.engine.work
    this.#relation = relation
    this.#coded = new CodedColumns(relation)
    this.#fetched = new Fetched(relation)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    // One batch after the other: a batch sets the threads of the engine, and an interruption stops all it does.
    const answers = this.#last.then(() => this.#answer(requests, run))
    this.#last = answers.catch(() => {})
    return (await answers) as unknown as Answers<R>
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    const { batch, tasks } = this.#compile(requests.filter(isQueried))
    const before = preparations(batch, this.#coded)
    const coding: PlannedWork = {
      request: 'coding',
      sets: [...batch.columns].filter(({ table }) => table === null).length,
      queries: before.length,
      reads: this.rows,
      ...(before.length > 0 && { sql: before[0].sql() }),
    }
    const asked = tasks.map(({ request, sets, statements }): PlannedWork => ({
      request,
      sets,
      queries: statements.length,
      reads: this.rows,
      ...(statements.length > 0 && { sql: statements[0].sql() }),
    }))
    const fetched = requests
      .filter((request) => !isQueried(request))
      .map(({ kind, family }): PlannedWork => ({
        request: kind,
        sets: countMembers(family),
        queries: 1,
        reads: this.rows,
      }))
    return [...(before.length > 0 ? [coding] : []), ...asked, ...fetched]
  }

  close(): void {
    this.#relation.engine.close()
  }

  async #answer(requests: readonly Request[], run: Run) {
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    checkRequests(requests)
    const answers = await this.#query(requests.filter(isQueried), run)
    const all: Answer[] = []
    for (const request of requests) {
      all.push(isQueried(request) ? answers.shift()! : await this.#fetched.answer(request, run))
    }
    return all
  }

  async #query(requests: readonly QueriedRequest[], run: Run): Promise<Answer[]> {
    const { batch, tasks } = this.#compile(requests)
    const { engine } = this.#relation
    const before = preparations(batch, this.#coded)
    const statements = tasks.flatMap((task) => task.statements)
    return follow(engine, run, before.length + statements.length, async (step) => {
      try {
        for (const preparation of before) {
          await preparation.run()
          step()
        }
        await runStatements(engine, statements, step)
        return tasks.map((task) => task.finish())
      } finally {
        await dropDealt(batch.dealings.values(), this.#coded)
        await dropDivided(batch.samples, engine)
      }
    })
  }

  #compile(requests: readonly QueriedRequest[]): { batch: Batch; tasks: readonly Task[] } {
    const batch = new Batch(this.#coded)
    const tallies = new Map<string, Tally>()
    for (const request of requests) refusePermutedNumbers(request, this.#relation)
    return { batch, tasks: requests.map((request) => taskFor(request, batch, tallies)) }
  }
}

/** What is answered by queries; the rest is fetched. */
type QueriedRequest = Exclude<Request, NearestRequest | DensityRequest>

function isQueried(request: Request): request is QueriedRequest {
  if (request.kind === 'nearest' || request.kind === 'density') return false
  // Only levels are dealt out anew in the engine.
  return request.kind !== 'moments' || !permutesNumbers(request, variablesOf(request.family))
}

function permutesNumbers({ view: { permuted } }: Request, numbers: readonly Variable[]): boolean {
  return permuted !== undefined && numbers.some(({ column }) => column === permuted.column)
}

/** No method of criba looks at permuted numbers one by one, but a user's own may. */
function refusePermutedNumbers(request: QueriedRequest, { columns }: Relation): void {
  if (request.kind !== 'order' && request.kind !== 'rows') return
  const numbers =
    request.kind === 'order' ? [request.variable] : request.columns.filter(({ coding }) => coding === null)
  if (!permutesNumbers(request, numbers)) return
  const { name } = columns[request.view.permuted!.column]
  throw new CribaError(
    'unsuitable',
    `unsuitable source for permutations of the numbers of ${name}: duckdb (read the data into memory)`,
  )
}

function taskFor(request: QueriedRequest, batch: Batch, tallies: Map<string, Tally>): Task {
  switch (request.kind) {
    case 'counts':
      return countsTask(request, batch)
    case 'entropy':
      return entropyTask(request, batch, tallies)
    case 'moments':
      return request.of === 'ranks' ? ranksTask(request, batch) : momentsTask(request, batch)
    case 'order':
      return orderTask(request, batch)
    case 'rows':
      return rowsTask(request, batch)
  }
}
