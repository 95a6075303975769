import { CribaError } from '#core'
import { isUtf8 } from '#memory'
import { findEncoding, isWindows1252 } from './encodings.ts'
import type { TextEncoding } from './encodings.ts'
import { startOfBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** So many bytes are enough to see that a text is not UTF-8, but for later ones. */
const sampledBytes = 1 << 16

/**
 * Converts a text to UTF-8: from UTF-16, recognised by its byte order mark, and from the given encoding if its bytes
 * are not UTF-8. `isKnownOther`: they are known not to be. Leaves other bytes unchanged.
 */
export async function asUtf8(bytes: TextBytes, name?: string, isKnownOther = false): Promise<TextBytes> {
  const start = await startOfBytes(bytes, name === undefined ? 2 : sampledBytes)
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return recoded(bytes, findEncoding('utf-16le')!)
  if (first === 0xfe && second === 0xff) return recoded(bytes, findEncoding('utf-16be')!)
  if (name === undefined || isWindows1252(name)) return bytes
  const encoding = findEncoding(name)!
  return isKnownOther || encoding.looksLikeUtf8 || !beginsAsUtf8(start) ? recoded(bytes, encoding) : bytes
}

/** Whether the whole lines of a start are UTF-8. */
function beginsAsUtf8(start: Uint8Array): boolean {
  if (start.length < sampledBytes) return isUtf8(start)
  return isUtf8(start.subarray(0, start.lastIndexOf(0x0a) + 1))
}

function recoded(bytes: TextBytes, { label: encoding, decoder }: TextEncoding): TextBytes {
  return {
    label: bytes.label,
    size: bytes.size,
    async *blocks(onRead) {
      const toText = decoder()
      const encoder = new TextEncoder()
      const decode = (block?: Uint8Array) => {
        try {
          return encoder.encode(toText(block))
        } catch (cause) {
          const label = bytes.label ?? 'the text'
          const message = `unreadable file: ${label} is not valid ${encoding} (save it as UTF-8)`
          throw new CribaError('unreadable', message, { cause })
        }
      }
      for await (const block of bytes.blocks(onRead)) yield decode(block)
      yield decode()
    },
  }
}
