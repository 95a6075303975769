import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CribaError } from '../../spec/error.ts'
import { checkSignal } from './interruption.ts'

/** A file as it lies on the disk, and the name the user knows it by. */
export interface DataFile {
  readonly path: string
  readonly label: string
  readonly isGzip: boolean
  /** Stops whoever reads the file. */
  readonly signal?: AbortSignal | undefined
}

/** The contents of a file, unpacked, in blocks. */
export async function* blocksOf({ path, label, isGzip, signal }: DataFile): AsyncGenerator<Buffer> {
  const raw = createReadStream(path, { highWaterMark: 1 << 20 })
  // An error reaches the reader of the last stream, so nothing is left for the callback.
  const stream = isGzip ? pipeline(raw, createGunzip({ chunkSize: 1 << 18 }), () => {}) : raw
  try {
    for await (const block of stream) {
      checkSignal(signal)
      yield block as Buffer
    }
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unreadable', `unreadable file: ${label} (${(cause as Error).message})`, { cause })
  }
}

/** The first bytes of a file, unpacked: at least so many, where the file has them. */
export async function startOf(file: DataFile, bytes: number): Promise<Buffer> {
  const blocks: Buffer[] = []
  let length = 0
  for await (const block of blocksOf(file)) {
    blocks.push(block)
    length += block.length
    if (length >= bytes) break
  }
  return Buffer.concat(blocks)
}
