import { textDecoder } from '#memory'
import type { TextEncodingName } from '#memory'
import type { TextBytes } from '../text/text-bytes.ts'
import { notText } from '../text/text-faults.ts'

/** Decodes blocks one after the other; a call without a block ends the text. */
export function decoderOf(encoding: TextEncodingName): (block?: Uint8Array) => string {
  if (encoding === 'windows-1252') return (block) => (block ? textDecoder(encoding)(block) : '')
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (block) => (block ? decoder.decode(block, { stream: true }) : decoder.decode())
}

/** The lines of a text, without their ends. */
export async function* linesOf(
  bytes: TextBytes,
  decode: (block?: Uint8Array) => string,
): AsyncGenerator<string> {
  let rest = ''
  for await (const block of bytes.blocks()) {
    if (block.includes(0)) throw notText(bytes.label!)
    const lines = (rest + decode(block)).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    yield* lines
  }
  yield rest + decode()
}
