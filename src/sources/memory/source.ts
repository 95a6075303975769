import { countMissing, mayIdentify } from '../../columns/column.ts'
import type { Column } from '../../columns/column.ts'
import type { Table } from '../../columns/table.ts'
import { CribaError } from '../../spec/error.ts'
import { EntropySums } from '../../statistics/entropies.ts'
import { countMembers } from '../../statistics/family.ts'
import type { Answer, Answers, Request } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { Warning } from '../../trace/warning.ts'
import type { ColumnFacts, PlannedWork, Run, Source, Work } from '../source.ts'
import { answerCounts } from './answer-counts.ts'
import { answerEntropies } from './answer-entropies.ts'
import { answerMoments } from './answer-moments.ts'
import { answerOrder, answerRows } from './answer-rows.ts'
import type { Codes } from './codes.ts'
import { rowsInPlay } from './rows-in-play.ts'
import { Sight } from './sight.ts'

/** Milliseconds of work after which everything else has its turn. */
const pause = 100

/** Answers requests from a table in memory. What was coded or seen is kept as long as its variable or view is. */
export class MemorySource implements Source {
  readonly name = 'memory'
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly work: Work = { queries: 0, rows: 0 }
  readonly #columns: readonly Column[]
  readonly #codes = new WeakMap<Variable, Codes>()
  readonly #sights = new WeakMap<View, Sight>()
  #sums: { readonly total: number; readonly sums: EntropySums } | null = null
  #due = performance.now() + pause

  constructor(table: Table) {
    this.rows = table.rows
    this.warnings = table.warnings
    this.#columns = table.columns
    this.columns = table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      missing: countMissing(column.missing),
      distinct: column.type === 'categorical' ? column.levels.length : null,
      mayIdentify: mayIdentify(column),
    }))
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    const answers: Answer[] = []
    for (const [place, request] of requests.entries()) {
      const work = this.#begin(request)
      let step = work.next()
      while (!step.done) {
        if (performance.now() >= this.#due) {
          // Lets a signal, a progress bar and the rest of the program have their turn.
          run.progress?.(place / requests.length)
          await new Promise((resolve) => setTimeout(resolve))
          this.#due = performance.now() + pause
        }
        if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
        step = work.next()
      }
      answers.push(step.value)
    }
    return answers as unknown as Answers<R>
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    return requests.map((request) => {
      const sets = 'family' in request ? countMembers(request.family) : 1
      return { request: request.kind, sets, queries: sets, reads: this.rows }
    })
  }

  *#begin(request: Request): Generator<void, Answer> {
    this.work.queries += 'family' in request ? countMembers(request.family) : 1
    const sight = this.#sightOf(request.view)
    yield
    switch (request.kind) {
      case 'counts':
        return yield* answerCounts(request, sight)
      case 'entropy':
        return yield* answerEntropies(request, sight, this.#sumsFor(sight.rows.total))
      case 'moments':
        return yield* answerMoments(request, sight)
      case 'order':
        return answerOrder(request, sight)
      case 'rows':
        return answerRows(request, sight)
    }
  }

  #sightOf(view: View): Sight {
    let sight = this.#sights.get(view)
    if (!sight) {
      sight = new Sight(this.#columns, rowsInPlay(this.#columns, this.rows, view), this.#codes)
      this.#sights.set(view, sight)
    }
    return sight
  }

  /** The table of logarithms for a total weight; nearly always the same one. */
  #sumsFor(total: number): EntropySums {
    if (this.#sums?.total !== total) this.#sums = { total, sums: new EntropySums(total) }
    return this.#sums.sums
  }
}
