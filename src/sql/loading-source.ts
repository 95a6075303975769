import { checkRequests, codeBytes, countSets, CribaError } from '#core'
import type { Answers, ColumnFacts, PlannedWork, Request, Run, Source, Warning, Work } from '#core'
import type { MemorySource } from '#memory'
import { columnsOf, LoadedColumns } from './loaded-columns.ts'
import { factsOf } from './relation.ts'
import type { Relation } from './relation.ts'
import { runSteps } from './run.ts'
import { SqlSource } from './source.ts'

/** About the bytes of a level: a short text, and its places in a list and in a map. */
const bytesOfLevel = 128

/**
 * A source over a relation: its columns are loaded if the memory that the engine leaves for rows holds them;
 * else queries answer.
 */
export function sourceOver(relation: Relation): LoadingSource | SqlSource {
  return fits(relation) ? new LoadingSource(relation) : new SqlSource(relation)
}

function fits({ engine, key, rows, columns }: Relation): boolean {
  if (key === null || engine.rowMemory === undefined) return false
  const bytes = columns.reduce((sum, { type, missing, distinct }) => {
    const mask = missing > 0 ? rows : 0
    if (type === 'numeric') return sum + mask + 8 * rows
    const levels = distinct ?? rows
    return sum + mask + (4 + codeBytes(levels)) * rows + bytesOfLevel * levels
  }, 0)
  return bytes <= engine.rowMemory
}

/**
 * A relation whose columns fit into memory: the engine stores them, each is read once, when it is first asked
 * for, and kernels answer. So all answers are those of memory, to the bit.
 */
class LoadingSource implements Source {
  readonly name: Source['name']
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  /** The statements of the engine, and the kernels that answered. */
  readonly work: Work
  readonly rowsAtHand = true
  readonly distinctRows?: number
  readonly #relation: Relation
  readonly #loaded: LoadedColumns
  /** Adds columns that are not of the relation. */
  readonly #extend: (memory: MemorySource) => MemorySource
  #memory: MemorySource
  /** How many columns were loaded when `#memory` was made. */
  #count: number

  constructor(
    relation: Relation,
    loaded = new LoadedColumns(relation),
    extend: (memory: MemorySource) => MemorySource = (memory) => memory,
  ) {
    this.#relation = relation
    this.#loaded = loaded
    this.#extend = extend
    this.#memory = extend(loaded.source)
    this.#count = loaded.count
    this.name = relation.engine.name
    this.rows = relation.rows
    this.columns = [...factsOf(relation), ...this.#memory.columns.slice(relation.columns.length)]
    this.warnings = relation.warnings
    const { distinctRows } = this.#memory
    if (distinctRows !== undefined) this.distinctRows = distinctRows
    const { work } = relation.engine
    const kernels = () => this.#memory.work.kernels
    this.work = {
      get queries() {
        return work.queries
      },
      get rows() {
        return work.rows
      },
      get kernels() {
        return kernels()
      },
    }
  }

  levelsOf(column: number): readonly string[] | null {
    return this.#loaded.missing([column]).length === 0 ? this.#memory.levelsOf(column) : null
  }

  withGroups(name: string, groups: ArrayLike<number>, distinct: number): LoadingSource {
    const extend = (memory: MemorySource) => this.#extend(memory).withGroups(name, groups, distinct)
    // Its warnings may be more than those of the relation.
    const relation = { ...this.#relation, warnings: this.warnings }
    return new LoadingSource(relation, this.#loaded, extend)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    checkRequests(requests)
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    const wanted = this.#columnsOf(requests)
    await this.#loaded.load(wanted, async (work) => {
      if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
      await runSteps(this.#relation.engine, run, 1, work)
    })
    return this.#memoryNow().answer(requests, run)
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    const loading = this.#loaded.queries(this.#columnsOf(requests))
    // The first of them loads the columns of all.
    return requests.map((request, i) => ({
      request: request.kind,
      sets: countSets(request),
      queries: i === 0 ? loading : 0,
      reads: this.rows,
    }))
  }

  close(): void {
    this.#relation.engine.close()
  }

  /** The columns of the relation that requests read. */
  #columnsOf(requests: readonly Request[]): readonly number[] {
    return columnsOf(requests).filter((column) => column < this.#relation.columns.length)
  }

  /** The columns that are loaded now, and those that are not of the relation. */
  #memoryNow(): MemorySource {
    if (this.#count === this.#loaded.count) return this.#memory
    const { kernels } = this.#memory.work
    this.#memory = this.#extend(this.#loaded.source)
    this.#count = this.#loaded.count
    Object.assign(this.#memory.work.kernels, kernels)
    return this.#memory
  }
}
