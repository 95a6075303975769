import { longestRecord } from './chunks.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** Whole records written anew, and how many bytes of the text they took. */
export interface Rewritten {
  readonly written: Uint8Array
  readonly used: number
}

/**
 * A text whose records after the header are written anew; `begin` makes what writes the whole records in some
 * bytes, for each pass over the text. (`isLast`: no more bytes follow.)
 */
export function rewrittenRecords(
  bytes: TextBytes,
  headBytes: number,
  begin: () => (bytes: Uint8Array, isLast: boolean) => Rewritten,
): TextBytes {
  return {
    label: bytes.label,
    size: bytes.size,
    async *blocks(onRead) {
      const rewrite = begin()
      let skip = headBytes
      let rest: Uint8Array = new Uint8Array(0)
      for await (const block of bytes.blocks(onRead)) {
        const before = Math.min(skip, block.length)
        skip -= before
        if (before > 0) yield block.subarray(0, before)
        const text = joined([rest, block.subarray(before)], rest.length + block.length - before)
        // A record that is too long is refused later, by `Chunks`.
        const { written, used } =
          text.length > longestRecord ? { written: text, used: text.length } : rewrite(text, false)
        rest = text.subarray(used)
        if (written.length > 0) yield written
      }
      if (rest.length > 0) yield rewrite(rest, true).written
    },
  }
}
