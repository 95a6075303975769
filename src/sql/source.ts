import {
  checkRequests,
  checkTable,
  countedFamilies,
  countSets,
  CribaError,
  limits,
  membersOf,
  objectIn,
  variablesOf,
} from '#core'
import type {
  Answer,
  Answers,
  ColumnFacts,
  Family,
  JointColumn,
  PlannedWork,
  Request,
  Run,
  Source,
  Variable,
  Warning,
  Work,
} from '#core'
import { answerWithPaths, planWithPaths } from '#memory'
import { SqlBatch } from './batch.ts'
import { SqlCodedColumns } from './coded-columns.ts'
import { oneRow } from './engine.ts'
import { FetchedColumns } from './fetched-columns.ts'
import { withJointColumn } from './joint-column.ts'
import { dropTemporary, preparations } from './prepare.ts'
import { factsOf } from './relation.ts'
import type { Relation } from './relation.ts'
import { runStatements, runSteps } from './statement.ts'
import type { QueryTask, Statement } from './statement.ts'
import { routeRequests, taskFor } from './tasks.ts'
import type { QueriedRequest } from './tasks.ts'
import { Turns } from './turns.ts'

/** The batches of all sources, over each engine one after the other. */
const turns = new Turns()

/**
 * Answers requests by SQL over a relation of any engine. Columns are coded once, into tables of small
 * integers that are kept as long as the source; the engine returns counts, moments and observed values.
 */
export class SqlSource implements Source {
  readonly name: Relation['engine']['name']
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly dataKey?: string
  readonly work: Work
  readonly #relation: Relation
  readonly #coded: SqlCodedColumns
  readonly #fetched: FetchedColumns
  readonly #limit: number

