import { codeBytes, countMissing } from '#core'
import type { Column, Missing } from '#core'
import { MemorySource } from '#memory'
import { bytesOfLevel, checkHeap } from './heap-room.ts'
import { loadingQueries, loadTable } from './load-table.ts'
import { factsOf } from './relation.ts'
import type { Relation, RelationColumn } from './relation.ts'
import { Turns } from './turns.ts'

/** The work of all sources that load columns, over each engine one after the other. */
const turns = new Turns()

const bytesOfNumber = Float64Array.BYTES_PER_ELEMENT

/**
 * Columns of a relation in memory, read when they are first asked for. Where they take more than the room
 * that they have, those used least recently are released, and read again when they are next asked for.
 */
export class LoadedColumns {
  /** The most bytes of columns in memory, unless those asked for together take more. */
  readonly room: number
  readonly #relation: Relation
  readonly #columns: readonly HeldColumn[]
  /** The bytes of those in memory, from that used least recently on. */
  readonly #held = new Map<number, number>()
  #bytes = 0

  constructor(relation: Relation, room: number) {
    this.#relation = relation
    this.#columns = relation.columns.map((column) => new HeldColumn(column))
    this.room = room
  }

  /** A source that answers requests while what they read is in memory. */
  newSource(): MemorySource {
    const { rows } = this.#relation
    const columns = this.#columns.map(({ column }) => column)
    return new MemorySource({ rows, columns, warnings: [] }, undefined, factsOf(this.#relation))
  }

  /** About the bytes of a column in memory. */
  bytesOf(column: number): number {
    const { rows, columns } = this.#relation
    const { type, missing, distinct } = columns[column]
    const mask = missing > 0 ? rows : 0
    if (type === 'numeric') return mask + bytesOfNumber * rows
    const levels = distinct ?? rows
    return mask + codeBytes(levels) * rows + bytesOfLevel * levels
  }

  isHeld(column: number): boolean {
    return this.#columns[column].isHeld
  }

  /** Whether the rows in which a column has no value are known. */
  knowsGaps(column: number): boolean {
    return this.#columns[column].knowsGaps
  }

  /** The number of queries that load those of some columns that are not in memory. */
  queries(wanted: readonly number[]): number {
    return loadingQueries(this.#relation.rows, this.#missing(wanted).length)
  }

  /** Does work with columns in memory, one after the other: what one has loaded no other releases. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return turns.take(this.#relation.engine, work)
  }

  /** Loads those of some columns that are not in memory; `taken` bytes of the room hold something else. */
  async load(wanted: readonly number[], taken = 0): Promise<void> {
    const missing = this.#missing(wanted)
    const bytes = missing.reduce((sum, column) => sum + this.bytesOf(column), 0)
    const { heap = Infinity } = this.#relation.engine
    const isCrowded = this.#bytesOfLevels([...this.#held.keys(), ...missing]) > heap / 2
    this.#release(isCrowded ? 0 : this.room - taken - bytes, new Set(wanted))
    if (missing.length > 0) {
      checkHeap(this.#levelsInWords(wanted), this.#bytesOfLevels(wanted), heap)
      await this.#read(missing)
    }
    for (const column of wanted) {
      this.#held.delete(column)
      this.#held.set(column, this.bytesOf(column))
    }
  }

  #levelsOf(column: number): number {
    const { type, distinct } = this.#relation.columns[column]
    return type === 'numeric' ? 0 : (distinct ?? this.#relation.rows)
  }

  /** About the bytes of the levels of some columns. */
  #bytesOfLevels(columns: readonly number[]): number {
    return columns.reduce((sum, column) => sum + bytesOfLevel * this.#levelsOf(column), 0)
  }

  #levelsInWords(columns: readonly number[]): string {
    const most = columns.reduce((one, other) => (this.#levelsOf(other) > this.#levelsOf(one) ? other : one))
    const others = columns.filter((column) => column !== most && this.#levelsOf(column) > 0).length
    const name = this.#relation.columns[most]?.name
    return `the ${this.#levelsOf(most)} levels of column ${name}${others > 0 ? ` and those of ${others} others` : ''}`
  }

  #missing(wanted: readonly number[]): readonly number[] {
    return wanted.filter((column) => !this.isHeld(column))
  }

  async #read(missing: readonly number[]): Promise<void> {
    const { engine, key, columns } = this.#relation
    if (key === null) throw new TypeError('rows without a key are not loaded')
    const chosen = missing.map((column) => columns[column])
    const loaded = await loadTable(engine, { ...this.#relation, key, columns: chosen, warnings: [] })
    missing.forEach((column, i) => {
      this.#columns[column].hold(loaded.columns[i])
      this.#bytes += this.bytesOf(column)
    })
  }

  /**
   * Releases columns until the others take no more than some bytes, those used least recently first; levels
   * of a byte or two a row are kept longest, because they take longest to load.
   */
  #release(most: number, kept: ReadonlySet<number>): void {
    const isSmall = (bytes: number) => bytes < bytesOfNumber * this.#relation.rows
    const released = [...this.#held].filter(([column]) => !kept.has(column))
    const [small, large] = [true, false].map((one) => released.filter(([, bytes]) => isSmall(bytes) === one))
    for (const [column, bytes] of [...large, ...small]) {
      if (this.#bytes <= most) return
      this.#columns[column].release()
      this.#held.delete(column)
      this.#bytes -= bytes
    }
  }
}

/**
 * A column whose cells are in memory only at times. Whoever holds `column` reads the cells that are there at
 * that moment; reading others is an error, never an empty column.
 */
class HeldColumn {
  /** Always the same object. */
  readonly column: Column
  readonly #name: string
  #cells: Column | null = null
  /** Which rows have no value: kept when the cells are released; undefined until they are first there. */
  #missing: Missing | undefined

  constructor({ name, type, time }: RelationColumn) {
    this.#name = name
    const cells = () => this.#read()
    const missing = () => this.#gaps()
    this.column =
      type === 'numeric'
        ? {
            ...{ name, type, ...(time && { time }) },
            get values() {
              return (cells() as Column & { type: 'numeric' }).values
            },
            get missing() {
              return missing()
            },
          }
        : {
            ...{ name, type },
            get codes() {
              return (cells() as Column & { type: 'categorical' }).codes
            },
            get levels() {
              return (cells() as Column & { type: 'categorical' }).levels
            },
            get missing() {
              return missing()
            },
          }
  }

  get isHeld(): boolean {
    return this.#cells !== null
  }

  /** Whether the rows without a value are known. */
  get knowsGaps(): boolean {
    return this.#missing !== undefined
  }

  hold(cells: Column): void {
    const { missing } = cells
    // Who has counted the mask knows it by its identity.
    if (this.#missing === undefined) this.#missing = missing
    else if (countMissing(this.#missing) !== countMissing(missing))
      throw new Error(`column ${this.#name} changed while it was read`)
    this.#cells = cells
  }

  release(): void {
    this.#cells = null
  }

  #read(): Column {
    if (this.#cells) return this.#cells
    throw new TypeError(`the cells of column ${this.#name} were read before they were loaded`)
  }

  #gaps(): Missing {
    if (this.#missing !== undefined) return this.#missing
    throw new TypeError(`the gaps of column ${this.#name} were read before they were loaded`)
  }
}
