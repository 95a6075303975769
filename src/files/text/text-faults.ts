import { CribaError } from '#core'
import type { TextFault } from '#memory'
import { longestRecord } from './chunks.ts'

/** The error for a row with more or fewer cells than the header. */
export class WidthError extends CribaError {
  readonly label: string
  readonly isShort: boolean

  constructor(
    label: string,
    { row, line, cells, width }: { readonly [K in 'row' | 'line' | 'cells' | 'width']: number },
  ) {
    const place = `invalid row ${row} of ${label} (line ${line})`
    super('invalid', `${place}: ${cells} cells (needs ${width}, as the header)`)
    this.label = label
    this.isShort = cells < width
  }
}

/** The error for a faulty record; `row` and `line` are counted from 1 in the file. */
export function faultyRecord(
  { kind, cells }: Pick<TextFault, 'kind' | 'cells'>,
  label: string,
  row: number,
  line: number,
  width = 0,
): CribaError {
  switch (kind) {
    case 'width':
      return new WidthError(label, { row, line, cells, width })
    case 'quote':
      return new CribaError(
        'invalid',
        `invalid quote in ${label}, line ${line}: text follows a closing quote (double a quote that belongs to the cell)`,
      )
    case 'open':
      return new CribaError('invalid', `invalid quote in ${label}, line ${line}: it is never closed`)
    default:
      return notText(label)
  }
}

/** The error for a file with bytes that do not occur in text. */
export class NotText extends CribaError {
  readonly label: string

  constructor(label: string) {
    const remedy =
      'save it as CSV in UTF-8, name its --encoding, such as cp850 of DOS, or give the file the extension of its format'
    super('unreadable', `unreadable file: ${label} is not text (${remedy})`)
    this.label = label
  }
}

export function notText(label: string): NotText {
  return new NotText(label)
}

/** The error for a file that is not valid UTF-8 although it starts with the byte order mark of UTF-8. */
export function notUtf8(label: string): CribaError {
  const message = `unreadable file: ${label} starts with the byte order mark of UTF-8 but is not valid UTF-8 (save it again as UTF-8)`
  return new CribaError('unreadable', message)
}

/** The error for a record longer than `longestRecord`. */
export function tooLong(label: string, line: number): CribaError {
  const message = `record too long in ${label}, line ${line} (at most ${longestRecord >> 20} MB; is a quote never closed?)`
  return new CribaError('too-large', message)
}

/** The error for a file that changed between two passes over it. */
export function changedFile(label: string): CribaError {
  return new CribaError('unreadable', `unreadable file: ${label} changed while it was read (read it again)`)
}
