import { countMissing } from '../../columns/column.ts'
import type { Column } from '../../columns/column.ts'
import type { Table } from '../../columns/table.ts'
import { CribaError } from '../../spec/error.ts'
import type { Counts } from '../../statistics/counts.ts'
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
import { encode } from './codes.ts'
import type { Codes } from './codes.ts'
import { permuteCodes, rowsInPlay } from './rows-in-play.ts'
import type { RowsInPlay } from './rows-in-play.ts'

/** Milliseconds of work after which everything else has its turn. */
const pause = 100

/** Answers requests from a table in memory. Codes and views are kept for as long as the source is. */
export class MemorySource implements Source {
  readonly name = 'memory'
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly work: Work = { queries: 0, rows: 0 }
  readonly #columns: readonly Column[]
  readonly #codes = new WeakMap<Variable, Codes>()
  readonly #views = new WeakMap<View, RowsInPlay>()
  #due = performance.now() + pause

  constructor(table: Table) {
    this.rows = table.rows
    this.warnings = table.warnings
    this.#columns = table.columns
    this.columns = table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      missing: countMissing(column.missing),
      mayIdentify: mayIdentify(column),
    }))
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    const answers: Answer[] = []
    for (const [place, request] of requests.entries()) {
      if (performance.now() >= this.#due) {
        // Lets a signal, a progress bar and the rest of the program have their turn.
        run.progress?.(place / requests.length)
        await new Promise((resolve) => setTimeout(resolve))
        this.#due = performance.now() + pause
      }
      if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
      answers.push(this.#answerOne(request))
    }
    return answers as unknown as Answers<R>
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    return requests.map((request) => {
      const sets = 'family' in request ? countMembers(request.family) : 1
      return { request: request.kind, sets, queries: sets, reads: this.rows }
    })
  }

  #answerOne(request: Request): Answer {
    this.work.queries += 'family' in request ? countMembers(request.family) : 1
    const inPlay = this.#inPlay(request.view)
    const codesOf = (variable: Variable) => this.#codesOf(variable, inPlay)
    switch (request.kind) {
      case 'counts':
        return this.#came(answerCounts(request, codesOf, this.#columns, inPlay))
      case 'entropy':
        return answerEntropies(request, codesOf, this.#columns, inPlay)
      case 'moments':
        return answerMoments(request, codesOf, this.#columns, inPlay)
      case 'order':
        return answerOrder(request, this.#columns, inPlay)
      case 'rows':
        return answerRows(request, this.#columns, inPlay)
    }
  }

  #came(tables: readonly Counts[]): readonly Counts[] {
    for (const { cells } of tables) this.work.rows += cells.length
    return tables
  }

  #inPlay(view: View): RowsInPlay {
    let inPlay = this.#views.get(view)
    if (!inPlay) {
      inPlay = rowsInPlay(this.#columns, this.rows, view)
      this.#views.set(view, inPlay)
    }
    return inPlay
  }

  #codesOf(variable: Variable, inPlay: RowsInPlay): Codes {
    let codes = this.#codes.get(variable)
    if (!codes) {
      codes = encode(this.#columns[variable.column], variable)
      this.#codes.set(variable, codes)
    }
    return inPlay.permuted?.column === variable.column ? permuteCodes(codes, inPlay) : codes
  }
}

/** Whether every row may hold another value: texts as many as rows, or whole numbers over a range wide enough. */
function mayIdentify(column: Column): boolean {
  const rows = column.type === 'numeric' ? column.values.length : column.codes.length
  const present = rows - countMissing(column.missing)
  if (present < 2) return false
  if (column.type === 'categorical') return column.levels.length === present
  let min = Infinity
  let max = -Infinity
  for (let row = 0; row < rows; row++) {
    if (column.missing?.[row]) continue
    const value = column.values[row]
    if (!Number.isInteger(value)) return false
    if (value < min) min = value
    if (value > max) max = value
  }
  return max - min + 1 >= present
}
