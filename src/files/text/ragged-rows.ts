import type { RaggedPolicy } from '../../spec/ragged.ts'
import type { Warning } from '../../trace/warning.ts'
import { longestRecord } from './chunks.ts'
import { countFeeds, walkRecord } from './record-walk.ts'
import type { Marks } from './record-walk.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'
import type { TextFile } from './text-file.ts'

/** The rows of another width that were met when a text was read last. */
export interface RaggedRows {
  readonly policy: RaggedPolicy
  readonly rows: number
  /** The line of the first of them. */
  readonly firstLine: number
  /** Whether lines were taken out, so that the others have other numbers. */
  readonly isShifted: boolean
}

/** A delimited text, its header, and how it is written, as characters. */
interface UnevenRows {
  readonly bytes: TextBytes
  readonly head: { readonly bytes: number; readonly lines: number }
  readonly separator: string
  readonly quote: string
  readonly comment: string
  readonly width: number
}

const nothing = new Uint8Array(0)
const lineFeed = 0x0a
const space = 0x20

/** The same text with rows of one width. Lines keep their numbers: a row left out leaves a blank line. */
export function evenRows(
  { bytes, head, width, ...form }: UnevenRows,
  policy: RaggedPolicy,
): { readonly bytes: TextBytes; readonly found: RaggedRows } {
  const marks = {
    separator: form.separator.charCodeAt(0),
    quote: form.quote.charCodeAt(0),
    comment: form.comment === '' ? 0 : form.comment.charCodeAt(0),
  }
  const found = { policy, rows: 0, firstLine: 0, isShifted: false }
  async function* blocks(onRead?: (share: number) => void): AsyncGenerator<Uint8Array> {
    Object.assign(found, { rows: 0, firstLine: 0, isShifted: false })
    const rows = new Evened(marks, width, found, head.lines)
    let skip = head.bytes
    let rest: Uint8Array = nothing
    for await (const block of bytes.blocks(onRead)) {
      const before = Math.min(skip, block.length)
      skip -= before
      if (before > 0) yield block.subarray(0, before)
      const text = joined([rest, block.subarray(before)], rest.length + block.length - before)
      // Too long a record is refused further on.
      const { even, used } =
        text.length > longestRecord ? { even: text, used: text.length } : rows.take(text, false)
      rest = text.subarray(used)
      if (even.length > 0) yield even
    }
    if (rest.length > 0) yield rows.take(rest, true).even
  }
  return { bytes: { label: bytes.label, size: bytes.size, blocks }, found }
}

/** Makes records even, one after the other. */
class Evened {
  readonly #marks: Marks
  readonly #width: number
  readonly #found: { -readonly [K in keyof RaggedRows]: RaggedRows[K] }
  #line: number

  constructor(marks: Marks, width: number, found: RaggedRows, lines: number) {
    this.#marks = marks
    this.#width = width
    this.#found = found
    this.#line = lines + 1
  }

  /** The whole records among some bytes, made even; `used`: the bytes they took. */
  take(bytes: Uint8Array, isLast: boolean): { readonly even: Uint8Array; readonly used: number } {
    const pieces: Uint8Array[] = []
    let kept = 0
    let at = 0
    while (at < bytes.length) {
      const record = walkRecord(bytes, at, this.#marks, this.#width, isLast)
      if (!record) break
      const { cells, cut, lineEnd, to, isRow } = record
      const feeds = countFeeds(bytes, at, lineEnd)
      if (isRow && cells !== this.#width) {
        const end = this.#found.policy === 'skip' ? at : cut > 0 ? cut : lineEnd
        const inPlace = this.#inPlaceOf(bytes.subarray(cut, lineEnd), cells, feeds)
        if (inPlace) {
          this.#note()
          // A row left out takes its line end with it, which the blank lines have instead.
          const next = this.#found.policy === 'skip' ? to : lineEnd
          pieces.push(bytes.subarray(kept, end), inPlace)
          kept = next
        }
      }
      this.#line += feeds + 1
      at = to
    }
    pieces.push(bytes.subarray(kept, at))
    return {
      even: joined(
        pieces,
        pieces.reduce((sum, { length }) => sum + length, 0),
      ),
      used: at,
    }
  }

  /** What stands in place of what a row has too little or too much; `null` where it cannot be taken. */
  #inPlaceOf(surplus: Uint8Array, cells: number, feeds: number): Uint8Array | null {
    const { separator, quote } = this.#marks
    if (this.#found.policy === 'skip') {
      // Blank lines of a single column would be rows.
      if (this.#width > 1) return new Uint8Array(feeds + 1).fill(lineFeed)
      this.#found.isShifted = true
      return nothing
    }
    if (cells < this.#width) return new Uint8Array(this.#width - cells).fill(separator)
    return surplus.every((byte) => byte === separator || byte === quote || byte === space) ? nothing : null
  }

  #note(): void {
    if (this.#found.rows === 0) this.#found.firstLine = this.#line
    this.#found.rows++
  }
}

/** Tells of rows of another width, and what was done with them. */
export function raggedWarnings(files: readonly TextFile[]): Warning[] {
  const uneven = files.filter(({ ragged }) => ragged !== null && ragged.rows > 0)
  if (uneven.length === 0) return []
  const [{ label, ragged }] = uneven
  const rows = uneven.reduce((sum, { ragged }) => sum + ragged!.rows, 0)
  const done = ragged!.policy === 'skip' ? 'they are left out' : 'cells they lack are missing'
  const subject = rows === 1 ? 'a row has' : `${rows} rows have`
  const message = `${subject} another number of cells than the header (first: line ${ragged!.firstLine} of ${label}): ${done}`
  return [{ code: 'ragged-rows', message }]
}
