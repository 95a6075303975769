/**
 * The characters that separate a text into records and cells; an empty `comment` means that there are no
 * comments.
 */
export interface Delimiters {
  readonly separator: string
  readonly quote: string
  readonly comment: string
}

/** The cells of one record, and where it starts and ends in the text. */
export interface TextRecord {
  readonly cells: readonly string[]
  /**
   * `quote`: text after a closing quote at this position. `open`: a record that starts here has a quote that
   * is never closed.
   */
  readonly fault: { readonly kind: 'quote' | 'open'; readonly at: number } | null
  readonly from: number
  readonly to: number
}

/**
 * The records in the first lines of a text, at most `most` lines. Blank lines and comments are left out, and
 * so is the last record if the text was cut off (`isWhole` is false).
 */
export function firstRecords(
  text: string,
  delimiters: Delimiters,
  isWhole: boolean,
  most: number,
): readonly TextRecord[] {
  return [...recordsOf(text, delimiters, isWhole, most)]
}

/** The records in the first lines of a text, one after the other. */
export function* recordsOf(
  text: string,
  delimiters: Delimiters,
  isWhole = true,
  most = Infinity,
): Generator<TextRecord> {
  let at = 0
  for (let lines = 0; at < text.length && lines < most; lines++) {
    const isComment = delimiters.comment !== '' && text.startsWith(delimiters.comment, at)
    const record = isComment ? lineAt(text, at) : recordAt(text, at, delimiters)
    if (record.to === text.length && !isWhole) break
    // An empty quoted cell is a cell, not a blank line.
    const isBlank = record.cells.length === 1 && record.cells[0] === '' && text[at] !== delimiters.quote
    at = record.to
    if (!isBlank && !isComment) yield record
  }
}

function lineAt(text: string, from: number): TextRecord {
  const lineEnd = /[\r\n]/g
  lineEnd.lastIndex = from
  const to = lineEnd.exec(text)?.index ?? text.length
  return { cells: [text.slice(from, to)], fault: null, from, to: afterLineEnd(text, to) }
}

function recordAt(text: string, from: number, delimiters: Delimiters): TextRecord {
  const line = lineAt(text, from)
  const [contents] = line.cells
  if (contents.includes(delimiters.quote)) return quotedRecordAt(text, from, delimiters)
  return { ...line, cells: contents.split(delimiters.separator) }
}

function quotedRecordAt(text: string, from: number, { separator, quote }: Delimiters): TextRecord {
  const cells: string[] = []
  let cell = ''
  let isStart = true
  let isQuoted = false
  let fault: TextRecord['fault'] = null
  for (let at = from; ; at++) {
    const letter = text[at]
    if (isStart && letter === quote) {
      const close = closingQuote(text, at + 1, quote)
      if (close === text.length) fault ??= { kind: 'open', at: from }
      cell = text.slice(at + 1, close).replaceAll(quote + quote, quote)
      at = close
      // Blanks may follow the closing quote.
      if (separator !== ' ') while (text[at + 1] === ' ') at++
      isQuoted = true
    } else if (letter === separator) {
      cells.push(cell)
      cell = ''
      isStart = true
      isQuoted = false
      continue
    } else if (letter === undefined || letter === '\n' || letter === '\r') {
      return { cells: [...cells, cell], fault, from, to: afterLineEnd(text, at) }
    } else {
      if (isQuoted) fault ??= { kind: 'quote', at }
      const end = endOfPlain(text, at, separator)
      cell += text.slice(at, end)
      at = end - 1
    }
    isStart = false
  }
}

/** The end of the rest of an unquoted cell. */
function endOfPlain(text: string, from: number, separator: string): number {
  let to = from
  while (to < text.length && text[to] !== separator && text[to] !== '\n' && text[to] !== '\r') to++
  return to
}

/** The position of the quote that closes a cell, or the end of the text. */
function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf(quote, at)
    if (at < 0) return text.length
    if (text[at + 1] !== quote) return at
  }
}

function afterLineEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}
