import { crc32 } from 'node:zlib'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { CribaError } from '#core'
import { firstLine } from '#sql'
import type { DataFile } from '../read/bytes.ts'
import { checkSignal } from '../read/interruption.ts'

const megabyte = 1 << 20

/** By default the most bytes that a part of an archive may become, and all parts that are read together. */
const usualBytes = 4 * 1024 * megabyte

/**
 * Parts of so many bytes may be packed no tighter than this; sheets are packed to a tenth, seldom to a
 * hundredth.
 */
const suspectBytes = 64 * megabyte
const suspectRatio = 400

/** The name of an archive in messages, and how it is read. */
type ZipOptions = Pick<DataFile, 'label' | 'signal' | 'limitBytes'>

/** A zip archive, whose parts are unpacked in blocks. */
export class ZipArchive {
  readonly label: string
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #signal: AbortSignal | undefined
  /** What the user allows, however tightly it is packed. */
  readonly #limit: number | undefined
  #unpacked = 0

  private constructor(
    { label, signal, limitBytes }: ZipOptions,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
  ) {
    this.label = label
    this.#limit = limitBytes
    this.#zip = zip
    this.#entries = entries
    this.#signal = signal
  }

  static async open(path: string, file: ZipOptions): Promise<ZipArchive> {
    try {
      const zip = await openPromise(path, { autoClose: false })
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new ZipArchive(file, zip, entries)
    } catch (cause) {
      const why = firstLine(cause).replace(/\.$/, '')
      throw new CribaError('unreadable', `unreadable file: ${file.label} is no whole workbook (${why})`, {
        cause,
      })
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The unpacked bytes of a part; refuses more than `most`, before and while it is unpacked. */
  async *blocks(name: string, most = this.#limit ?? usualBytes): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw new CribaError('unreadable', `unreadable file: ${this.label} (it has no part ${name})`)
    if (entry.isEncrypted()) throw protectedFile(this.label)
    const { uncompressedSize: size, compressedSize } = entry
    const isSuspect = this.#limit === undefined && size > suspectBytes && size > suspectRatio * compressedSize
    if (size > most || isSuspect) throw tooLarge(this.label, name, size)
    const stream = await this.#zip.openReadStreamPromise(entry)
    let checksum = 0
    try {
      for await (const block of stream as AsyncIterable<Buffer>) {
        checkSignal(this.#signal)
        this.#unpacked += block.length
        if (this.#unpacked > (this.#limit ?? usualBytes)) throw tooLarge(this.label, name, this.#unpacked)
        checksum = crc32(block, checksum)
        yield block
      }
      if (checksum !== entry.crc32)
        throw new CribaError(
          'unreadable',
          `unreadable file: ${this.label} (its part ${name} is damaged: its check sum is another)`,
        )
    } finally {
      stream.destroy()
    }
  }

  close(): void {
    this.#zip.close()
  }
}

function tooLarge(label: string, name: string, bytes: number): CribaError {
  const remedy = 'if that is right, allow more, as with --limit-bytes 64GB, or export the sheet as CSV'
  const size = `${name} would be ${Math.ceil(bytes / megabyte)} MB`
  return new CribaError('too-large', `too large: ${label} (${size}: ${remedy})`)
}

/** The error for a file that only a password opens. */
export function protectedFile(label: string): CribaError {
  const remedy = 'it is protected by a password: save a copy without one'
  return new CribaError('unreadable', `unreadable file: ${label} (${remedy})`)
}
