import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { mostLevels } from './coded-list.ts'
import type { CodedInput } from './coded-list.ts'

/** Columns with more planes get none: a histogram is faster then. */
const mostPlanes = 32

/** What a coded column is. */
interface CodedShape {
  /** Bytes of a code. */
  readonly width: number
  readonly count: number
  readonly hasMissing: boolean
  /** The number of its bit planes; null where it is counted by codes only. */
  readonly planes: number | null
}

/** A coded column in kernel memory. */
export interface StoredColumn extends CodedShape {
  /** The address of its description: see `Coded` in assembly/. */
  readonly address: number
  /** Where its planes are packed, once there is memory for them. */
  planesAt: PlanesAt | null
  hasCodes: boolean
  isPacked: boolean
}

/** The addresses of memory for the bit planes of a column. */
interface PlanesAt {
  readonly planes: number
  readonly marginals: number
}

/** What the joins of some columns need. */
interface JoinInput {
  readonly rows: number
  /** Bytes of a bit plane. */
  readonly stride: number
  /** The largest number of columns in a set. */
  readonly width: number
  readonly numbering: Numbering
  /** How many numbers of 32 bits number the combinations that occur. */
  readonly slots: number
  /** The join of no columns. */
  readonly constant: StoredColumn
  /** A column, with its codes. */
  readonly columnOf: (column: number) => StoredColumn
}

/** Memory for the join of the first columns of a set, and the join that it holds. */
interface CachedJoin {
  /** The address of its description. */
  readonly head: number
  readonly codes: ArenaBlock<Uint8Array>
  readonly planesAt: PlanesAt
  /** The columns joined. */
  path: readonly number[]
  stored: StoredColumn
}

/** The join of some columns and a further one, with a code for each combination of their levels. */
interface ProductColumn extends StoredColumn {
  /** How many levels the further column has. */
  readonly by: number
}

/**
 * Joined columns in kernel memory, cached as long as sets share their first columns: sets visited depth first
 * are joined one column at a time.
 */
export class CodedJoins {
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #input: JoinInput
  readonly #joined: readonly CachedJoin[]
  readonly #slots: ArenaBlock<Uint32Array>
  readonly #product: { readonly head: number; readonly codes: number }
  #lastProduct: { readonly path: readonly number[]; readonly stored: ProductColumn } | null = null

