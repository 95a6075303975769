/* A plain byte-by-byte reader of a chunk of text, the reference for assembly/text-index. */
import type { TextFault, TextFormat } from '../../dist/src/memory/text/text-chunk.js'

export interface PlainChunk {
  readonly rows: readonly (readonly string[])[]
  readonly lines: number
  readonly blanks: number
  readonly fault: Pick<TextFault, 'kind' | 'row' | 'line' | 'cells'> | null
  /** The end of each record, blank line or comment, unless it may be half a line end. */
  readonly ends: readonly number[]
}

type State = 'start' | 'plain' | 'quoted' | 'closed' | 'behind' | 'comment'

/** Reads a text with one letter a byte; with width 0 rows may have any width. */
export function plainChunk(text: string, form: Omit<TextFormat, 'encoding'>): PlainChunk {
  const { width } = form
  const [separator, quote, comment] = [form.separator, form.quote, form.comment].map((byte) =>
    String.fromCharCode(byte),
  )
  const rows: string[][] = []
  const ends: number[] = []
  let cells: string[] = []
  let cell = ''
  let state: State = 'start'
  let [lines, blanks, recordLine] = [0, 0, 0]
  let fault: PlainChunk['fault'] = null
  const noteFault = (kind: TextFault['kind'], line: number) =>
    (fault ??= { kind, row: rows.length, line, cells: cells.length })
  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRecord = () => {
    if (state === 'comment') return
    if (state === 'start' && cells.length === 0) {
      blanks++
      return
    }
    endCell()
    // A blank line is not a row, except between the rows of a single column.
    if (width === 1 && !fault) for (; blanks > 0; blanks--) rows.push([''])
    if (width !== 0 && cells.length !== width) noteFault('width', recordLine)
    if (!fault) rows.push(cells)
    blanks = 0
  }
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    const isLineEnd = byte === '\n' || byte === '\r'
    if (state === 'quoted') {
      if (byte === quote) state = 'closed'
      else cell += byte
      if (byte === '\n') lines++
    } else if (isLineEnd) {
      endRecord()
      const isPair = byte === '\r' && text[at + 1] === '\n'
      if (isPair) at++
      if (byte === '\n' || isPair || at + 1 < text.length) ends.push(at + 1)
      cells = []
      cell = ''
      state = 'start'
      recordLine = ++lines
    } else if (state === 'comment') continue
    else if (state === 'start' && cells.length === 0 && form.comment !== 0 && byte === comment) {
      state = 'comment'
    } else if (byte === separator) endCell()
    else if (state === 'start' && byte === quote) state = 'quoted'
    else if (state === 'closed' && byte === quote) {
      cell += byte
      state = 'quoted'
    } else if (state === 'start' || state === 'plain') {
      cell += byte
      state = 'plain'
    } else if (byte === ' ') state = 'behind'
    else {
      noteFault('quote', lines)
      state = 'plain'
    }
  }
  if (state === 'quoted') noteFault('open', recordLine)
  return { rows, lines, blanks, fault, ends }
}
