import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { CribaError } from '#core'
import type { ByteLimit } from '../read/byte-limit.ts'
import { longestRecord } from '../text/chunks.ts'
import { TextsOfNumbers } from './number-cells.ts'
import type { CellErrors, CellSink, DatedKind } from './workbook.ts'

/** The separator of the text that is made of a sheet. */
export const sheetSeparator = '\t'

/** A sheet has at most so many rows and columns, in every program. */
export const mostRows = 1 << 20
const mostColumns = 1 << 14
/** The most cells of the rectangle around all values. */
const mostCells = 1 << 28

const blockLetters = 1 << 16

/**
 * Writes the cells of a sheet as delimited text, each row of the sheet a line, so that a sheet is read by the
 * rules of text. The first file has rows as they come; the second has only the columns between the first and
 * the last value, and all of them in each row.
 */
export class SheetText implements CellSink {
  readonly #label: string
  readonly #path: string
  readonly #file: number
  /** A text that many cells share is written for each. */
  readonly #limit: ByteLimit
  /** The mark with which numbers are written, as texts of the sheet are read. */
  readonly #decimal: '.' | ','
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
  /** Columns with dates, moments and durations. */
  readonly #kinds = { date: new Set<number>(), datetime: new Set<number>(), duration: new Set<number>() }
  /** Columns with formulas whose value is not stored, each with how many. */
  readonly #formulas = new Map<number, number>()
  /** Columns of percentages, each with the first that is not 0. */
  readonly #percents = new Map<number, number>()
  readonly #texts = new TextsOfNumbers()
  readonly errors: CellErrors = new Map()
  readonly isDone = false

  constructor(path: string, label: string, limit: ByteLimit, decimal: '.' | ',' = '.') {
    this.#limit = limit
    this.#decimal = decimal
    this.#path = path
    this.#label = label
    this.#file = openSync(path, 'w')
  }

  cell(row: number, column: number, text: string, kind?: DatedKind): void {
    if (kind === undefined) this.#texts.add(column, text)
    this.#add(row, column, text, kind)
  }

  #add(row: number, column: number, text: string, kind?: DatedKind): void {
    if (text === '') return
    if (row !== this.#row) this.#beginRow(row)
    if (column < this.#column || column >= mostColumns) throw this.#misplaced(row, column)
    this.#limit.add(text.length)
    if (this.#record.length + text.length > longestRecord) throw this.#tooLong(row)
    this.#record += sheetSeparator.repeat(column - this.#column) + quoted(text)
    this.#column = column
    this.#first = Math.min(this.#first, column)
    this.#end = Math.max(this.#end, column + 1)
    if (kind) this.#kinds[kind].add(column)
  }

  number(row: number, column: number, value: number): void {
    this.#add(row, column, numberText(value, this.#decimal))
  }

  percentage(column: number, value: number): void {
    if (!this.#percents.get(column)) this.#percents.set(column, value)
  }

  formula(column: number): void {
    this.#formulas.set(column, (this.#formulas.get(column) ?? 0) + 1)
  }

  error(name: string): void {
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1)
  }

  /** The columns of percentages by their place in the text, each with the first that is not 0. */
  percents(): ReadonlyMap<number, number> {
    return this.#placed(this.#percents)
  }

  /** The columns with formulas whose value is not stored, by their place in the text, each with how many. */
  formulas(): ReadonlyMap<number, number> {
    return this.#placed(this.#formulas)
  }

  /** The columns of texts that may be thousands by their place in the text, each with one of these texts. */
  thousands(): ReadonlyMap<number, string> {
    return this.#placed(this.#texts.doubtful)
  }

  #placed<T>(columns: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
    const first = this.isEmpty ? 0 : this.#first
    return new Map([...columns].map(([column, value]) => [column - first, value]))
  }

  /** Writes the text to a file; the sheet is not empty. */
  finish(path: string): void {
    this.#endRow()
    this.#flush()
    closeSync(this.#file)
    const input = openSync(this.#path, 'r')
    const output = new LineFile(path)
    const { date, datetime, duration } = this.#kinds
    const written: Written = {
      moments: [...date].filter((column) => datetime.has(column)),
      durations: [...duration],
      decimal: this.#decimal,
    }
    try {
      this.#rows.forEach((row, i) => {
        // A line of the text is a row of the sheet. Without a separator only quotes tell a missing value from
        // a blank line.
        const blank = this.#end - this.#first === 1 && i > 0 ? '""' : ''
        for (let next = i > 0 ? this.#rows[i - 1] + 1 : 0; next < row; next++) output.line(blank)
        const record = Buffer.allocUnsafe(this.#bytes[i])
        readSync(input, record, 0, record.length, null)
        output.line(this.#padded(record.toString(), this.#cells[i], written))
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

  #tooLong(row: number): CribaError {
    const size = `row ${row + 1} has more than ${longestRecord} letters`
    return new CribaError('too-large', `too large: ${this.#label} (${size}: take out its long texts)`)
  }

  #misplaced(row: number, column: number): CribaError {
    const place = `row ${row + 1}, column ${column + 1}`
    return new CribaError(
      'unreadable',
      `unreadable file: ${this.#label} (a cell at ${place} is out of place)`,
    )
  }

  /**
   * A row with the columns of all rows; dates are moments where some of their column are, and times
   * durations.
   */
  #padded(record: string, cells: number, written: Written): string {
    const { moments, durations } = written
    const text = moments.length + durations.length === 0 ? record : rewritten(record, written)
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

/** Columns whose dates are written as moments, and whose times are written as numbers of days. */
interface Written {
  readonly moments: readonly number[]
  readonly durations: readonly number[]
  readonly decimal: '.' | ','
}

function rewritten(record: string, { moments, durations, decimal }: Written): string {
  const cells = `\t${record}`.match(/\t(?:"(?:[^"]|"")*"|[^\t]*)/g) ?? []
  for (const column of moments) {
    if (column < cells.length && /^\t\d{4}-\d\d-\d\d$/.test(cells[column])) cells[column] += ' 00:00:00'
  }
  for (const column of durations) {
    const time = /^\t(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(cells[column] ?? '')
    if (time)
      cells[column] = `\t${numberText(daysOf(Number(time[1]), Number(time[2]), Number(time[3])), decimal)}`
  }
  return cells.join('').slice(1)
}

function numberText(value: number, decimal: '.' | ','): string {
  return decimal === ',' ? String(value).replace('.', ',') : String(value)
}

/** A duration as a number of days, as other workbooks hold it. */
function daysOf(hours: number, minutes: number, seconds: number): number {
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}
