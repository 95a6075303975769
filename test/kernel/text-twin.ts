/* A plain reader of a chunk of text, byte by byte: what the index of assembly/text-index is held against. */
import type { TextFault, TextFormat } from '../../dist/src/kernel/text-chunk.js'

export interface PlainChunk {
  readonly rows: readonly (readonly string[])[]
  readonly lines: number
  readonly blanks: number
  readonly fault: Pick<TextFault, 'kind' | 'row' | 'line' | 'cells'> | null
  /** Where each record, blank line or comment ends, unless its end may be half of one. */
  readonly ends: readonly number[]
}

type State = 'start' | 'plain' | 'quoted' | 'closed' | 'behind' | 'comment'

/** Reads a text whose letters are bytes; with a width of 0 each row has its own. */
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
  const refuse = (kind: TextFault['kind'], line: number) =>
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
    // A blank line is no row, except between the rows of a single column.
    if (width === 1 && !fault) for (; blanks > 0; blanks--) rows.push([''])
    if (width !== 0 && cells.length !== width) refuse('width', recordLine)
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
      refuse('quote', lines)
      state = 'plain'
    }
  }
  if (state === 'quoted') refuse('open', recordLine)
  return { rows, lines, blanks, fault, ends }
}
