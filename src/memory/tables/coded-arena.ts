import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import { denseCells, hashBits, tablesFor } from './coded-tables.ts'

/** Levels by row: 0 … count−1, or `count` for a missing level, which only occurs with `hasMissing`. */
export interface ArenaColumn {
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly count: number
  readonly hasMissing: boolean
}

/** The input shared by all jobs on coded columns. */
export interface CodedInput {
  readonly rows: number
  readonly columns: CodedList
  /** The largest number of columns in a set. */
  readonly width: number
  /** The weight of each row, or null where each counts once. */
  readonly weights: Float64Array | null
}

/**
 * How joined levels are numbered: those that occur in order of occurrence, or all combinations in canonical
 * order.
 */
export type Numbering = 'occurring' | 'canonical'

/** Columns with more planes get none: a histogram is faster then. */
const mostPlanes = 32
/** Columns are cached up to this many bytes. */
const cacheBytes = 40 << 20

/** A coded column in kernel memory. */
interface StoredColumn {
  /** The address of its description: see `Coded` in assembly/. */
  readonly address: number
  readonly count: number
  readonly hasMissing: boolean
  /** The number of bit planes; null if it has only codes. */
  readonly planes: number | null
}

/** A cached column: its planes are built when it is first requested, its codes when those are. */
interface CachedColumn extends StoredColumn {
  readonly head: ArenaBlock<Uint32Array>
  hasCodes: boolean
}

/** The join of the first columns of a set. */
interface CachedJoin {
  readonly head: ArenaBlock<Uint32Array>
  readonly codes: ArenaBlock<Uint8Array>
  readonly planes: ArenaBlock<Uint8Array>
  readonly marginals: ArenaBlock<Uint32Array>
  /** The columns joined. */
  path: readonly number[]
  stored: StoredColumn
}

/**
 * Coded columns in kernel memory, cached. Joins are cached as long as sets share their first columns, so sets
 * visited depth first are joined one column at a time.
 */
export class CodedArena {
  readonly rows: number
  /** Bytes of a bit plane. */
  readonly stride: number
  /** A column of one level; sets of one column are counted with it. */
  readonly constant: StoredColumn
  readonly cells: ArenaBlock<Uint32Array>
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #columns: CodedList
  readonly #stored = new Map<number, CachedColumn>()
  readonly #joined: CachedJoin[] = []
  readonly #slots: ArenaBlock<Uint32Array>
  /** Holds codes while they are packed into planes. */
  readonly #scratch: ArenaBlock<Uint8Array>
  readonly #cacheStart: number
  readonly #isWeighted: boolean
  readonly #numbering: Numbering

  constructor(kernels: Kernels, arena: Arena, input: CodedInput, numbering: Numbering) {
    this.#kernels = kernels
    this.#arena = arena
    this.#columns = input.columns
    this.#numbering = numbering
    this.rows = input.rows
    this.stride = Math.ceil(input.rows / 128) * 16
    this.#isWeighted = input.weights !== null
    this.#scratch = arena.bytes(this.stride * 8)
    this.constant = this.#addCodes(this.#layOut(constantColumn(input.rows)), constantColumn(input.rows))
    const { cells, slots } = tablesFor(input, numbering)
    this.cells = arena.integers(cells * 2)
    this.#slots = arena.integers(slots)
    // The last join is a whole set whose table is too large to allocate.
    for (let length = 2; length <= input.width; length++) this.#joined.push(this.#emptyJoin())
    this.#cacheStart = arena.top
  }

  /** Whether the column is cached or fits into the cache. */
  fits(column: number): boolean {
    return this.#stored.has(column) || this.#arena.top - this.#cacheStart < cacheBytes
  }

  /** Clears the cache of columns; joins remain. */
  clear(): void {
    this.#stored.clear()
    this.#arena.release(this.#cacheStart)
  }

  /** A column to count with another: its planes if they suffice, otherwise also its codes. */
  load(other: StoredColumn, column: number): StoredColumn {
    let stored = this.#stored.get(column)
    if (!stored) {
      stored = this.#layOut(columnAt(this.#columns, column))
      this.#stored.set(column, stored)
    }
    const usesPlanes =
      !this.#isWeighted &&
      other.planes !== null &&
      stored.planes !== null &&
      other.planes * stored.planes <= this.#kernels.planePairsPerHistogram
    return usesPlanes ? stored : this.#addCodes(stored, columnAt(this.#columns, column))
  }

