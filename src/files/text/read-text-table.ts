import { allocateNumbers } from '../../columns/allocate.ts'
import { numbersInForm } from '../../columns/cell-form.ts'
import type { Column } from '../../columns/column.ts'
import { LevelColumn } from '../../columns/level-column.ts'
import { numberColumn } from '../../columns/number-column.ts'
import type { Table } from '../../columns/table.ts'
import type { ColumnChoice } from '../column-choice.ts'
import type { ColumnReading } from './column-reading.ts'
import { readText } from './read-text.ts'
import type { Text } from './read-text.ts'
import type { ReadCells, ReadRows } from './file-rows.ts'
import type { TextRun } from './read-rows.ts'

/** Reads the columns of a text that a choice keeps into memory; `check` gets rows before they are kept. */
export async function readTextTable(
  text: Text,
  choice: ColumnChoice,
  run: TextRun = {},
  check: (rows: ReadRows) => void = () => {},
): Promise<{ readonly table: Table; readonly text: Text }> {
  const growing = new Map<number, GrowingColumn>()
  const read = await readText(text, choice, run, (readings) => {
    for (const { index } of readings) growing.set(index, new GrowingColumn())
    return {
      take: (rows) => {
        check(rows)
        for (const cells of rows.columns) growing.get(cells.reading.index)!.take(cells, rows)
      },
      lacks: (reading) => !reading.isClear,
      rereadsAll: false,
    }
  })
  const { rows, readings, warnings } = read
  const columns = readings.map((reading) => growing.get(reading.index)!.finish(reading, rows))
  return { table: { rows, columns, warnings }, text: read.text }
}

type ReadTexts = Extract<ReadCells, { readonly texts: unknown }>

/** The share of a file that was read may suggest too few rows, above all of a packed file. */
const leastGrowth = 1.25

/** A column that grows chunk by chunk: of numbers, or of texts from the first cell that is one. */
class GrowingColumn {
  #values: Float64Array | null = null
  #levels: LevelColumn | null = null
  #capacity = 0

  take(cells: ReadCells, { first, count, expected }: ReadRows): void {
    if ('texts' in cells) {
      this.#takeTexts(cells, first, first + count, expected)
      return
    }
    // Read as numbers before a text was known of: rows without a value, or the column is read once more.
    if (this.#levels) {
      const { reading } = cells
      this.#takeTexts(
        { reading, texts: [null], codes: new Uint32Array(count) },
        first,
        first + count,
        expected,
      )
      return
    }
    this.#reserve(first + count, expected)
    this.#values ??= allocateNumbers(this.#capacity)
    this.#values.set(cells.values, first)
  }

  #takeTexts({ reading, texts, codes }: ReadTexts, first: number, rows: number, expected: number): void {
    // Rows of numbers may come before, in the same way.
    if (!this.#levels) {
      this.#levels = new LevelColumn(reading.name, 0)
      this.#values = null
      this.#capacity = 0
      this.#reserve(rows, expected)
      if (first > 0) this.#levels.setCoded(0, [null], new Uint32Array(first))
    } else this.#reserve(rows, expected)
    this.#levels.setCoded(first, texts, codes)
  }

  finish({ name, form, isNumeric, time }: ColumnReading, rows: number): Column {
    if (!isNumeric) return this.#levels!.finish(rows)
    if (!form) return numberColumn(name, this.#values!.subarray(0, rows), time)
    const values = allocateNumbers(rows)
    this.#levels!.toNumbers(rows, values, (levels) => numbersInForm(levels, form))
    return numberColumn(name, values, time)
  }

  /** Grows to so many rows, or to as many as are expected if that is more. */
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
