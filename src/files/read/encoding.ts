import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CribaError } from '../../spec/error.ts'
import { blocksOf, startOf } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import type { Scratch } from './scratch.ts'

/** Bytes 0x80…0x9f of windows-1252; a space stands where it has no character. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The file itself where it is UTF-8, else a copy in UTF-8: UTF-16 by its mark, anything else as windows-1252. */
export async function inUtf8(file: DataFile, scratch: Scratch): Promise<DataFile> {
  const start = await startOf(file, 3)
  if (start.length === 0) throw new CribaError('missing', `missing rows: ${file.label} is empty`)
  if (start[0] === 0xff && start[1] === 0xfe) return copied(file, scratch, utf16('utf-16le', file.label))
  if (start[0] === 0xfe && start[1] === 0xff) return copied(file, scratch, utf16('utf-16be', file.label))
  return (await isValidUtf8(file))
    ? file
    : copied(file, scratch, (block) => fromWindows1252(block, file.label))
}

async function isValidUtf8(file: DataFile): Promise<boolean> {
  let isValid = true
  let rest: Buffer = Buffer.alloc(0)
  for await (const block of blocksOf(file)) {
    if (block.includes(0)) throw notText(file.label)
    if (!isValid) continue
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block
    const whole = lengthOfWhole(bytes)
    isValid = isUtf8(bytes.subarray(0, whole))
    rest = bytes.subarray(whole)
  }
  return isValid && rest.length === 0
}

/** How many bytes come before a character that the block cuts in two. */
function lengthOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

async function copied(
  file: DataFile,
  scratch: Scratch,
  decode: (block?: Buffer) => string,
): Promise<DataFile> {
  const path = scratch.file()
  async function* decoded() {
    for await (const block of blocksOf(file)) yield Buffer.from(decode(block))
    yield Buffer.from(decode())
  }
  await pipeline(Readable.from(decoded()), createWriteStream(path))
  return { ...file, path, isGzip: false }
}

function utf16(encoding: string, label: string): (block?: Buffer) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (block) => {
    try {
      return block ? decoder.decode(block, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw new CribaError('unreadable', `unreadable file: ${label} is not valid UTF-16 (save it as UTF-8)`, {
        cause,
      })
    }
  }
}

function fromWindows1252(block: Buffer | undefined, label: string): string {
  return (block?.toString('latin1') ?? '').replace(/[\x80-\x9f]/g, (letter) => {
    const meant = windows1252[letter.charCodeAt(0) - 0x80]
    if (meant === ' ') throw notText(label)
    return meant
  })
}

function notText(label: string): CribaError {
  const mend = 'save it as CSV in UTF-8, or name its format by its extension'
  return new CribaError('unreadable', `unreadable file: ${label} is not text (${mend})`)
}