  /** A column with its codes. */
  #column(column: number): StoredColumn {
    return this.#addCodes(this.load(this.constant, column) as CachedColumn, columnAt(this.#columns, column))
  }

  /** The join of some columns; usually all but the last are joined already. */
  join(path: readonly number[]): StoredColumn {
    if (path.length === 0) return this.constant
    let joinedCount = path.length
    while (joinedCount > 1 && !isSame(this.#joined[joinedCount - 2].path, path.slice(0, joinedCount)))
      joinedCount--
    let stored = joinedCount === 1 ? this.#column(path[0]) : this.#joined[joinedCount - 2].stored
    for (; joinedCount < path.length; joinedCount++) {
      const joined = this.#joined[joinedCount - 1]
      stored = this.#joinPair(stored, this.#column(path[joinedCount]), joined)
      joined.stored = stored
      joined.path = path.slice(0, joinedCount + 1)
    }
    return stored
  }

  /** Whether the table of two columns is small enough to allocate. */
  isDense(a: StoredColumn, b: StoredColumn): boolean {
    return (a.count + 1) * (b.count + 1) <= denseCells
  }

  #joinPair(a: StoredColumn, b: StoredColumn, to: CachedJoin): StoredColumn {
    const { rows } = this
    const { run } = this.#kernels
    const slots = this.#slots.address
    const combinations = a.count * b.count
    let count = combinations
    if (this.#numbering === 'canonical') run.productCodes(a.address, b.address, rows, to.codes.address)
    else if (combinations > denseCells) {
      count = run.joinManyCodes(a.address, b.address, rows, to.codes.address, slots, hashBits(rows))
    } else count = run.joinCodes(a.address, b.address, rows, to.codes.address, slots)
    const hasMissing = a.hasMissing || b.hasMissing
    const isNarrow = count < 0xff
    if (isNarrow) {
      run.narrowCodes(to.codes.address, rows, to.codes.address)
      to.codes.view.fill(0xff, rows, this.stride * 8)
    }
    const width = isNarrow ? 1 : 4
    const planes = planesOf(width, count, hasMissing)
    return this.#describe(to, {
      count,
      hasMissing,
      width,
      planes: planes > 0 || count === 1 ? planes : null,
    })
  }

  #emptyJoin(): CachedJoin {
    const head = this.#arena.integers(6)
    return {
      head,
      codes: this.#arena.bytes(this.stride * 8 * 4),
      planes: this.#arena.bytes(this.stride * mostPlanes),
      marginals: this.#arena.integers(mostPlanes),
      path: [],
      stored: { address: head.address, count: 0, hasMissing: false, planes: null },
    }
  }

  /** Stores a column's planes, or only its description if it has none. */
  #layOut({ codes, count, hasMissing }: ArenaColumn): CachedColumn {
    const width = codes.BYTES_PER_ELEMENT
    const planes = planesOf(width, count, hasMissing)
    const head = this.#arena.integers(6)
    const blocks = {
      planes: this.#arena.bytes(this.stride * planes),
      marginals: this.#arena.integers(planes),
    }
    if (planes > 0) {
      this.#scratch.view.set(codes)
      this.#scratch.view.fill(0xff, codes.length)
    }
    const shape = { count, hasMissing, width, planes: planes > 0 || count === 1 ? planes : null }
    return { ...this.#describe({ head, codes: this.#scratch, ...blocks }, shape), head, hasCodes: false }
  }

  #addCodes(stored: CachedColumn, { codes }: ArenaColumn): CachedColumn {
    if (stored.hasCodes) return stored
    const bytes = this.#arena.bytes(codes.byteLength)
    bytes.view.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength))
    stored.head.view[0] = bytes.address
    stored.hasCodes = true
    return stored
  }

  #describe(
    { head, codes, planes, marginals }: Omit<CachedJoin, 'path' | 'stored'>,
    shape: { count: number; hasMissing: boolean; width: number; planes: number | null },
  ): StoredColumn {
    const hasPlanes = shape.planes !== null
    head.view.set([codes.address, shape.width, shape.count, shape.hasMissing ? 1 : 0])
    head.view.set([hasPlanes ? planes.address : 0, marginals.address], 4)
    if (hasPlanes) this.#kernels.run.packPlanes(head.address, this.stride)
    return { address: head.address, count: shape.count, hasMissing: shape.hasMissing, planes: shape.planes }
  }
}

/** A column with the same level in all rows. */
function constantColumn(rows: number): ArenaColumn {
  return { codes: new Uint8Array(rows), count: 1, hasMissing: false }
}

/** The number of planes of a column that is counted with planes, else 0. */
function planesOf(width: number, count: number, hasMissing: boolean): number {
  const planes = Math.max(0, hasMissing ? count : count - 1)
  return width === 1 && planes <= mostPlanes ? planes : 0
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
