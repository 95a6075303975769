import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import { denseCells, hashBits, tablesFor } from './coded-tables.ts'
import type { Kernels } from './kernels.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** Levels by row: 0 … count−1, and `count` itself where the row has none, which only a column with holes may. */
export interface ArenaColumn {
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly count: number
  readonly hasHoles: boolean
}

/** What every job on coded columns is given. */
export interface CodedRows {
  readonly rows: number
  readonly columns: CodedList
  /** The most columns in one set. */
  readonly width: number
  /** The weight of each row, or null where each counts once. */
  readonly weights: Float64Array | null
}

/** How joined levels are numbered: those that occur, as they occur, or all combinations in canonical order. */
export type Numbering = 'occurring' | 'canonical'

/** Columns of more levels get no bit planes: a histogram is cheaper then. */
const mostPlanes = 32
/** Columns stay in the room until they take more bytes than this. */
const keptBytes = 40 << 20

/** A column of levels as the kernels find it. */
interface Placed {
  /** Where its description lies: see `Coded` in assembly/. */
  readonly address: number
  readonly count: number
  readonly hasHoles: boolean
  /** How many bit planes it has; null where it has only codes. */
  readonly planes: number | null
}

/** A column laid out: its planes when it is first asked for, its codes when those are asked for. */
interface LaidOut extends Placed {
  readonly head: ArenaBlock<Uint32Array>
  hasCodes: boolean
}

/** The join of the first columns of a set. */
interface Joined {
  readonly head: ArenaBlock<Uint32Array>
  readonly codes: ArenaBlock<Uint8Array>
  readonly planes: ArenaBlock<Uint8Array>
  readonly margins: ArenaBlock<Uint32Array>
  /** The columns joined. */
  path: readonly number[]
  placed: Placed
}

/**
 * Columns of levels laid out for the kernels. Columns are copied in when first asked for; joins are kept as long as sets
 * begin alike, so that sets walked depth first are each joined by one column only.
 */
export class CodedArena {
  readonly rows: number
  /** Bytes of a bit plane. */
  readonly stride: number
  /** A column of one level: what a set of one column is paired with. */
  readonly whole: Placed
  readonly cells: ArenaBlock<Uint32Array>
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #columns: CodedList
  readonly #placed = new Map<number, LaidOut>()
  readonly #joined: Joined[] = []
  readonly #slots: ArenaBlock<Uint32Array>
  /** Where codes lie while they are packed into planes. */
  readonly #scratch: ArenaBlock<Uint8Array>
  readonly #fixed: number
  readonly #isWeighted: boolean
  readonly #numbering: Numbering

  constructor(kernels: Kernels, arena: Arena, given: CodedRows, numbering: Numbering) {
    this.#kernels = kernels
    this.#arena = arena
    this.#columns = given.columns
    this.#numbering = numbering
    this.rows = given.rows
    this.stride = Math.ceil(given.rows / 128) * 16
    this.#isWeighted = given.weights !== null
    this.#scratch = arena.bytes(this.stride * 8)
    this.whole = this.#withCodes(this.#layOut(wholeOf(given.rows)), wholeOf(given.rows))
    const { cells, slots } = tablesFor(given, numbering)
    this.cells = arena.integers(cells * 2)
    this.#slots = arena.integers(slots)
    // The last join is of a whole set, where its table is too large to be laid out.
    for (let length = 2; length <= given.width; length++) this.#joined.push(this.#emptyJoin())
    this.#fixed = arena.top
  }

  /** Whether the column is laid out, or can be without making place. */
  fits(column: number): boolean {
    return this.#placed.has(column) || this.#arena.top - this.#fixed < keptBytes
  }

  /** Makes place: every column is to be asked for again, joins stay. */
  clear(): void {
    this.#placed.clear()
    this.#arena.release(this.#fixed)
  }

  /** A column to be counted with another: its planes where those are enough, otherwise its codes too. */
  columnBeside(other: Placed, column: number): Placed {
    let placed = this.#placed.get(column)
    if (!placed) {
      placed = this.#layOut(columnAt(this.#columns, column))
      this.#placed.set(column, placed)
    }
    const isByPlanes =
      !this.#isWeighted &&
      other.planes !== null &&
      placed.planes !== null &&
      other.planes * placed.planes <= this.#kernels.planePairsPerHistogram
    return isByPlanes ? placed : this.#withCodes(placed, columnAt(this.#columns, column))
  }

