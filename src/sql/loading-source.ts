import { checkRequests, codeBytes, countLevels, countSets, CribaError, limits } from '#core'
import type {
  Answer,
  Answers,
  ColumnFacts,
  DirectRequest,
  JointColumn,
  PlannedWork,
  Request,
  Run,
  Source,
  Variable,
  Warning,
  Work,
} from '#core'
import { answerWithPaths } from '#memory'
import type { MemorySource } from '#memory'
import { columnsOf, columnsRead, tooManyValues } from './fetched-columns.ts'
import type { ColumnsRead } from './fetched-columns.ts'
import { halvesOf } from './halves.ts'
import { withJointColumn } from './joint-column.ts'
import { LoadedColumns } from './loaded-columns.ts'
import type { Relation } from './relation.ts'
import { slicesBySize, sumOf } from './slices.ts'
import { SqlSource } from './source.ts'
import { runSteps } from './statement.ts'

const bytesOfValue = Float64Array.BYTES_PER_ELEMENT
/** Columns are loaded where at least so many fit into memory together. */
const fewestColumns = 4
/** Of the room, the share that levels may take: they are a byte or two a row, so most columns stay coded. */
const shareOfCodes = 0.5

/**
 * A source over a relation: its columns are loaded, if memory holds a few of them; else queries answer.
 * `fetched`: the most values that are loaded together where the engine leaves no memory for more.
 */
export function sourceOver(
  relation: Relation,
  { fetched = limits.fetched }: { readonly fetched?: number } = {},
): LoadingSource | SqlSource {
  const { engine, key, rows } = relation
  const { rowMemory } = engine
  if (key === null || rowMemory === undefined) return new SqlSource(relation, { fetched })
  const most = Math.max(rowMemory, bytesOfValue * fetched)
  return fewestColumns * bytesOfValue * rows <= most
    ? new LoadingSource(relation, new LoadedColumns(relation, rowMemory), fetched)
    : new SqlSource(relation, { fetched })
}

