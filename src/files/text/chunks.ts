import { sharedBuffer } from '#core'
import { openLocalWorker, textEndsJob } from '#memory'
import type { TextFormat } from '#memory'
import { includesByte } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** The approximate size of a chunk; a longer record makes a larger chunk. */
const chunkBytes = 1 << 20
const leastBytes = 1 << 16
const wordBytes = 8
/** So many bytes at the end of a text show whether it ends with a total. */
const endBytes = 1 << 13
/** The most bytes of a record: without a limit, a quote that is never closed would span the whole file. */
export const longestRecord = 1 << 25

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Whole records of a text, in memory shared by threads. */
export interface Chunk {
  readonly bytes: Uint8Array
  /** The share of the text read so far, 0 to 1. */
  readonly share: number
  /** Whether it is the start of a record longer than `longestRecord`. */
  readonly isTooLong: boolean
}

/**
 * Splits a text into chunks of whole records. Chunks are released in the order in which they were produced,
 * and their memory is reused, so that a long file takes no more memory than a short one.
 */
export class Chunks {
  readonly #bytes: TextBytes
  readonly #form: TextFormat
  readonly #skip: number
  #share = 0
  readonly #inUse: Uint8Array[] = []
  readonly #free: Uint8Array[] = []
  /** Grows with the first chunk: a short text takes no more than it needs. */
  #buffer: Uint8Array = new Uint8Array(0)
  /**
   * The records in the buffer. They start so that the next block can be copied word by word, which is eight
   * times as fast in shared memory.
   */
  #start = 0
  #end = 0
  /** How many bytes of the buffer were searched without finding an end of a record. */
  #searched = 0
  /** The last bytes of the text, once all chunks were produced. */
  #lastBytes = new Uint8Array(0)

  /** `skip`: the number of bytes before the first record. */
  constructor(bytes: TextBytes, form: TextFormat, skip: number) {
    this.#bytes = bytes
    this.#form = form
    this.#skip = skip
  }

  async *all(): AsyncGenerator<Chunk> {
    let skip = this.#skip
    let isTooLong = false
    for await (const block of this.#bytes.blocks((share) => (this.#share = share))) {
      const skipped = Math.min(skip, block.length)
      skip -= skipped
      for (let from = skipped; from < block.length; from += chunkBytes) {
        this.#append(block.subarray(from, from + chunkBytes))
        // If no record ended in the bytes searched so far, wait until there are twice as many, or too many.
        if (this.#length < Math.max(chunkBytes, Math.min(2 * this.#searched, longestRecord + 1))) continue
        const length = await this.#lengthOfRecords()
        this.#searched = length === 0 ? this.#length : 0
        if (length > 0) yield this.#cut(this.#start + length)
      }
      isTooLong = this.#length > longestRecord
      if (isTooLong) break
    }
    if (this.#length === 0) return
    // The last line may have no line end.
    const last = this.#buffer[this.#end - 1]
    if (last !== lineFeed && last !== carriageReturn) this.#append(Uint8Array.of(lineFeed))
    this.#lastBytes = new Uint8Array(
      this.#buffer.subarray(Math.max(this.#start, this.#end - endBytes), this.#end),
    )
    yield this.#chunk(this.#end, isTooLong)
  }

  /** The last bytes of the text, at most `endBytes`; the first of them may be cut off inside a record. */
  get lastBytes(): Uint8Array {
    return this.#lastBytes
  }

  /** Releases the memory of the oldest chunk. */
  releaseOldest(): void {
    this.#free.push(this.#inUse.shift()!)
  }

  get #length(): number {
    return this.#end - this.#start
  }

  #append(block: Uint8Array): void {
    if (this.#length === 0) this.#start = this.#end = block.byteOffset % wordBytes
    const end = this.#end + block.length
    if (end > this.#buffer.length) {
      const larger = this.#memory(Math.max(leastBytes, 2 * end))
      larger.set(this.#buffer.subarray(0, this.#end))
      this.#buffer = larger
    }
    this.#buffer.set(block, this.#end)
    this.#end = end
  }

  /** Makes a chunk of the records up to `end`; the rest starts the next chunk. */
  #cut(end: number): Chunk {
    const chunk = this.#chunk(end, false)
    const rest = this.#buffer.subarray(end, this.#end)
    this.#buffer = this.#memory(Math.max(2 * chunkBytes, 2 * rest.length))
    this.#end = Math.ceil(rest.length / wordBytes) * wordBytes
    this.#start = this.#end - rest.length
    this.#buffer.set(rest, this.#start)
    return chunk
  }

  /** The bytes up to `end` as a chunk, whose memory is in use until it is released. */
  #chunk(end: number, isTooLong: boolean): Chunk {
    this.#inUse.push(this.#buffer)
    return { bytes: this.#buffer.subarray(this.#start, end), share: this.#share, isTooLong }
  }

  /** The length of the whole records in the buffer; 0 if no record ends in it. */
  async #lengthOfRecords(): Promise<number> {
    const bytes = this.#buffer.subarray(this.#start, this.#end)
    const { quote, comment } = this.#form
    if (comment === 0 && !includesByte(bytes, quote)) {
      const feed = bytes.lastIndexOf(lineFeed)
      // A carriage return at the very end may be the first half of a line end.
      return feed >= 0 ? feed + 1 : bytes.lastIndexOf(carriageReturn, this.#length - 2) + 1
    }
    const work = await openLocalWorker()
    return work({ job: textEndsJob, input: this.#form }, bytes).part
  }

  #memory(length: number): Uint8Array {
    const at = this.#free.findIndex((buffer) => buffer.length >= length)
    return at >= 0 ? this.#free.splice(at, 1)[0] : new Uint8Array(sharedBuffer(length))
  }
}
