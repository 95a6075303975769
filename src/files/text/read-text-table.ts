import { allocateNumbers, columnOfCodes, numberColumn } from '#core'
import { unitOfFormat } from '../cells/cell-format.ts'
import type { Column, Table } from '#core'
import type { ColumnChoice } from '../options/column-choice.ts'
import type { ColumnReader } from './column-reader.ts'
import type { ReadCells, ReadRows } from './file-rows.ts'
import type { TextRun } from './read-rows.ts'
import { readText } from './read-text.ts'
import type { DelimitedText } from './read-text.ts'

/** Reads the chosen columns of a text into memory; `check` receives the rows before they are stored. */
export async function readTextTable(
  text: DelimitedText,
  choice: ColumnChoice,
  run: TextRun = {},
  check: (rows: ReadRows) => void = () => {},
): Promise<{ readonly table: Table; readonly text: DelimitedText }> {
  const builders = new Map<number, ColumnBuilder>()
  const read = await readText(text, choice, run, (readers) => {
    const ofPass = readers.map(() => new ColumnBuilder())
    readers.forEach(({ index }, i) => builders.set(index, ofPass[i]))
    return {
      take: (rows) => {
        check(rows)
        rows.columns.forEach((cells, i) => ofPass[i].take(cells, rows))
      },
      needsReread: (reader) => !reader.isClear,
      rereadsAll: false,
      // The column builders need them after the last row.
      keepsTexts: true,
    }
  })
  const { rows, readers, warnings } = read
  const columns = readers.map((reader) => {
    const builder = builders.get(reader.index)!
    // Its texts are memory that the next columns need.
    builders.delete(reader.index)
    return builder.finish(reader, rows)
  })
  const isAll = columns.length === read.text.names.length
  const empty = isAll ? emptyRows(columns, rows) : 0
  const ofEmpty = empty > 0 ? (await import('../on-demand.ts')).emptyRowsWarning(empty, warnings) : []
  const all = [...warnings, ...ofEmpty]
  return { table: { rows, columns, warnings: all }, text: read.text }
}

/** How many rows have no value in any column. */
function emptyRows(columns: readonly Column[], rows: number): number {
  const [first, ...others] = columns.map(({ missing }) => missing)
  if (!first || others.includes(null)) return 0
  let count = 0
  for (let row = 0; row < rows; row++)
    if (first[row] === 1 && others.every((missing) => missing![row] === 1)) count++
  return count
}

/**
 * Growth per reallocation: the share of a file read so far may predict too few rows, above all for a
 * compressed file.
 */
const leastGrowth = 1.25

/** Builds a column chunk by chunk: of numbers, or of texts once a chunk contains text. */
class ColumnBuilder {
  #values: Float64Array | null = null
  /** The number of the text of each row. */
  #codes: Uint32Array | null = null
  #capacity = 0
  #mayHaveGaps = false

  take(cells: ReadCells, { first, count, expected }: ReadRows): void {
    this.#reserve(first + count, expected)
    if ('texts' in cells) {
      // The chunks before were read as numbers: their rows are missing, or the column is read again.
      this.#codes ??= new Uint32Array(this.#capacity)
      this.#values = null
      this.#codes.set(cells.codes, first)
      return
    }
    // This chunk was read as numbers before a text was found: likewise.
    if (this.#codes) return
    this.#values ??= allocateNumbers(this.#capacity)
    this.#values.set(cells.values, first)
    this.#mayHaveGaps ||= cells.mayHaveGaps
  }

  finish(reader: ColumnReader, rows: number): Column {
    const { name, format, isNumeric, time, knownTexts } = reader
    if (!isNumeric) return columnOfCodes(name, knownTexts, this.#codes!.subarray(0, rows))
    if (!format) {
      // A column of dates or ranges that has no value was read as texts.
      const values = this.#values?.subarray(0, rows) ?? allocateNumbers(rows).fill(NaN)
      return numberColumn(name, values, time, this.#mayHaveGaps || this.#values === null)
    }
    const values = allocateNumbers(rows)
    const ofTexts = reader.parse(knownTexts, format)
    const codes = this.#codes!
    for (let row = 0; row < rows; row++) values[row] = ofTexts[codes[row]]
    return numberColumn(name, values, time, true, unitOfFormat(format))
  }

  /** Makes room for this many rows, or for the expected number if that is more. */
  #reserve(rows: number, expected: number): void {
    if (rows <= this.#capacity) return
    this.#capacity = Math.max(rows, expected, Math.ceil(this.#capacity * leastGrowth))
    if (this.#codes) {
      const larger = new Uint32Array(this.#capacity)
      larger.set(this.#codes)
      this.#codes = larger
    }
    if (!this.#values) return
    const larger = allocateNumbers(this.#capacity)
    larger.set(this.#values)
    this.#values = larger
  }
}
