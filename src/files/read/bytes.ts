import { createReadStream, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import type { Readable, Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { CribaError } from '#core'
import { textDecoder } from '#memory'
import type { TextEncodingName } from '#memory'
import type { TextBytes } from '../text/text-bytes.ts'
import { notText } from '../text/text-faults.ts'
import { ByteLimit } from './byte-limit.ts'
import { checkSignal } from './interruption.ts'
import type { WatchedFiles } from './watched-files.ts'

/** A file on disk, and its name in messages. */
export interface DataFile {
  readonly path: string
  readonly label: string
  /** Its compression, if any. */
  readonly compression: Compression | null
  /** Interrupts reading. */
  readonly signal?: AbortSignal | undefined
  /** The most bytes that it may have once it is unpacked. */
  readonly limitBytes?: number | undefined
  /** Knows whether it has changed since reading began. */
  readonly watched?: WatchedFiles | undefined
}

export type Compression = 'gzip' | 'zstd'

/** The usual ratio of uncompressed to compressed text. */
const usualRatio = 5

/** The number of bytes read at once. */
const blockBytes = 1 << 20

/** The uncompressed bytes of a text file. */
export function fileBytes(file: DataFile): TextBytes {
  return {
    label: file.label,
    signal: file.signal,
    size: statSync(file.path).size * (file.compression === null ? 1 : usualRatio),
    blocks: (onRead = () => {}) => blocksOf(file, onRead),
  }
}

/**
 * Yields the uncompressed contents of a file in blocks; each is valid until the next is requested. `onRead`
 * receives the share of the file read so far, 0 to 1.
 */
async function* blocksOf(
  file: DataFile,
  onRead: (share: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const { path, label, compression, signal, watched } = file
  const blocks =
    compression === null ? plainBlocks(file, onRead) : decompressedBlocks(file, compression, onRead)
  try {
    for await (const block of blocks) {
      checkSignal(signal)
      yield block
    }
    watched?.check(path)
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unreadable', `unreadable file: ${label} (${(cause as Error).message})`, { cause })
  }
}

/**
 * Reads each block while the caller processes the one before, with two buffers: reusing memory is faster than
 * allocating it.
 */
async function* plainBlocks({ path }: DataFile, onRead: (share: number) => void): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  const file = await open(path)
  const buffers = [Buffer.allocUnsafeSlow(blockBytes), Buffer.allocUnsafeSlow(blockBytes)]
  const readAt = (position: number) => {
    buffers.reverse()
    return file.read(buffers[0], 0, blockBytes, position)
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

async function* decompressedBlocks(
  { path, label, limitBytes }: DataFile,
  compression: Compression,
  onRead: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  const limit = new ByteLimit(label, size, limitBytes)
  const raw = createReadStream(path, { highWaterMark: blockBytes })
  // Errors reach the reader of the last stream, so the callback ignores them.
  const stream: Readable = pipeline(raw, decompressor(compression, label), () => {})
  for await (const block of stream as AsyncIterable<Buffer>) {
    limit.add(block.length)
    onRead(raw.bytesRead / size)
    yield block
  }
}

function decompressor(compression: Compression, label: string): Transform {
  if (compression === 'gzip') return zlib.createGunzip({ chunkSize: 1 << 18 })
  // Node supports zstd from 22.15 on.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Transform }
  if (createZstdDecompress) return createZstdDecompress({ chunkSize: 1 << 18 })
  const remedy =
    'this version of Node cannot decompress zstd: decompress it first, or use Node 22.15 or later'
  throw new CribaError('unreadable', `unreadable file: ${label} (${remedy})`)
}

/** The first uncompressed bytes of a file, at least `bytes` of them if there are as many. */
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
