import { allocateNumbers, LevelColumn, numberColumn, unitOfFormat } from '#core'
import type { Column, Table } from '#core'
import type { ColumnChoice } from '../options/column-choice.ts'
import type { ColumnReader } from './column-reader.ts'
import type { ReadCells, ReadRows } from './file-rows.ts'
import { emptyRowsWarning } from './frame-warnings.ts'
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
  const all = [...warnings, ...emptyRowsWarning(empty, warnings)]
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

type ReadTexts = Extract<ReadCells, { readonly texts: unknown }>

/**
 * Growth per reallocation: the share of a file read so far may predict too few rows, above all for a
 * compressed file.
 */
const leastGrowth = 1.25

/** Builds a column chunk by chunk: of numbers, or of texts once a chunk contains text. */
class ColumnBuilder {
  #values: Float64Array | null = null
  #levels: LevelColumn | null = null
  #capacity = 0
  #mayHaveGaps = false

  take(cells: ReadCells, { first, count, expected }: ReadRows): void {
    if ('texts' in cells) {
      this.#takeTexts(cells, first, first + count, expected)
      return
    }
    // This chunk was read as numbers before a text was found: its rows are missing, or the column is read
    // again.
    if (this.#levels) {
      const { reader } = cells
      this.#takeTexts(
        { reader, texts: [null], codes: new Uint32Array(count) },
        first,
        first + count,
        expected,
      )
      return
    }
    this.#reserve(first + count, expected)
    this.#values ??= allocateNumbers(this.#capacity)
    this.#values.set(cells.values, first)
    this.#mayHaveGaps ||= cells.mayHaveGaps
  }

  #takeTexts({ reader, texts, codes }: ReadTexts, first: number, rows: number, expected: number): void {
    // The chunks before were read as numbers: likewise.
    if (!this.#levels) {
      this.#levels = new LevelColumn(reader.name, 0)
      this.#values = null
      this.#capacity = 0
      this.#reserve(rows, expected)
      if (first > 0) this.#levels.setCoded(0, [null], new Uint32Array(first))
    } else this.#reserve(rows, expected)
    this.#levels.setCoded(first, texts, codes)
  }

  finish(reader: ColumnReader, rows: number): Column {
    const { name, format, isNumeric, time } = reader
    if (!isNumeric) return this.#levels!.finish(rows)
    if (!format) return numberColumn(name, this.#values!.subarray(0, rows), time, this.#mayHaveGaps)
    const values = allocateNumbers(rows)
    this.#levels!.toNumbers(rows, values, (levels) => reader.parse(levels, format))
    return numberColumn(name, values, time, true, unitOfFormat(format))
  }

  /** Makes room for this many rows, or for the expected number if that is more. */
  #reserve(rows: number, expected: number): void {
    if (rows <= this.#capacity) return
    this.#capacity = Math.max(rows, expected, Math.ceil(this.#capacity * leastGrowth))
    this.#levels?.grow(this.#capacity)
    if (!this.#values) return
    const larger = allocateNumbers(this.#capacity)
    larger.set(this.#values)
    this.#values = larger
  }
}
