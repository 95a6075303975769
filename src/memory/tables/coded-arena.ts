import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { CodedJoins, denseCells, describe, headBytes, planesIn, shapeOf, tablesFor } from './coded-joins.ts'
import type { Numbering, StoredColumn } from './coded-joins.ts'
import { columnAt } from './coded-list.ts'
import type { ArenaColumn, CodedInput, CodedList } from './coded-list.ts'

/** Columns are cached up to this many bytes. */
const cacheBytes = 40 << 20

/** Coded columns in kernel memory, cached: their codes and their bit planes when these are first used. */
export class CodedArena {
  readonly rows: number
  /** Bytes of a bit plane. */
  readonly stride: number
  /** A column of one level; sets of one column are counted with it. */
  readonly constant: StoredColumn
  readonly joins: CodedJoins
  readonly cells: ArenaBlock<Uint32Array>
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #columns: CodedList
  readonly #stored = new Map<number, StoredColumn>()
  /** Holds codes while they are packed into planes. */
  readonly #scratch: ArenaBlock<Uint8Array>
  readonly #cacheStart: number
  readonly #isWeighted: boolean

  constructor(kernels: Kernels, arena: Arena, input: CodedInput, numbering: Numbering) {
    this.#kernels = kernels
    this.#arena = arena
    this.#columns = input.columns
    this.rows = input.rows
    this.stride = Math.ceil(input.rows / 128) * 16
    this.#isWeighted = input.weights !== null
    this.#scratch = arena.bytes(this.stride * 8)
    const constant = { codes: new Uint8Array(input.rows), count: 1, hasMissing: false }
    this.constant = this.#addCodes(this.#describe(constant), constant)
    this.#pack(this.constant, () => constant)
    const { cells, slots } = tablesFor(input, numbering)
    this.cells = arena.integers(cells * 2)
    this.joins = new CodedJoins(kernels, arena, {
      ...{ rows: this.rows, stride: this.stride, width: input.width, numbering, slots },
      ...{ constant: this.constant, columnOf: (column: number) => this.load(null, column) },
    })
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

  /** A column to count with another: with planes where these are quicker, otherwise, or alone, with codes. */
  load(other: StoredColumn | null, column: number): StoredColumn {
    let stored = this.#stored.get(column)
    const given = () => columnAt(this.#columns, column)
    if (!stored) {
      stored = this.#describe(given())
      this.#stored.set(column, stored)
    }
    if (!other || !this.#usePlanes(other, stored)) return this.#addCodes(stored, given())
    this.#pack(other, null)
    this.#pack(stored, given)
    return stored
  }

  /** Whether the table of two columns is small enough to allocate. */
  isDense(a: StoredColumn, b: StoredColumn): boolean {
    return (a.count + 1) * (b.count + 1) <= denseCells
  }

  /** Planes are packed only for pairs: those of a single column may never be used again. */
  #usePlanes(a: StoredColumn, b: StoredColumn): boolean {
    if (this.#isWeighted || a.planes === null || b.planes === null) return false
    const pairs = a.planes * b.planes
    return pairs > 0 ? pairs <= this.#kernels.planePairsPerHistogram : a.isPacked && b.isPacked
  }

  #describe({ codes, count, hasMissing }: ArenaColumn): StoredColumn {
    const shape = shapeOf(codes.BYTES_PER_ELEMENT, count, hasMissing)
    return describe(this.#arena, this.#arena.allocate(headBytes), shape)
  }

  #addCodes(stored: StoredColumn, { codes }: ArenaColumn): StoredColumn {
    if (stored.hasCodes) return stored
    const arena = this.#arena
    const isPackable = stored.planes !== null
    const length = isPackable ? this.stride * 8 : codes.byteLength
    const address = arena.allocate(length)
    if (isPackable) arena.allBytes.fill(0xff, address + codes.length, address + length)
    arena.allBytes.set(bytesOf(codes), address)
    arena.words[stored.address / 4] = address
    stored.hasCodes = true
    return stored
  }

  /** Packs the planes of a column; `given` are its codes, where kernel memory may not have them. */
  #pack(stored: StoredColumn, given: (() => ArenaColumn) | null): void {
    if (stored.isPacked) return
    stored.planesAt ??= planesIn(this.#arena, this.stride, stored.planes!)
    const { words } = this.#arena
    const at = stored.address / 4
    if (!stored.hasCodes) {
      const { codes } = given!()
      this.#scratch.view.set(codes)
      this.#scratch.view.fill(0xff, codes.length)
      words[at] = this.#scratch.address
    }
    words[at + 4] = stored.planesAt.planes
    words[at + 5] = stored.planesAt.marginals
    this.#kernels.run.packPlanes(stored.address, this.stride)
    stored.isPacked = true
  }
}

function bytesOf(codes: ArenaColumn['codes']): Uint8Array {
  if (codes instanceof Uint8Array) return codes
  return new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength)
}
