import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { CribaError } from '#core'
import { firstLine } from '#sql'
import { checkSignal } from '../read/interruption.ts'

const megabyte = 1 << 20

/** The most bytes that a part of an archive may become, and all parts that are read together. */
const mostBytes = 4 * 1024 * megabyte

/** Parts of so many bytes may be packed no tighter than this; sheets are packed to a tenth, seldom to a hundredth. */
const suspectBytes = 64 * megabyte
const suspectRatio = 400

/** A zip archive, whose parts are unpacked in blocks. */
export class ZipArchive {
  readonly label: string
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #signal: AbortSignal | undefined
  #unpacked = 0

  private constructor(
    label: string,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    signal?: AbortSignal,
  ) {
    this.label = label
    this.#zip = zip
    this.#entries = entries
    this.#signal = signal
  }

  static async open(path: string, label: string, signal?: AbortSignal): Promise<ZipArchive> {
    try {
      const zip = await openPromise(path, { autoClose: false })
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new ZipArchive(label, zip, entries, signal)
    } catch (cause) {
      const why = firstLine(cause).replace(/\.$/, '')
      throw new CribaError('unreadable', `unreadable file: ${label} is no whole workbook (${why})`, { cause })
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The unpacked bytes of a part; refuses more than `most`, before and while it is unpacked. */
  async *blocks(name: string, most = mostBytes): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw new CribaError('unreadable', `unreadable file: ${this.label} (it has no part ${name})`)
    if (entry.isEncrypted()) throw protectedFile(this.label)
    const { uncompressedSize: size, compressedSize } = entry
    const isSuspect = size > suspectBytes && size > suspectRatio * compressedSize
    if (size > most || isSuspect) throw tooLarge(this.label, name, size)
    const stream = await this.#zip.openReadStreamPromise(entry)
    try {
      for await (const block of stream as AsyncIterable<Buffer>) {
        checkSignal(this.#signal)
        this.#unpacked += block.length
        if (this.#unpacked > mostBytes) throw tooLarge(this.label, name, this.#unpacked)
        yield block
      }
    } finally {
      stream.destroy()
    }
  }

  close(): void {
    this.#zip.close()
  }
}

function tooLarge(label: string, name: string, bytes: number): CribaError {
  const size = `${name} would be ${Math.ceil(bytes / megabyte)} MB`
  return new CribaError('too-large', `too large: ${label} (${size}: export the sheet as CSV or Parquet)`)
}

/** The error for a file that only a password opens. */
export function protectedFile(label: string): CribaError {
  const remedy = 'it is protected by a password: save a copy without one'
  return new CribaError('unreadable', `unreadable file: ${label} (${remedy})`)
}
