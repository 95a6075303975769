import type { MissingTest } from '../cells/missing-words.ts'
import type { CodedTexts } from './part-columns.ts'

/** The number of rows without a text. */
export const noText = 0
const firstSize = 1 << 6
/** Room for more texts than these is made only when they come. */
const mostReserved = 1 << 20
const mostlyNew = 0.98

// Most columns of a wide table have no text, so room is made with the first one.
const none = new Uint32Array(0)
const noBytes = new Uint8Array(0)
const noValues = new Float64Array(0)

/**
 * Numbers the distinct texts of a column as its chunks are read, and counts their rows. Only texts that no
 * chunk before had are decoded: others are known by their bytes.
 */
export class KnownTexts {
  /** The texts by number; `null` where they are missing. Two are the same where one was written as a formula. */
  readonly texts: (string | null)[] = [null]
  /** The texts that are missing, by number. */
  readonly missing = new Map<number, string>()
  /** Texts of which rows were counted since `takeCounts`. */
  counted = 0
  #size = 1
  /** Whether almost no text of the last chunk was known: those of the next ones will not be either. */
  #areNew = false
  #counts = none
  #firstRows = none
  #hashes = none
  /** Where the bytes of a text start; they end where those of the next one start. */
  #starts = none
  /** The texts in UTF-8. */
  #bytes = noBytes
  /**
   * The number of a text at the place of its hash, or in the next free slot; 0 if free. The bits above those
   * of the largest number are those of the hash.
   */
  #slots = none
  /** The values that `valuesOf` made of texts. */
  #values = noValues

  /**
   * Adds rows from `first` on, of so many that are expected; their codes become the numbers of their texts.
   */
  add(chunk: CodedTexts, first: number, expected: number, isMissing: MissingTest): void {
    const { codes } = chunk
    const known = this.#size
    const distinct = chunk.ends.length
    this.#reserve(known + distinct, this.#areNew ? (distinct / codes.length) * expected : 0)
    const numbers = this.#numbersOf(chunk)
    this.#areNew = known > 1 && this.#size - known > mostlyNew * distinct
    this.#decode(known, isMissing)
    const counts = this.#counts
    for (let code = 0; code < numbers.length; code++) if (counts[numbers[code]] === 0) this.counted++
    // Texts are coded in the order of their first rows.
    for (let i = 0, next = 0; next < distinct && i < codes.length; i++) {
      if (codes[i] !== next) continue
      const number = numbers[next++]
      if (number >= known) this.#firstRows[number] = first + i
    }
    for (let i = 0; i < codes.length; i++) {
      const number = numbers[codes[i]]
      codes[i] = number
      counts[number]++
    }
  }

  /**
   * Calls `take` with each text, how many rows it had since the last call, and the first row of all that has
   * it.
   */
  takeCounts(take: (number: number, count: number, firstRow: number) => void): void {
    const counts = this.#counts
    for (let number = 1; number < this.#size; number++) {
      if (counts[number] > 0) take(number, counts[number], this.#firstRows[number])
      counts[number] = 0
    }
    this.counted = 0
  }

  /** The values of rows with these numbers; `parse` makes those of texts, each once. */
  valuesOf(codes: Uint32Array, parse: (texts: readonly (string | null)[]) => Float64Array): Float64Array {
    const known = this.#values.length
    if (known < this.texts.length) {
      const values = new Float64Array(this.texts.length)
      values.set(this.#values)
      values.set(parse(this.texts.slice(known)), known)
      this.#values = values
    }
    const values = new Float64Array(codes.length)
    for (let row = 0; row < codes.length; row++) values[row] = this.#values[codes[row]]
    return values
  }

  #numbersOf({ bytes, ends, start, hashes, decode, isUtf8 }: CodedTexts): Uint32Array {
    const numbers = new Uint32Array(ends.length)
    numbers[0] = this.#touched(hashes)
    for (let code = 0, from = start; code < ends.length; code++) {
      const to = ends[code]
      if (isOfAscii(bytes, from, to)) numbers[code] = this.#numberOf(hashes[code], bytes, from, to)
      else {
        // Such a text has other bytes in another encoding.
        const own = isUtf8 ? bytes.subarray(from, to) : encoder.encode(decode(bytes.subarray(from, to)))
        numbers[code] = this.#numberOf(hashOf(own), own, 0, own.length)
      }
      from = to
    }
    return numbers
  }

  /**
   * Reads the memory where texts with some hashes are found: many such reads at once take a part of the time
   * of one after the other. The number that it returns makes the reads needed.
   */
  #touched(hashes: Uint32Array): number {
    const slots = this.#slots
    const starts = this.#starts
    const bytes = this.#bytes
    const last = slots.length - 1
    let all = 0
    for (let i = 0; i < hashes.length; i++) all |= bytes[starts[slots[hashes[i] & last] & last]]
    return all
  }

