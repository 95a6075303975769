import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20

/** A text without its last `count` lines that are not blank, and what is blank after them. */
export function withoutLastLines(bytes: TextBytes, count: number): TextBytes {
  if (count === 0) return bytes
  return {
    label: bytes.label,
    size: bytes.size,
    async *blocks(onRead) {
      let held: Uint8Array = new Uint8Array(0)
      for await (const block of bytes.blocks(onRead)) {
        const text = joined([held, block], held.length + block.length)
        const cut = startOfLastLines(text, count)
        held = text.slice(cut)
        if (cut > 0) yield text.subarray(0, cut)
      }
    },
  }
}

/** Where the last `count` lines that are not blank start; 0 if there are fewer. */
function startOfLastLines(bytes: Uint8Array, count: number): number {
  let lines = 0
  let isBlank = true
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = bytes[at]
    if (byte === lineFeed || byte === carriageReturn) {
      if (!isBlank && ++lines === count) return at + 1
      isBlank = true
    } else if (byte > space) isBlank = false
  }
  return 0
}

/** The last whole lines of a text, at most so many bytes. */
export async function endOfBytes(bytes: TextBytes, most: number): Promise<Uint8Array> {
  let end: Uint8Array = new Uint8Array(0)
  let isCut = false
  for await (const block of bytes.blocks()) {
    const text = joined([end, block], end.length + block.length)
    isCut ||= text.length > most
    end = text.slice(-most)
  }
  return isCut ? end.subarray(end.indexOf(lineFeed) + 1) : end
}