  constructor(kernels: Kernels, arena: Arena, input: JoinInput) {
    const { stride, width, slots } = input
    this.#kernels = kernels
    this.#arena = arena
    this.#input = input
    this.#slots = arena.integers(slots)
    // The last join is a whole set whose table is too large to allocate.
    this.#joined = Array.from({ length: width - 1 }, () => {
      const head = arena.allocate(headBytes)
      const codes = arena.bytes(stride * 8 * 4)
      const planesAt = planesIn(arena, stride, mostPlanes)
      return { head, codes, planesAt, path: [], stored: describe(arena, head, shapeOf(1, 0, false)) }
    })
    this.#product = { head: arena.allocate(headBytes), codes: arena.allocate(stride * 8 * 2) }
  }

  /** The join of some columns; usually all but the last are joined already. */
  of(path: readonly number[]): StoredColumn {
    const { constant, columnOf } = this.#input
    if (path.length === 0) return constant
    let joinedCount = path.length
    while (joinedCount > 1 && !isSame(this.#joined[joinedCount - 2].path, path.slice(0, joinedCount)))
      joinedCount--
    let stored = joinedCount === 1 ? columnOf(path[0]) : this.#joined[joinedCount - 2].stored
    for (; joinedCount < path.length; joinedCount++) {
      const joined = this.#joined[joinedCount - 1]
      stored = this.#join(stored, columnOf(path[joinedCount]), joined)
      joined.stored = stored
      joined.path = path.slice(0, joinedCount + 1)
    }
    return stored
  }

  /**
   * The join of some columns and a further one that has no missing level; null where codes of two bytes do
   * not do, or a level is missing.
   */
  product(path: readonly number[], column: number): ProductColumn | null {
    const whole = [...path, column]
    if (this.#lastProduct && isSame(this.#lastProduct.path, whole)) return this.#lastProduct.stored
    const [a, b] = [this.of(path), this.#input.columnOf(column)]
    const count = a.count * b.count
    if (a.width > 1 || b.width > 1 || b.hasMissing || count >= 0xffff) return null
    const { head, codes } = this.#product
    const width = count < 0xff ? 1 : 2
    this.#kernels.run.productCodes(a.address, b.address, this.#input.rows, codes, width)
    const shape = { width, count, hasMissing: a.hasMissing, planes: null }
    const stored = { ...describe(this.#arena, head, shape, codes), by: b.count }
    this.#lastProduct = { path: whole, stored }
    return stored
  }

  #join(a: StoredColumn, b: StoredColumn, { head, codes, planesAt }: CachedJoin): StoredColumn {
    const { rows, stride, numbering } = this.#input
    const { run } = this.#kernels
    const slots = this.#slots.address
    const combinations = a.count * b.count
    const areBytes = a.width === 1 && b.width === 1 && combinations < 0xffff
    let width = areBytes ? (combinations < 0xff ? 1 : 2) : 4
    let count = combinations
    if (numbering === 'canonical') run.productCodes(a.address, b.address, rows, codes.address, width)
    else if (combinations > denseCells) {
      count = run.joinManyCodes(a.address, b.address, rows, codes.address, slots, hashBits(rows))
    } else count = run.joinCodes(a.address, b.address, rows, codes.address, width, slots)
    if (width > 1 && count < 0xff) {
      run.narrowCodes(codes.address, width, rows, codes.address)
      width = 1
    }
    if (width === 1) codes.view.fill(0xff, rows, stride * 8)
    const shape = shapeOf(width, count, a.hasMissing || b.hasMissing)
    return Object.assign(describe(this.#arena, head, shape, codes.address), { planesAt })
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

/**
 * How joined levels are numbered: those that occur in order of occurrence, or all combinations in canonical
 * order.
 */
export type Numbering = 'occurring' | 'canonical'

/** Larger tables are not allocated; the cells that occur are numbered first. */
export const denseCells = 1 << 20

/** The sizes of the largest table and of the slots that number joined cells. */
export function tablesFor(
  { rows, columns, width }: CodedInput,
  numbering: Numbering,
): { cells: number; slots: number } {
  const most = mostLevels(columns)
  let combinations = 1
  for (let i = 1; i < width; i++) combinations *= most
  // Missing levels at most double the cells of a table.
  if (numbering === 'canonical') {
    return { cells: Math.min(2 * denseCells, (combinations + 1) * (most + 1)), slots: 0 }
  }
  const mostJoined = Math.min(combinations, Math.max(most, rows))
  const greatest = (mostJoined + 1) * (most + 1)
  const hash = greatest > denseCells ? 3 << hashBits(rows) : 0
  const joins = width > 2 || hash > 0 ? Math.min(denseCells, mostJoined * most) : 0
  return { cells: Math.min(denseCells, greatest) + (hash > 0 ? rows + 1 : 0), slots: Math.max(joins, hash) }
}

/** The hash table has at least twice as many slots as rows. */
function hashBits(rows: number): number {
  return 33 - Math.clz32(Math.max(1, rows))
}

/** The shape of a column with codes of so many bytes. */
export function shapeOf(width: number, count: number, hasMissing: boolean): CodedShape {
  const planes = hasMissing ? count : count - 1
  const isPackable = width === 1 && planes <= mostPlanes && (planes > 0 || count === 1)
  return { width, count, hasMissing, planes: isPackable ? planes : null }
}

/** Bytes of the description of a column. */
export const headBytes = 24

/** Memory for so many bit planes and their marginal counts. */
export function planesIn(arena: Arena, stride: number, planes: number): PlanesAt {
  return { planes: arena.allocate(stride * planes), marginals: arena.allocate(4 * planes) }
}

/** Describes a column for the kernels; its codes and planes follow. */
export function describe(
  { words }: Arena,
  address: number,
  { width, count, hasMissing, planes }: CodedShape,
  codes: number | null = null,
): StoredColumn {
  // One by one: `set` takes ten times as long for a list of a few numbers.
  const at = address / 4
  words[at] = codes ?? 0
  words[at + 1] = width
  words[at + 2] = count
  words[at + 3] = hasMissing ? 1 : 0
  words[at + 4] = 0
  words[at + 5] = 0
  const hasCodes = codes !== null
  return { width, count, hasMissing, planes, address, planesAt: null, hasCodes, isPacked: false }
}
