import { createReadStream, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import type { Readable, Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { CribaError } from '../../spec/error.ts'
import type { TextBytes } from '../text/text-bytes.ts'
import { checkSignal } from './interruption.ts'

/** A file as it lies on the disk, and the name the user knows it by. */
export interface DataFile {
  readonly path: string
  readonly label: string
  /** How it is packed, if it is. */
  readonly packing: Packing | null
  /** Stops whoever reads the file. */
  readonly signal?: AbortSignal | undefined
}

export type Packing = 'gzip' | 'zstd'

/** How many times as long packed text is once it is unpacked, more or less. */
const usualPacking = 5

/** What is read at once. */
const blockBytes = 1 << 20

/** The bytes of a file as a text, unpacked. */
export function fileBytes(file: DataFile): TextBytes {
  return {
    label: file.label,
    size: statSync(file.path).size * (file.packing === null ? 1 : usualPacking),
    blocks: (onRead = () => {}) => blocksOf(file, onRead),
  }
}

/** The contents of a file, unpacked, in blocks; `onRead` is told the share of the file read so far. */
export async function* blocksOf(
  file: DataFile,
  onRead: (share: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const { label, packing, signal } = file
  const blocks = packing === null ? plainBlocks(file, onRead) : unpackedBlocks(file, packing, onRead)
  try {
    for await (const block of blocks) {
      checkSignal(signal)
      yield block
    }
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unreadable', `unreadable file: ${label} (${(cause as Error).message})`, { cause })
  }
}

/** Each block is read while the one before is worked on. */
async function* plainBlocks({ path }: DataFile, onRead: (share: number) => void): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  const file = await open(path)
  const readAt = (position: number) => file.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, position)
  let next = readAt(0)
  try {
    for (let read = 0; ;) {
      const { bytesRead, buffer } = await next
      if (bytesRead === 0) return
      read += bytesRead
      next = readAt(read)
      onRead(Math.min(1, read / size))
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await next.catch(() => {})
    await file.close()
  }
}

async function* unpackedBlocks(
  { path, label }: DataFile,
  packing: Packing,
  onRead: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  const raw = createReadStream(path, { highWaterMark: blockBytes })
  // An error reaches the reader of the last stream, so nothing is left for the callback.
  const stream: Readable = pipeline(raw, unpacker(packing, label), () => {})
  for await (const block of stream) {
    onRead(raw.bytesRead / size)
    yield block as Buffer
  }
}

function unpacker(packing: Packing, label: string): Transform {
  if (packing === 'gzip') return zlib.createGunzip({ chunkSize: 1 << 18 })
  // Node has it from 22.15 on.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Transform }
  if (createZstdDecompress) return createZstdDecompress({ chunkSize: 1 << 18 })
  const mend = 'this Node cannot unpack zstd: unpack it first, or use Node 22.15 or later'
  throw new CribaError('unreadable', `unreadable file: ${label} (${mend})`)
}

/** The first bytes of a file, unpacked: at least so many, where the file has them. */
export async function startOf(file: DataFile, bytes: number): Promise<Buffer> {
  const blocks: Uint8Array[] = []
  let length = 0
  for await (const block of blocksOf(file)) {
    blocks.push(block)
    length += block.length
    if (length >= bytes) break
  }
  return Buffer.concat(blocks)
}