  /** `fetched`: the most values that are fetched into memory to answer requests there. */
  constructor(relation: Relation, { fetched = limits.fetched }: { readonly fetched?: number } = {}) {
    checkTable(relation, 'a relation of an engine')
    objectIn('engine', relation.engine)
    this.name = relation.engine.name
    this.rows = relation.rows
    this.columns = factsOf(relation)
    this.warnings = relation.warnings
    this.work = relation.engine.work
    if (relation.key === null) {
      this.dataKey = JSON.stringify([relation.from, relation.rows, relation.columns])
    }
    this.#relation = relation
    this.#coded = new SqlCodedColumns(relation)
    this.#fetched = new FetchedColumns(relation, fetched)
    this.#limit = fetched
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    checkRequests(requests)
    const answers = await turns.take(this.#relation.engine, () =>
      answerWithPaths(requests, run, (...others) => this.#answer(...others), this.work),
    )
    return answers as unknown as Answers<R>
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    return planWithPaths(requests, (others) => this.#plan(others))
  }

  #plan(requests: readonly Request[]): readonly PlannedWork[] {
    const { queried, fetched } = routeRequests(requests, this.#relation, this.#fetched)
    const { batch, tasks } = this.#compile(queried)
    const preparing = preparations(batch, this.#coded).flatMap(({ sql }) => sql ?? [])
    const isCoded = (tables: ReadonlySet<unknown>) => tables.size > 0
    const coding: PlannedWork = {
      request: 'coding',
      sets: new Set(batch.sets.flat().filter(({ tables }) => !isCoded(tables))).size,
      queries: preparing.length,
      reads: this.rows,
      ...(preparing.length > 0 && { sql: preparing[0]() }),
    }
    const queries = tasks.map(({ request, sets, statements, usualQueries }, i): PlannedWork => {
      const count = usualQueries ?? statements.length
      const bytes = bytesRead(queried[i], count, this.#relation)
      const work = { request, sets, queries: count, reads: this.rows }
      return { ...work, ...(bytes !== undefined && { bytes }), ...firstSql(statements) }
    })
    // The first of them fetches the columns of all.
    const loading = fetched.length > 0 ? this.#fetched.queries(fetched) : 0
    const inMemory = fetched.map((request, i): PlannedWork => ({
      request: request.kind,
      sets: countSets(request),
      queries: i === 0 ? loading : 0,
      reads: this.rows,
    }))
    return [...(preparing.length > 0 ? [coding] : []), ...queries, ...inMemory]
  }

  async withJoint(joint: JointColumn): Promise<SqlSource> {
    const relation = await turns.take(this.#relation.engine, () => withJointColumn(this.#relation, joint))
    return new SqlSource(relation, { fetched: this.#limit })
  }

  close(): void {
    this.#relation.engine.close()
  }

  async #answer(requests: readonly Request[], run: Run) {
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    const { queried, fetched, isQueried } = routeRequests(requests, this.#relation, this.#fetched)
    const byQueries = (await this.#query(queried, run)).values()
    const byMemory = (await this.#fetch(fetched, run)).values()
    return requests.map((request) => (isQueried(request) ? byQueries : byMemory).next().value as Answer)
  }

  async #query(requests: readonly QueriedRequest[], run: Run): Promise<Answer[]> {
    const { batch, tasks } = this.#compile(requests)
    const { engine } = this.#relation
    const preparing = preparations(batch, this.#coded)
    const statements = tasks.flatMap((task) => task.statements)
    return runSteps(engine, run, preparing.length + statements.length, async (step) => {
      try {
        for (const preparation of preparing) {
          await preparation.run()
          step()
        }
        await runStatements(engine, statements, step)
        if (this.#relation.key === null && statements.length > 0) await this.#refuseChanges()
        return tasks.map((task) => task.finish())
      } finally {
        await dropTemporary(batch)
      }
    })
  }

  /** A server's table may grow while it is read: then its statistics do not belong together. */
  async #refuseChanges(): Promise<void> {
    const { engine, from } = this.#relation
    const [count] = await oneRow(engine, `SELECT ${engine.dialect.double('count(*)')} FROM ${from}`, 1)
    if (count === this.rows) return
    throw new CribaError(
      'unreadable',
      `unreadable data: the table changed while it was read, from ${this.rows} rows to ${count as number} (read rows that stay, as with --sql "SELECT * FROM data WHERE day < '2026-01-01'")`,
    )
  }

  async #fetch(requests: readonly Request[], run: Run): Promise<readonly Answer[]> {
    return runSteps(this.#relation.engine, run, 1, () => this.#fetched.answer(requests, run))
  }

  #compile(requests: readonly QueriedRequest[]): { batch: SqlBatch; tasks: readonly QueryTask[] } {
    const batch = new SqlBatch(this.#coded)
    return { batch, tasks: requests.map((request) => taskFor(request, batch)) }
  }
}

/** The first query as the engine receives it, for a plan. */
function firstSql([first]: readonly Statement[]): { readonly sql?: string } {
  const sql = first?.sql()
  return typeof sql === 'string' ? { sql } : {}
}

/** The bytes that the queries of a request read, about; undefined if the size of a column is unknown. */
function bytesRead(request: QueriedRequest, queries: number, { columns }: Relation): number | undefined {
  const bytesOf = (variables: Iterable<Variable>) =>
    [...new Set([...variables].map(({ column }) => column))].reduce(
      (sum, column) => sum + (columns[column].bytes ?? NaN),
      0,
    )
  // Each set is a query of its own, whose columns are read for it alone.
  const bySet = (family: Family) => [...membersOf(family)].reduce((sum, member) => sum + bytesOf(member), 0)
  const bytes = () => {
    switch (request.kind) {
      case 'entropy':
        // A set is counted with that which has one more variable.
        return bySet(countedFamilies(request).at(-1)!)
      case 'counts':
        return bySet(request.family)
      case 'moments':
        // Two queries read each column, of its values; one of each set, of its ranks.
        return request.of === 'ranks' ? bySet(request.family) : 2 * bytesOf(variablesOf(request.family))
      case 'order':
        return queries * bytesOf([request.variable])
      case 'rows':
        return bytesOf(request.columns)
    }
  }
  const found = bytes()
  return Number.isNaN(found) ? undefined : found
}
