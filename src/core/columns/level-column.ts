import { allocateCodes, allocateMask } from './allocate.ts'
import type { CategoricalColumn } from './column.ts'
import { orderByCodePoint } from './sorted-texts.ts'

/** The code of a row without a value, while the column is being built. */
const noLevel = 0xffffffff

/**
 * Builds a categorical column: levels are coded in order of appearance, and sorted in code-point order by
 * `finish`.
 */
export class LevelColumn {
  readonly #name: string
  readonly #codes: Uint32Array
  readonly #levels = new TextNumbers()

  constructor(name: string, rows: number) {
    this.#name = name
    this.#codes = new Uint32Array(rows)
  }

  /** Sets a row, each row once; `null` is a missing value. */
  set(row: number, level: string | null): void {
    this.#codes[row] = this.#codeFor(level)
  }

  /** Sets rows from `first` on, each to the level with its code. */
  setCoded(first: number, levels: readonly (string | null)[], codes: Uint32Array): void {
    const recode = new Uint32Array(levels.length)
    levels.forEach((level, code) => (recode[code] = this.#codeFor(level)))
    const own = this.#codes
    for (let i = 0; i < codes.length; i++) own[first + i] = recode[codes[i]]
  }

  finish(rows = this.#codes.length): CategoricalColumn {
    return columnOfCodes(this.#name, this.#levels.texts, this.#codes.subarray(0, rows))
  }

  #codeFor(level: string | null): number {
    return level === null ? noLevel : this.#levels.of(level)
  }
}

/** A categorical column of texts, and the number of that of each row; a row is missing if its text is `null`. */
export function columnOfCodes(
  name: string,
  texts: readonly (string | null)[],
  codes: Uint32Array,
): CategoricalColumn {
  const present: string[] = []
  const numbers: number[] = []
  for (let number = 0; number < texts.length; number++) {
    const text = texts[number]
    if (text === null) continue
    present.push(text)
    numbers.push(number)
  }
  const order = orderByCodePoint(present)
  const levels: string[] = []
  const recode = new Uint32Array(texts.length).fill(noLevel)
  for (const place of order) {
    const text = present[place]
    const code = text === levels.at(-1) ? levels.length - 1 : levels.push(text) - 1
    recode[numbers[place]] = code
  }
  const own = allocateCodes(codes.length, levels.length)
  let missing: Uint8Array | null = null
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] === noLevel ? noLevel : recode[codes[row]]
    if (code !== noLevel) own[row] = code
    else (missing ??= allocateMask(codes.length))[row] = 1
  }
  return { name, type: 'categorical', codes: own, levels, missing }
}

const firstSlots = 1 << 6

/**
 * Numbers distinct texts in order of appearance, in less time and memory than a `Map` of several hundred
 * thousand.
 */
class TextNumbers {
  /** The distinct texts, by number. */
  readonly texts: string[] = []
  /** The number of a text plus 1 at the place of its hash, or in the next free slot; 0 if free. */
  #slots = new Uint32Array(firstSlots)
  /** The hash of each text. */
  #hashes = new Int32Array(firstSlots >> 1)

  /** The number of a text, which is new if the text is. */
  of(text: string): number {
    const hash = hashOf(text)
    const last = this.#slots.length - 1
    let slot = hash & last
    for (let entry = this.#slots[slot]; entry > 0; entry = this.#slots[slot]) {
      if (this.#hashes[entry - 1] === hash && this.texts[entry - 1] === text) return entry - 1
      slot = (slot + 1) & last
    }
    const number = this.texts.length
    this.texts.push(text)
    this.#hashes[number] = hash
    this.#slots[slot] = number + 1
    if (this.texts.length === this.#hashes.length) this.#grow()
    return number
  }

  /** Twice as many slots, so that at most half of them are taken. */
  #grow(): void {
    const hashes = new Int32Array(this.#hashes.length * 2)
    hashes.set(this.#hashes)
    const slots = new Uint32Array(hashes.length * 2)
    const last = slots.length - 1
    for (let number = 0; number < this.texts.length; number++) {
      let slot = hashes[number] & last
      while (slots[slot] > 0) slot = (slot + 1) & last
      slots[slot] = number + 1
    }
    this.#hashes = hashes
    this.#slots = slots
  }
}

/** FNV-1a over the units of a text, with the high bits mixed into the low ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