  /** The number of a text, which is new if the text is. */
  #numberOf(hash: number, bytes: Uint8Array, from: number, to: number): number {
    const slots = this.#slots
    const last = slots.length - 1
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const entry = slots[slot]
      if (entry === 0) break
      const number = entry & last
      if (((entry ^ hash) & ~last) === 0 && this.#isText(number, bytes, from, to)) return number
    }
    return this.#add(hash, bytes, from, to)
  }

  /** Whether a text consists of some bytes. */
  #isText(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const own = this.#bytes
    let at = this.#starts[number]
    if (this.#starts[number + 1] - at !== to - from) return false
    for (let i = from; i < to; i++) if (own[at++] !== bytes[i]) return false
    return true
  }

  #add(hash: number, bytes: Uint8Array, from: number, to: number): number {
    const number = this.#size++
    this.#hashes[number] = hash
    const at = this.#starts[number]
    const end = at + to - from
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    for (let i = from, place = at; i < to; i++) this.#bytes[place++] = bytes[i]
    this.#starts[number + 1] = end
    this.#put(number)
    return number
  }

  #put(number: number): void {
    const hash = this.#hashes[number]
    const last = this.#slots.length - 1
    let slot = hash & last
    while (this.#slots[slot] > 0) slot = (slot + 1) & last
    this.#slots[slot] = (hash & ~last) | number
  }

  /** Makes room for so many texts, or for those that are expected: growing step by step takes longer. */
  #reserve(least: number, expected: number): void {
    if (least <= this.#hashes.length) return
    let size = Math.max(firstSize, this.#hashes.length)
    while (size < least || (size < expected && size < mostReserved)) size *= 2
    this.#grow(size)
  }

  /** Two slots for each text, so that at most half of them are taken. */
  #grow(size: number): void {
    this.#counts = larger(this.#counts, size)
    this.#firstRows = larger(this.#firstRows, size)
    this.#starts = larger(this.#starts, size + 1)
    this.#hashes = larger(this.#hashes, size)
    this.#slots = new Uint32Array(2 * size)
    for (let number = 1; number < this.#size; number++) this.#put(number)
  }

  /** Decodes the texts from a number on: at once, and cut, since a call for each text takes longer. */
  #decode(first: number, isMissing: MissingTest): void {
    const own = this.#bytes
    const starts = this.#starts
    const from = starts[first]
    const all = decoder.decode(own.subarray(from, starts[this.#size]))
    // As many characters as bytes: a character is a byte.
    const isByteWise = all.length === starts[this.#size] - from
    for (let number = first, unit = 0; number < this.#size; number++) {
      const to = isByteWise
        ? starts[number + 1] - from
        : unit + unitsOf(own, starts[number], starts[number + 1])
      const text = withoutFormula(all.slice(unit, to))
      const isGap = isMissing(text)
      if (isGap) this.missing.set(number, text)
      this.texts.push(isGap ? null : text)
      unit = to
    }
  }
}

/** ="0070": how a text is written so that a spreadsheet keeps it as it is. */
const formula = /^="((?:[^"]|"")*)"$/

/** A cell without the formula around its text, in which two quotes are one. */
export function withoutFormula(text: string): string {
  return text.startsWith('="') ? (formula.exec(text)?.[1].replaceAll('""', '"') ?? text) : text
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function larger(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(length)
  made.set(numbers)
  return made
}

function isOfAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] >= 0x80) return false
  return true
}

/** FNV-1a over bytes, with the high bits mixed into the low ones. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/**
 * How many UTF-16 units a range of valid UTF-8 becomes: one for each first byte of a character, two for four
 * bytes.
 */
function unitsOf(bytes: Uint8Array, from: number, to: number): number {
  let units = 0
  for (let i = from; i < to; i++) {
    if ((bytes[i] & 0xc0) !== 0x80) units++
    if (bytes[i] >= 0xf0) units++
  }
  return units
}
