import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { CribaError } from '#core'
import type { CellErrors, CellSink } from './workbook.ts'

/** The separator of the text that is made of a sheet. */
export const sheetSeparator = '\t'

/** A sheet has at most so many rows and columns, in every program. */
export const mostRows = 1 << 20
const mostColumns = 1 << 14
/** The most cells of the rectangle around all values. */
const mostCells = 1 << 28

const blockLetters = 1 << 16

/**
 * Writes the cells of a sheet as delimited text, each row of the sheet a line, so that a sheet is read by the rules of
 * text. The first file has rows as they come; the second has only the columns between the first and the last value, and
 * all of them in each row.
 */
export class SheetText implements CellSink {
  readonly #label: string
  readonly #path: string
  readonly #file: number
  #text = ''
  #record = ''
  #row = -1
  #column = 0
  #first = Infinity
  #end = 0
  /** Of each row with a value: its number, its bytes and its cells, empty ones in front included. */
  readonly #rows: number[] = []
  readonly #bytes: number[] = []
  readonly #cells: number[] = []
  readonly #dates = new Set<number>()
  readonly #moments = new Set<number>()
  /** Columns of percentages, each with the first that is not 0. */
  readonly #percents = new Map<number, number>()
  readonly errors: CellErrors = new Map()
  readonly isDone = false

  constructor(path: string, label: string) {
    this.#path = path
    this.#label = label
    this.#file = openSync(path, 'w')
  }

  cell(row: number, column: number, text: string, kind?: 'date' | 'datetime'): void {
    if (text === '') return
    if (row !== this.#row) this.#beginRow(row)
    if (column < this.#column || column >= mostColumns) throw this.#misplaced(row, column)
    this.#record += sheetSeparator.repeat(column - this.#column) + quoted(text)
    this.#column = column
    this.#first = Math.min(this.#first, column)
    this.#end = Math.max(this.#end, column + 1)
    if (kind) (kind === 'date' ? this.#dates : this.#moments).add(column)
  }

  percentage(column: number, value: number): void {
    if (!this.#percents.get(column)) this.#percents.set(column, value)
  }

  error(name: string): void {
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1)
  }

  /** The columns of percentages by their place in the text, each with the first that is not 0. */
  percents(): ReadonlyMap<number, number> {
    return new Map([...this.#percents].map(([column, value]) => [column - this.#first, value]))
  }

  /** Writes the text to a file; the sheet is not empty. */
  finish(path: string): void {
    this.#endRow()
    this.#flush()
    closeSync(this.#file)
    const input = openSync(this.#path, 'r')
    const output = new LineFile(path)
    const mixed = [...this.#dates].filter((column) => this.#moments.has(column))
    try {
      this.#rows.forEach((row, i) => {
        // A line of the text is a row of the sheet. Without a separator only quotes tell a missing value from a blank line.
        const blank = this.#end - this.#first === 1 && i > 0 ? '""' : ''
        for (let next = i > 0 ? this.#rows[i - 1] + 1 : 0; next < row; next++) output.line(blank)
        const record = Buffer.allocUnsafe(this.#bytes[i])
        readSync(input, record, 0, record.length, null)
        output.line(this.#padded(record.toString(), this.#cells[i], mixed))
      })
    } finally {
      output.close()
      closeSync(input)
    }
  }

  /** Closes the first file, if reading the sheet has failed. */
  abandon(): void {
    closeSync(this.#file)
  }

  get isEmpty(): boolean {
    return this.#row < 0
  }

  #beginRow(row: number): void {
    if (row < this.#row || row >= mostRows) throw this.#misplaced(row, 0)
    this.#endRow()
    this.#row = row
  }

  #endRow(): void {
    if (this.#row < 0) return
    this.#rows.push(this.#row)
    this.#cells.push(this.#column + 1)
    this.#bytes.push(Buffer.byteLength(this.#record))
    if ((this.#row + 1) * (this.#end - this.#first) > mostCells) {
      const size = `${this.#row + 1} rows × ${this.#end - this.#first} columns`
      throw new CribaError('too-large', `too large: ${this.#label} has ${size} (export the sheet as CSV)`)
    }
    this.#text += this.#record
    this.#record = ''
    this.#column = 0
    if (this.#text.length > blockLetters) this.#flush()
  }

  #flush(): void {
    write(this.#file, this.#text)
    this.#text = ''
  }

  #misplaced(row: number, column: number): CribaError {
    const place = `row ${row + 1}, column ${column + 1}`
    return new CribaError(
      'unreadable',
      `unreadable file: ${this.#label} (a cell at ${place} is out of place)`,
    )
  }

  /** A row with the columns of all rows; dates are moments where some of their column are. */
  #padded(record: string, cells: number, mixed: readonly number[]): string {
    const text = mixed.length === 0 ? record : withMoments(record, mixed)
    return text.slice(this.#first) + sheetSeparator.repeat(this.#end - cells)
  }
}

/** Writes lines to a file in blocks. */
class LineFile {
  readonly #file: number
  #text = ''

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  line(text: string): void {
    this.#text += `${text}\n`
    if (this.#text.length > blockLetters) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    write(this.#file, this.#text)
    this.#text = ''
  }
}

function write(file: number, text: string): void {
  const bytes = Buffer.from(text)
  // A write may be partial.
  for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from)
}

/** Also cells with ' are quoted, so that the text has but one kind of quote. */
const needsQuotes = /[\t\n\r"']/

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function withMoments(record: string, columns: readonly number[]): string {
  const cells = `\t${record}`.match(/\t(?:"(?:[^"]|"")*"|[^\t]*)/g) ?? []
  for (const column of columns) {
    if (column < cells.length && /^\t\d{4}-\d\d-\d\d$/.test(cells[column])) cells[column] += ' 00:00:00'
  }
  return cells.join('').slice(1)
}
