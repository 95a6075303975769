/** How the records of a text are written; no comments where `comment` is empty. */
export interface Form {
  readonly separator: string
  readonly quote: string
  readonly comment: string
}

/** The cells of one record, and where it begins and ends in the text. */
export interface Record {
  readonly cells: readonly string[]
  /** Text behind a closing quote, where it stands, or a record with a quote that nothing closes, where it begins. */
  readonly fault: { readonly kind: 'quote' | 'open'; readonly at: number } | null
  readonly from: number
  readonly to: number
}

/**
 * The first records of a text, blank lines and comments left out: what a few lines tell of the whole. The last record of a
 * text that was cut off is no whole one.
 */
export function firstRecords(text: string, form: Form, isWhole: boolean, most: number): readonly Record[] {
  const records: Record[] = []
  let at = 0
  for (let lines = 0; at < text.length && lines < most; lines++) {
    const isComment = form.comment !== '' && text.startsWith(form.comment, at)
    const record = isComment ? lineAt(text, at) : recordAt(text, at, form)
    if (record.to === text.length && !isWhole) break
    const isBlank = record.cells.length === 1 && record.cells[0] === ''
    if (!isBlank && !isComment) records.push(record)
    at = record.to
  }
  return records
}

function lineAt(text: string, from: number): Record {
  let to = from
  while (to < text.length && text[to] !== '\n' && text[to] !== '\r') to++
  return { cells: [text.slice(from, to)], fault: null, from, to: afterLineEnd(text, to) }
}

function recordAt(text: string, from: number, { separator, quote }: Form): Record {
  const cells: string[] = []
  let cell = ''
  let isStart = true
  let isQuoted = false
  let fault: Record['fault'] = null
  for (let at = from; ; at++) {
    const letter = text[at]
    if (isStart && letter === quote) {
      const close = closingQuote(text, at + 1, quote)
      if (close === text.length) fault ??= { kind: 'open', at: from }
      cell = text.slice(at + 1, close).replaceAll(quote + quote, quote)
      at = close
      // Blanks may stand behind it.
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
      cell += letter
      if (isQuoted) fault ??= { kind: 'quote', at }
    }
    isStart = false
  }
}

/** Where the quote stands that closes a cell, or the end of the text. */
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
