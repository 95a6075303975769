import { CribaError } from '#core'
import { startOfBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** Converts UTF-16, recognised by its byte order mark, to UTF-8; leaves other bytes unchanged. */
export async function withoutUtf16(bytes: TextBytes): Promise<TextBytes> {
  const [first, second] = await startOfBytes(bytes, 2)
  if (first === 0xff && second === 0xfe) return recoded(bytes, 'utf-16le')
  return first === 0xfe && second === 0xff ? recoded(bytes, 'utf-16be') : bytes
}

function recoded(bytes: TextBytes, encoding: string): TextBytes {
  return {
    label: bytes.label,
    size: bytes.size,
    async *blocks(onRead) {
      const decoder = new TextDecoder(encoding, { fatal: true })
      const encoder = new TextEncoder()
      const decode = (block?: Uint8Array) => {
        try {
          return encoder.encode(block ? decoder.decode(block, { stream: true }) : decoder.decode())
        } catch (cause) {
          const label = bytes.label ?? 'the text'
          const message = `unreadable file: ${label} is not valid UTF-16 (save it as UTF-8)`
          throw new CribaError('unreadable', message, { cause })
        }
      }
      for await (const block of bytes.blocks(onRead)) yield decode(block)
      yield decode()
    },
  }
}
