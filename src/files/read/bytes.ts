import { createReadStream, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import type { Readable, Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { CribaError } from '../../spec/error.ts'
import type { TextBytes } from '../text/text-bytes.ts'
import { checkSignal } from './interruption.ts'

/** A file on the disk, and its name in messages. */
export interface DataFile {
  readonly path: string
  readonly label: string
  /** How it is packed, if it is. */
  readonly packing: Packing | null
  /** Stops the reading. */
  readonly signal?: AbortSignal | undefined
}

export type Packing = 'gzip' | 'zstd'

/** About how many times as long a packed text is once unpacked. */
const usualPacking = 5

/** How many bytes are read at once. */
const blockBytes = 1 << 20

/** The bytes of a file as a text, unpacked. */
export function fileBytes(file: DataFile): TextBytes {
  return {
    label: file.label,
    size: statSync(file.path).size * (file.packing === null ? 1 : usualPacking),
    blocks: (onRead = () => {}) => blocksOf(file, onRead),
  }
}

/**
 * The contents of a file, unpacked, in blocks, each to be used before the next is asked for; `onRead` gets the share of the
 * file read so far, 0 to 1.
 */
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

/** Reads each block while the one before is processed, in the memory of the one before that: fresh memory takes longer. */
async function* plainBlocks({ path }: DataFile, onRead: (share: number) => void): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  const file = await open(path)
  const memories = [Buffer.allocUnsafeSlow(blockBytes), Buffer.allocUnsafeSlow(blockBytes)]
  const readAt = (position: number) => {
    memories.reverse()
    return file.read(memories[0], 0, blockBytes, position)
  }
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
  // Errors reach the reader of the last stream, so the callback does nothing.
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
    blocks.push(Buffer.from(block))
    length += block.length
    if (length >= bytes) break
  }
  return Buffer.concat(blocks)
}
