import type { TextBytes } from './text-bytes.ts'

/** The runs of blanks that separate cells, as an option names them. */
export const blanks = 'blanks'

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22

/**
 * A text whose runs of blanks are one tab each, and blanks at both ends of a line are nothing; quoted cells
 * stay.
 */
export function withTabs(bytes: TextBytes): TextBytes {
  return {
    ...bytes,
    async *blocks(onRead) {
      const runs = new BlankRuns()
      for await (const block of bytes.blocks(onRead)) yield runs.take(block)
    },
  }
}

/** The same of a text: its lines stay. */
export function blankRunsAsTabs(text: string): string {
  return text
    .replace(/"[^"]*"|[ \t]+/g, (part) => (part.startsWith('"') ? part : '\t'))
    .replace(/^\t|\t(?=\r?$)/gm, '')
}

/** Replaces runs of blanks, also those that a block cuts. */
class BlankRuns {
  #isQuoted = false
  #isLineStart = true
  #hasBlank = false

  take(block: Uint8Array): Uint8Array {
    // A tab takes the place of at least one blank; one may come from the block before.
    const out = new Uint8Array(block.length + 1)
    let to = 0
    for (const byte of block) {
      if (!this.#isQuoted && (byte === space || byte === tab)) {
        this.#hasBlank = true
        continue
      }
      const isLineEnd = byte === lineFeed || byte === carriageReturn
      if (this.#hasBlank && !this.#isLineStart && !isLineEnd) out[to++] = tab
      this.#hasBlank = false
      this.#isLineStart = isLineEnd && !this.#isQuoted
      if (byte === quote) this.#isQuoted = !this.#isQuoted
      out[to++] = byte
    }
    return out.subarray(0, to)
  }
}
