import type { Kernels } from './kernels.ts'
import type { Block, Room } from './room.ts'

/** Levels by row: 0 … count−1, and `count` itself where the row has none, which only a column with holes may. */
export interface CodedColumn {
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly count: number
  readonly hasHoles: boolean
}

/** What every job on coded columns is given. */
export interface CodedRows {
  readonly rows: number
  readonly columns: readonly CodedColumn[]
  /** The most columns in one set. */
  readonly width: number
}

/** How joined levels are numbered: those that occur, as they occur, or all combinations in canonical order. */
export type Numbering = 'occurring' | 'canonical'

/** Columns of more levels get no bit planes: a histogram is cheaper then. */
const mostPlanes = 32
/** Tables of more cells are not laid out: the cells that occur are numbered first. */
const denseCells = 1 << 20
/** Columns stay in the room until they take more bytes than this. */
const keptBytes = 24 << 20

/** A column of levels as the kernels find it. */
interface Placed {
  /** Where its description lies: see `Coded` in assembly/. */
  readonly address: number
  readonly count: number
  readonly hasHoles: boolean
}

/** The join of the first columns of a set. */
interface Joined {
  readonly head: Block<Uint32Array>
  readonly codes: Block<Uint8Array>
  readonly planes: Block<Uint8Array>
  readonly margins: Block<Uint32Array>
  /** The columns joined. */
  path: readonly number[]
  placed: Placed
}

/**
 * Columns of levels laid out for the kernels. Columns are copied in when first asked for; joins are kept as long as sets
 * begin alike, so that sets walked depth first are each joined by one column only.
 */
export class CodedRoom {
  readonly rows: number
  /** Bytes of a bit plane. */
  readonly stride: number
  /** A column of one level: what a set of one column is paired with. */
  readonly whole: Placed
  readonly cells: Block<Uint32Array>
  readonly #kernels: Kernels
  readonly #room: Room
  readonly #columns: readonly CodedColumn[]
  readonly #placed = new Map<number, Placed>()
  readonly #joined: Joined[] = []
  readonly #slots: Block<Uint32Array>
  readonly #fixed: number
  readonly #numbering: Numbering

  constructor(kernels: Kernels, room: Room, given: CodedRows, numbering: Numbering) {
    this.#kernels = kernels
    this.#room = room
    this.#columns = given.columns
    this.#numbering = numbering
    this.rows = given.rows
    this.stride = Math.ceil(given.rows / 128) * 16
    this.whole = this.#layOut({ codes: new Uint8Array(given.rows), count: 1, hasHoles: false })
    const { cells, slots } = tablesFor(given, numbering)
    this.cells = room.integers(cells * 2)
    this.#slots = room.integers(slots)
    // The last join is of a whole set, where its table is too large to be laid out.
    for (let length = 2; length <= given.width; length++) this.#joined.push(this.#emptyJoin())
    this.#fixed = room.top
  }

  /** Whether the column is laid out, or can be without making place. */
  fits(column: number): boolean {
    return this.#placed.has(column) || this.#room.top - this.#fixed < keptBytes
  }

  /** Makes place: every column is to be asked for again, joins stay. */
  clear(): void {
    this.#placed.clear()
    this.#room.release(this.#fixed)
  }

  column(column: number): Placed {
    let placed = this.#placed.get(column)
    if (!placed) {
      placed = this.#layOut(this.#columns[column])
      this.#placed.set(column, placed)
    }
    return placed
  }

  /** The join of a few columns, the first of them joined before, most often. */
  join(path: readonly number[]): Placed {
    if (path.length === 0) return this.whole
    let known = path.length
    while (known > 1 && !isSame(this.#joined[known - 2].path, path.slice(0, known))) known--
    let placed = known === 1 ? this.column(path[0]) : this.#joined[known - 2].placed
    for (; known < path.length; known++) {
      const joined = this.#joined[known - 1]
      placed = this.#joinPair(placed, this.column(path[known]), joined)
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
    return this.#describe(to, { count, hasHoles, width: isNarrow ? 1 : 4 })
  }

  #emptyJoin(): Joined {
    const head = this.#room.integers(6)
    return {
      head,
      codes: this.#room.bytes(this.stride * 8 * 4),
      planes: this.#room.bytes(this.stride * mostPlanes),
      margins: this.#room.integers(mostPlanes),
      path: [],
      placed: { address: head.address, count: 0, hasHoles: false },
    }
  }

  #layOut({ codes, count, hasHoles }: CodedColumn): Placed {
    const width = codes.BYTES_PER_ELEMENT
    const planes = planesOf(width, count, hasHoles)
    const head = this.#room.integers(6)
    const bytes = this.#room.bytes(this.stride * 8 * width)
    const blocks = {
      head,
      codes: bytes,
      planes: this.#room.bytes(this.stride * planes),
      margins: this.#room.integers(planes),
    }
    bytes.view.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength))
    if (width === 1) bytes.view.fill(0xff, codes.length)
    return this.#describe(blocks, { count, hasHoles, width })
  }

  #describe(
    { head, codes, planes, margins }: Omit<Joined, 'path' | 'placed'>,
    { count, hasHoles, width }: { count: number; hasHoles: boolean; width: number },
  ): Placed {
    const hasPlanes = planesOf(width, count, hasHoles) > 0 || count === 1
    head.view.set([
      codes.address,
      width,
      count,
      hasHoles ? 1 : 0,
      hasPlanes ? planes.address : 0,
      margins.address,
    ])
    if (hasPlanes) this.#kernels.run.packPlanes(head.address, this.stride)
    return { address: head.address, count, hasHoles }
  }
}

/** How many planes a column gets: as many as it needs to be counted by them, or none. */
function planesOf(width: number, count: number, hasHoles: boolean): number {
  const planes = Math.max(0, hasHoles ? count : count - 1)
  return width === 1 && planes <= mostPlanes ? planes : 0
}

/** Room for the greatest table that is laid out, and for the numbering of joined cells. */
function tablesFor(
  { rows, columns, width }: CodedRows,
  numbering: Numbering,
): { cells: number; slots: number } {
  // Of a table laid out whole, the levels of holes at most double the cells.
  if (numbering === 'canonical') return { cells: 2 * denseCells, slots: 0 }
  const most = columns.reduce((greatest, { count }) => Math.max(greatest, count), 1)
  const mostJoined = width > 2 ? Math.max(most, rows) : most
  const greatest = (mostJoined + 1) * (most + 1)
  const hash = greatest > denseCells ? 3 << hashBits(rows) : 0
  const joins = width > 2 || hash > 0 ? Math.min(denseCells, mostJoined * most) : 0
  return { cells: Math.min(denseCells, greatest) + (hash > 0 ? rows + 1 : 0), slots: Math.max(joins, hash) }
}

/** The hash table has at least twice as many slots as rows. */
function hashBits(rows: number): number {
  return 33 - Math.clz32(Math.max(1, rows))
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