/**
 * A relation whose columns are loaded when they are asked for, and kept while memory has room for them;
 * kernels answer. What reads more columns than there is room for is answered in parts, so all answers are
 * those of memory, to the bit, whatever the room.
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
  readonly #fetched: number
  /** Adds columns that are not of the relation. */
  readonly #extend: (memory: MemorySource) => MemorySource
  #memory: MemorySource
  /** At most so many bytes of levels are kept by `#memory`. */
  #codeBytes = 0
  #queries: SqlSource | null = null

  constructor(
    relation: Relation,
    loaded: LoadedColumns,
    fetched: number,
    extend: (memory: MemorySource) => MemorySource = (memory) => memory,
  ) {
    this.#relation = relation
    this.#loaded = loaded
    this.#fetched = fetched
    this.#extend = extend
    this.#memory = extend(loaded.newSource())
    this.name = relation.engine.name
    this.rows = relation.rows
    this.columns = this.#memory.columns
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
    const isReleased = column < this.#relation.columns.length && !this.#loaded.isHeld(column)
    return isReleased ? null : this.#memory.levelsOf(column)
  }

  withGroups(name: string, groups: ArrayLike<number>, distinct: number): LoadingSource {
    const extend = (memory: MemorySource) => this.#extend(memory).withGroups(name, groups, distinct)
    // Its warnings may be more than those of the relation.
    const relation = { ...this.#relation, warnings: this.warnings }
    return new LoadingSource(relation, this.#loaded, this.#fetched, extend)
  }

  async withJoint(joint: JointColumn): Promise<LoadingSource> {
    const own = { ...this.#relation, warnings: this.warnings }
    const relation = await this.#loaded.inTurn(() => withJointColumn(own, joint))
    const loaded = new LoadedColumns(relation, this.#loaded.room)
    return new LoadingSource(relation, loaded, this.#fetched, this.#extend)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    checkRequests(requests)
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    const answers = await this.#loaded.inTurn(() => {
      if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
      return answerWithPaths(requests, run, (...others) => this.#answer(...others), this.work)
    })
    return answers as unknown as Answers<R>
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    const lists = this.#loadsOf(this.#readBy(requests))
    const loading = lists.reduce((sum, columns) => sum + this.#loaded.queries(columns), 0)
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

  async #answer(requests: readonly DirectRequest[], run: Run): Promise<readonly Answer[]> {
    const read = this.#readBy(requests)
    const bytes = this.#bytesOf(read)
    if (bytes <= this.#loaded.room) return this.#answerAtOnce(requests, read, run)
    const divided = halvesOf(requests)
    if (!divided) {
      const isLarge = bytes > bytesOfValue * this.#fetched
      return isLarge ? this.#query(requests, run) : this.#answerAtOnce(requests, read, run)
    }
    const [first, second] = divided.halves
    // First that of which more is in memory: it would be released for the other.
    if (this.#bytesToLoad(second) < this.#bytesToLoad(first)) {
      const ofSecond = await this.#answer(second, halfOfRun(run, 0))
      return divided.join(await this.#answer(first, halfOfRun(run, 0.5)), ofSecond)
    }
    const ofFirst = await this.#answer(first, halfOfRun(run, 0))
    return divided.join(ofFirst, await this.#answer(second, halfOfRun(run, 0.5)))
  }

  async #answerAtOnce(
    requests: readonly DirectRequest[],
    read: ColumnsRead,
    run: Run,
  ): Promise<readonly Answer[]> {
    this.#makeRoomFor(this.#uncoded(read))
    const uncoded = this.#uncoded(read)
    for (const columns of this.#loadsOf(read)) {
      await runSteps(this.#relation.engine, run, 1, () => this.#loaded.load(columns, this.#codeBytes))
      const loaded = new Set(columns)
      await this.#encode(
        uncoded.filter(({ column }) => loaded.has(column)),
        run,
      )
    }
    return this.#memory.answer(requests, run)
  }

  async #encode(variables: readonly Variable[], run: Run): Promise<void> {
    if (variables.length === 0) return
    await this.#memory.encode(variables, run)
    this.#codeBytes += this.#codeBytesOf(variables)
  }

  /** Forgets all levels where those of some more variables would take too much. */
  #makeRoomFor(variables: readonly Variable[]): void {
    const bytes = this.#codeBytes + this.#codeBytesOf(variables)
    if (this.#codeBytes === 0 || bytes <= shareOfCodes * this.#loaded.room) return
    const { kernels } = this.#memory.work
    this.#memory = this.#extend(this.#loaded.newSource())
    this.#codeBytes = 0
    Object.assign(this.#memory.work.kernels, kernels)
  }

  #readBy(requests: readonly Request[]): ColumnsRead {
    return columnsRead(requests, this.#relation.columns)
  }

  #uncoded({ coded }: ColumnsRead): readonly Variable[] {
    return coded.filter((variable) => !this.#memory.isCoded(variable))
  }

  /** About the bytes that requests need at once: cells and levels, and the cells of a column to be coded. */
  #bytesOf(read: ColumnsRead): number {
    const bytesOf = (column: number) => this.#loaded.bytesOf(column)
    const largest = this.#uncoded(read).reduce((most, { column }) => Math.max(most, bytesOf(column)), 0)
    return sumOf(read.cells, bytesOf) + this.#codeBytesOf(read.coded) + largest
  }

  #bytesToLoad(requests: readonly Request[]): number {
    const missing = this.#loadsOf(this.#readBy(requests))
      .flat()
      .filter((column) => !this.#loaded.isHeld(column))
    return sumOf(missing, (column) => this.#loaded.bytesOf(column))
  }

  #codeBytesOf(variables: readonly Variable[]): number {
    return variables.reduce((sum, { column, coding }) => {
      const { distinct } = this.columns[column]
      const levels = coding && coding.kind !== 'values' ? countLevels(coding) : (distinct ?? this.rows)
      return sum + codeBytes(levels) * this.rows
    }, 0)
  }

  /** The columns to load, in lists that are loaded one after the other, those whose cells are read last. */
  #loadsOf(read: ColumnsRead): readonly (readonly number[])[] {
    const last = new Set(read.cells)
    const gaps = read.gaps.filter((column) => !this.#loaded.knowsGaps(column))
    const uncoded = this.#uncoded(read).map(({ column }) => column)
    const first = [...new Set([...uncoded, ...gaps])].filter((column) => !last.has(column))
    const room = this.#loaded.room - this.#codeBytesOf(read.coded)
    const bytesOf = (column: number) => this.#loaded.bytesOf(column)
    if (sumOf([...first, ...last], bytesOf) <= room) return [[...first, ...last]]
    return [...slicesBySize(first, bytesOf, room), [...last]]
  }

  /** Answers by queries what reads more columns together than are loaded. */
  async #query(requests: readonly DirectRequest[], run: Run): Promise<readonly Answer[]> {
    const own = this.#relation.columns.length
    const read = columnsOf(columnsRead(requests, this.columns))
    if (read.some((column) => column >= own)) throw tooManyValues(this.rows, read.length, this.#fetched)
    this.#queries ??= new SqlSource(this.#relation, { fetched: this.#fetched })
    return this.#queries.answer(requests, run)
  }
}

/** The second half of a run, or the first. */
function halfOfRun({ progress, ...run }: Run, from: 0 | 0.5): Run {
  return { ...run, ...(progress && { progress: (share: number) => progress(from + share / 2) }) }
}
