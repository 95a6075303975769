import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/** The output memory of `codeTexts`. */
interface LevelMemory {
  readonly codes: ArenaBlock<Uint32Array>
  readonly slots: ArenaBlock<Uint32Array>
  readonly entries: ArenaBlock<Uint32Array>
  readonly texts: ArenaBlock<Uint8Array>
  readonly ends: ArenaBlock<Uint32Array>
  /** See `TextLevels` in assembly/. */
  readonly record: ArenaBlock<Uint32Array>
}

export function layOutLevels(arena: Arena, rows: number, bytes: number): LevelMemory {
  const bits = 32 - Math.clz32(2 * rows)
  const codes = arena.integers(rows)
  const slots = arena.integers(1 << bits)
  const entries = arena.integers(rows * 3)
  const spare = arena.bytes(bytes)
  const texts = arena.bytes(bytes)
  const ends = arena.integers(rows)
  const record = arena.integers(6)
  record.view.set([codes.address, slots.address, bits, entries.address, spare.address, 0])
  return { codes, slots, entries, texts, ends, record }
}

export interface ColumnTexts {
  readonly codes: Uint32Array
  readonly texts: Uint8Array
  readonly ends: Uint32Array
  readonly hashes: Uint32Array
}

/** The fields of an entry of `codeTexts` in assembly/, and the last of them, its hash. */
const fieldsOfEntry = 3
const fieldOfHash = 2

export function codeColumn({ run }: Kernels, column: number, levels: LevelMemory, rows: number): ColumnTexts {
  levels.slots.view.fill(0)
  const count = run.codeTexts(column, levels.record.address)
  run.gatherTexts(levels.entries.address, count, levels.texts.address, levels.ends.address)
  return {
    codes: levels.codes.view.slice(0, rows),
    texts: levels.texts.view.slice(0, levels.record.view[5]),
    ends: levels.ends.view.slice(0, count),
    hashes: hashesOf(levels.entries.view, count),
  }
}

function hashesOf(entries: Uint32Array, count: number): Uint32Array {
  const hashes = new Uint32Array(count)
  for (let i = 0; i < count; i++) hashes[i] = entries[fieldsOfEntry * i + fieldOfHash]
  return hashes
}

/** Concatenates the texts of all columns and then the unresolved cells. */
export function joinTexts(columns: readonly ColumnTexts[], cells: readonly Uint8Array[], rows: number) {
  const size = columns.reduce((sum, { texts }) => sum + texts.length, 0)
  const count = columns.reduce((sum, { ends }) => sum + ends.length, 0)
  const texts = new Uint8Array(size + cells.reduce((sum, { length }) => sum + length, 0))
  const textEnds = new Uint32Array(count + cells.length)
  const hashes = new Uint32Array(count)
  const codes = new Uint32Array(columns.length * rows)
  let at = 0
  let next = 0
  columns.forEach((column, i) => {
    codes.set(column.codes, i * rows)
    texts.set(column.texts, at)
    hashes.set(column.hashes, next)
    for (const end of column.ends) textEnds[next++] = at + end
    at += column.texts.length
  })
  for (const cell of cells) {
    texts.set(cell, at)
    at += cell.length
    textEnds[next++] = at
  }
  return { codes, distinct: Uint32Array.from(columns, ({ ends }) => ends.length), texts, textEnds, hashes }
}