  /** A column with its codes. */
  #column(column: number): Placed {
    return this.#withCodes(this.columnBeside(this.whole, column) as LaidOut, columnAt(this.#columns, column))
  }

  /** The join of a few columns, the first of them joined before, most often. */
  join(path: readonly number[]): Placed {
    if (path.length === 0) return this.whole
    let known = path.length
    while (known > 1 && !isSame(this.#joined[known - 2].path, path.slice(0, known))) known--
    let placed = known === 1 ? this.#column(path[0]) : this.#joined[known - 2].placed
    for (; known < path.length; known++) {
      const joined = this.#joined[known - 1]
      placed = this.#joinPair(placed, this.#column(path[known]), joined)
      joined.placed = placed
      joined.path = path.slice(0, known + 1)
    }
    return placed
  }

  /** Whether the table of two columns is small enough to be laid out. */
  isDense(a: Placed, b: Placed): boolean {
    return (a.count + 1) * (b.count + 1) <= denseCells
  }

  #joinPair(a: Placed, b: Placed, to: Joined): Placed {
    const { rows } = this
    const { run } = this.#kernels
    const slots = this.#slots.address
    const combinations = a.count * b.count
    let count = combinations
    if (this.#numbering === 'canonical') run.productCodes(a.address, b.address, rows, to.codes.address)
    else if (combinations > denseCells) {
      count = run.joinManyCodes(a.address, b.address, rows, to.codes.address, slots, hashBits(rows))
    } else count = run.joinCodes(a.address, b.address, rows, to.codes.address, slots)
    const hasHoles = a.hasHoles || b.hasHoles
    const isNarrow = count < 0xff
    if (isNarrow) {
      run.narrowCodes(to.codes.address, rows, to.codes.address)
      to.codes.view.fill(0xff, rows, this.stride * 8)
    }
    const width = isNarrow ? 1 : 4
    const planes = planesOf(width, count, hasHoles)
    return this.#describe(to, {
      count,
      hasHoles,
      width,
      planes: planes > 0 || count === 1 ? planes : null,
    })
  }

  #emptyJoin(): Joined {
    const head = this.#arena.integers(6)
    return {
      head,
      codes: this.#arena.bytes(this.stride * 8 * 4),
      planes: this.#arena.bytes(this.stride * mostPlanes),
      margins: this.#arena.integers(mostPlanes),
      path: [],
      placed: { address: head.address, count: 0, hasHoles: false, planes: null },
    }
  }

  /** Lays out a column's planes; where it gets none, nothing but its description. */
  #layOut({ codes, count, hasHoles }: ArenaColumn): LaidOut {
    const width = codes.BYTES_PER_ELEMENT
    const planes = planesOf(width, count, hasHoles)
    const head = this.#arena.integers(6)
    const blocks = { planes: this.#arena.bytes(this.stride * planes), margins: this.#arena.integers(planes) }
    if (planes > 0) {
      this.#scratch.view.set(codes)
      this.#scratch.view.fill(0xff, codes.length)
    }
    const shape = { count, hasHoles, width, planes: planes > 0 || count === 1 ? planes : null }
    return { ...this.#describe({ head, codes: this.#scratch, ...blocks }, shape), head, hasCodes: false }
  }

  #withCodes(placed: LaidOut, { codes }: ArenaColumn): LaidOut {
    if (placed.hasCodes) return placed
    const bytes = this.#arena.bytes(codes.byteLength)
    bytes.view.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength))
    placed.head.view[0] = bytes.address
    placed.hasCodes = true
    return placed
  }

  #describe(
    { head, codes, planes, margins }: Omit<Joined, 'path' | 'placed'>,
    shape: { count: number; hasHoles: boolean; width: number; planes: number | null },
  ): Placed {
    const hasPlanes = shape.planes !== null
    head.view.set([codes.address, shape.width, shape.count, shape.hasHoles ? 1 : 0])
    head.view.set([hasPlanes ? planes.address : 0, margins.address], 4)
    if (hasPlanes) this.#kernels.run.packPlanes(head.address, this.stride)
    return { address: head.address, count: shape.count, hasHoles: shape.hasHoles, planes: shape.planes }
  }
}

/** A column that has the same level in all rows. */
function wholeOf(rows: number): ArenaColumn {
  return { codes: new Uint8Array(rows), count: 1, hasHoles: false }
}

/** How many planes a column gets: as many as it needs to be counted by them, or none. */
function planesOf(width: number, count: number, hasHoles: boolean): number {
  const planes = Math.max(0, hasHoles ? count : count - 1)
  return width === 1 && planes <= mostPlanes ? planes : 0
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
