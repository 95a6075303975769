import { invalidPart } from '#core'

/** The uncompressed bytes of a text; they can be read several times. */
export interface TextBytes {
  /** Its name in messages, if it has one. */
  readonly label: string | undefined
  /** The approximate number of bytes. */
  readonly size: number
  /** Interrupts what is made of them as a whole. */
  readonly signal?: AbortSignal | undefined
  /**
   * Yields blocks; each is valid until the next is requested. `onRead` receives the share of the file read so
   * far, 0 to 1.
   */
  blocks(onRead?: (share: number) => void): AsyncIterable<Uint8Array>
}

/** The bytes of a text in memory, or of a `File` in a browser. */
export function textBytes(text: string | Uint8Array | Blob): TextBytes {
  if (typeof text === 'string') return ofArray(new TextEncoder().encode(text))
  // Bytes of another realm, such as a frame of a page, are bytes too.
  if (Object.prototype.toString.call(text) === '[object Uint8Array]') return ofArray(text as Uint8Array)
  if (text instanceof Blob) return ofBlob(text)
  throw invalidPart('text', text, 'a text, its bytes, or a file')
}

const blockBytes = 1 << 20

function ofArray(bytes: Uint8Array): TextBytes {
  return {
    label: undefined,
    size: bytes.length,
    async *blocks(onRead) {
      for (let from = 0; from < bytes.length; from += blockBytes) {
        const block = bytes.subarray(from, from + blockBytes)
        onRead?.((from + block.length) / bytes.length)
        yield block
      }
    },
  }
}

function ofBlob(blob: Blob): TextBytes {
  return {
    label: 'name' in blob ? String(blob.name) : undefined,
    size: blob.size,
    async *blocks(onRead) {
      for (let from = 0; from < blob.size; from += blockBytes) {
        const block = new Uint8Array(await blob.slice(from, from + blockBytes).arrayBuffer())
        onRead?.((from + block.length) / blob.size)
        yield block
      }
    },
  }
}

/** The first bytes, at least `least` of them if there are as many. */
export async function startOfBytes(bytes: TextBytes, least: number): Promise<Uint8Array> {
  const blocks: Uint8Array[] = []
  let length = 0
  for await (const block of bytes.blocks()) {
    blocks.push(new Uint8Array(block))
    length += block.length
    if (length >= least) break
  }
  return joined(blocks, length)
}

/** Joins blocks. */
export function joined(blocks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const block of blocks) {
    all.set(block, at)
    at += block.length
  }
  return all
}

interface NodeBuffers {
  from(buffer: ArrayBufferLike, from: number, length: number): { includes(byte: number): boolean }
}
const nodeBuffers = (globalThis as { readonly Buffer?: NodeBuffers }).Buffer

/** Whether bytes contain a byte. Node's buffers search ten times as fast as arrays. */
export function includesByte(bytes: Uint8Array, byte: number): boolean {
  const { buffer, byteOffset, length } = bytes
  return nodeBuffers ? nodeBuffers.from(buffer, byteOffset, length).includes(byte) : bytes.includes(byte)
}
