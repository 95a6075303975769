import type { DuckDBVector } from '@duckdb/node-api'
import type { BlockTexts } from '../engine.ts'

/** A text of the engine is four words: its length, and its bytes or a pointer to them. */
const words = 4
const mostInline = 12

/** What a vector of texts keeps. */
interface TextVector {
  readonly dataView?: DataView
  readonly validity?: { readonly data: BigUint64Array | null }
}

/**
 * The texts of a block, each short one decoded once: decoding every cell takes ten times as long. `null` if
 * the column has no texts to be read this way.
 */
export function textsOf(vector: DuckDBVector, rows: number): BlockTexts | null {
  const { dataView, validity } = vector as unknown as TextVector
  if (!dataView || !validity || dataView.byteOffset % 4 > 0) return null
  const cells = new Int32Array(dataView.buffer, dataView.byteOffset, words * rows)
  const { data } = validity
  const present = data && new Uint32Array(data.buffer, data.byteOffset, 2 * data.length)
  const levels: (string | null)[] = []
  let missing = -1
  const codes = new Uint32Array(rows)
  /** A hash table of the first row with a text, counted from 1. */
  const size = 2 << (32 - Math.clz32(rows))
  const firstAt = new Uint32Array(size)
  for (let row = 0; row < rows; row++) {
    if (present && ((present[row >>> 5] >>> (row & 31)) & 1) === 0) {
      if (missing < 0) missing = levels.push(null) - 1
      codes[row] = missing
      continue
    }
    const at = words * row
    if (cells[at] > mostInline) {
      codes[row] = levels.push(vector.getItem(row) as string) - 1
      continue
    }
    let slot = hashOf(cells, at) & (size - 1)
    while (firstAt[slot] > 0 && !isSame(cells, at, words * (firstAt[slot] - 1)))
      slot = (slot + 1) & (size - 1)
    if (firstAt[slot] > 0) codes[row] = codes[firstAt[slot] - 1]
    else {
      firstAt[slot] = row + 1
      codes[row] = levels.push(vector.getItem(row) as string) - 1
    }
  }
  return { levels, codes }
}

function isSame(cells: Int32Array, one: number, other: number): boolean {
  for (let i = 0; i < words; i++) if (cells[one + i] !== cells[other + i]) return false
  return true
}

function hashOf(cells: Int32Array, at: number): number {
  let hash = 0
  for (let i = 0; i < words; i++) hash = Math.imul(hash ^ cells[at + i], 0x9e3779b1) ^ (hash >>> 15)
  return hash ^ (hash >>> 13)
}
