import { CribaError } from '#core'

/** A value in the text: where it starts and ends. */
export interface Part {
  readonly start: number
  readonly end: number
}

const numbersOfPart = 4

/** The members of an object or a list, by their places in the text: millions of objects would fill the memory. */
export class PartList {
  length = 0
  #places = new Uint32Array(8 * numbersOfPart)

  /** Adds a value and its name, which is empty in a list. */
  add(name: Part, value: Part): void {
    const at = numbersOfPart * this.length++
    if (at === this.#places.length) {
      const larger = new Uint32Array(2 * at)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[at] = name.start
    this.#places[at + 1] = name.end
    this.#places[at + 2] = value.start
    this.#places[at + 3] = value.end
  }

  name(i: number): Part {
    const at = numbersOfPart * i
    return { start: this.#places[at], end: this.#places[at + 1] }
  }

  value(i: number): Part {
    const at = numbersOfPart * i + 2
    return { start: this.#places[at], end: this.#places[at + 1] }
  }

  /** Writes where a value starts and ends at place `at` of a list of such pairs. */
  writeValue(i: number, to: Uint32Array, at: number): void {
    to[at] = this.#places[numbersOfPart * i + 2]
    to[at + 1] = this.#places[numbersOfPart * i + 3]
  }

  *values(): Generator<Part> {
    for (let i = 0; i < this.length; i++) yield this.value(i)
  }
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const [lineFeed, carriageReturn, space] = [0x0a, 0x0d, 0x20]
const none: Part = { start: 0, end: 0 }

/** The kind of null, which is of every kind, and that of numbers. */
export const ofNull = 0
const ofNumbers = 1
/** The kind of a value by its first byte; others begin a number. */
const kinds = new Uint8Array(256).fill(ofNumbers)
kinds[0x6e] = ofNull
for (const [i, signs] of ['tf', '"', '[', '{'].entries())
  for (const sign of signs) kinds[sign.charCodeAt(0)] = ofNumbers + 1 + i

/** The parts of a JSON text by their places in it; words and numbers in it are not read. */
export class JsonParts {
  readonly root: Part
  readonly #bytes: Buffer

  /**
   * @throws CribaError for a text whose brackets, commas and colons make no JSON: a file that was cut would
   * lose its last parts in silence
   */
  constructor(bytes: Buffer, label: string) {
    this.#bytes = bytes
    this.root = this.#trimmed(bytes[0] === 0xef ? 3 : 0, bytes.length)
    const fault = this.#fault()
    if (fault === null) return
    const where = fault < this.root.end ? `is no JSON from byte ${fault + 1} on` : 'ends too early'
    throw new CribaError('unreadable', `unreadable file: ${label} ${where} (it is damaged or cut)`)
  }

  /** A part as it is written, in one line, with a character for each byte. */
  textOf({ start, end }: Part): string {
    return this.#bytes.toString('latin1', start, end).replace(/[\r\n]/g, ' ')
  }

  isList({ start }: Part): boolean {
    return this.#bytes[start] === openList
  }

  isObject({ start }: Part): boolean {
    return this.#bytes[start] === openObject
  }

  isText({ start }: Part): boolean {
    return this.#bytes[start] === quote
  }

  /** A number for texts, truth values, lists, objects or numbers; null is of every kind. */
  kindOf({ start }: Part): number {
    return kinds[this.#bytes[start]]
  }

  /** Copies bytes in one line to place `at` of others; returns where they end there. */
  copy(start: number, end: number, to: Uint8Array, at: number): number {
    const bytes = this.#bytes
    for (let i = start; i < end; i++) {
      const byte = bytes[i]
      to[at++] = byte === lineFeed || byte === carriageReturn ? space : byte
    }
    return at
  }

  /** Whether a list has members, and all are of a kind. */
  holdsOnly(list: Part, isOfKind: (part: Part) => boolean): boolean {
    if (!this.isList(list)) return false
    const parts = this.partsOf(list)
    for (const part of parts.values()) if (!isOfKind(part)) return false
    return parts.length > 0
  }

  /** Whether two objects have the same names in the same order. */
  haveSameNames(a: PartList, b: PartList): boolean {
    if (a.length !== b.length) return false
    const bytes = this.#bytes
    for (let i = 0; i < a.length; i++) {
      const [one, other] = [a.name(i), b.name(i)]
      if (one.end - one.start !== other.end - other.start) return false
      for (let at = one.start, to = other.start; at < one.end; at++, to++)
        if (bytes[at] !== bytes[to]) return false
    }
    return true
  }

  /** The members of an object or a list, in a list that is made for them or emptied. */
  partsOf({ start, end }: Part, parts = new PartList()): PartList {
    const bytes = this.#bytes
    parts.length = 0
    let from = start + 1
    let name = none
    let depth = 0
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at]
      if (byte === quote) at = this.#endOfText(at) - 1
      else if (byte === openList || byte === openObject) depth++
      else if (depth === 0 && byte === colon) {
        name = this.#trimmed(from, at)
        from = at + 1
      } else if (depth === 0 && (byte === comma || at === end - 1)) {
        const value = this.#trimmed(from, at)
        if (value.end > value.start) parts.add(name, value)
        name = none
        from = at + 1
      } else if (byte === closeList || byte === closeObject) depth--
    }
    return parts
  }

  /** Where a text that starts with a quote ends. */
  #endOfText(start: number): number {
    const bytes = this.#bytes
    let at = start + 1
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
    return at + 1
  }

  /** The place of the first byte that JSON has not there, or of the end if more is to come; `null` without one. */
  #fault(): number | null {
    const bytes = this.#bytes
    const { start, end } = this.root
    const closing: number[] = []
    let next: 'value' | 'name' | 'colon' | 'end' = 'value'
    // Whether the object or list may end in place of a name or value.
    let isEmpty = false
    for (let at = start; at < end;) {
      const byte = bytes[at]
      if (byte <= 0x20) {
        at++
        continue
      }
      if (closing.length === 0 && at > start) return at
      const isClosing = byte === closeList || byte === closeObject
      if (isClosing && (next === 'end' || isEmpty)) {
        if (byte !== closing.pop()) return at
        at++
        next = 'end'
        isEmpty = false
        continue
      }
      isEmpty = false
      if (next === 'end') {
        if (byte !== comma) return at
        at++
        next = closing.at(-1) === closeObject ? 'name' : 'value'
      } else if (next === 'colon') {
        if (byte !== colon) return at
        at++
        next = 'value'
      } else if (byte === quote) {
        at = this.#endOfText(at)
        if (at > end) return end
        next = next === 'name' ? 'colon' : 'end'
      } else if (next === 'name') return at
      else if (byte === openList || byte === openObject) {
        closing.push(byte === openList ? closeList : closeObject)
        next = byte === openList ? 'value' : 'name'
        isEmpty = true
        at++
      } else {
        const first = at
        while (at < end && isOfWord(bytes[at])) at++
        if (at === first) return at
        next = 'end'
      }
    }
    return closing.length === 0 ? null : end
  }

  /** A range without the blanks around it. */
  #trimmed(from: number, to: number): Part {
    let [start, end] = [from, to]
    while (start < end && this.#bytes[start] <= 0x20) start++
    while (end > start && this.#bytes[end - 1] <= 0x20) end--
    return { start, end }
  }
}

/** Whether a byte may stand in a number or a word such as `null`. */
function isOfWord(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  )
}
