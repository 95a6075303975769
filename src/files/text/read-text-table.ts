import { allocateMask, allocateNumbers } from '../../columns/allocate.ts'
import type { Column, Missing } from '../../columns/column.ts'
import { LevelColumn } from '../../columns/level-column.ts'
import type { Table } from '../../columns/table.ts'
import type { ColumnChoice } from '../column-choice.ts'
import type { ColumnReading } from './column-reading.ts'
import { readText } from './read-text.ts'
import type { Text } from './read-text.ts'
import type { ReadCells, ReadRows, TextRun } from './text-pass.ts'

/** Reads the columns of a text that a choice keeps into memory; `check` is told of rows before they are kept. */
export async function readTextTable(
  text: Text,
  choice: ColumnChoice,
  run: TextRun = {},
  check: (rows: number, columns: number) => void = () => {},
): Promise<Table> {
  const growing = new Map<number, GrowingColumn>()
  const { rows, readings, warnings } = await readText(text, choice, run, false, (read) => {
    for (const { index } of read) growing.set(index, new GrowingColumn())
    return {
      take: (rows) => {
        check(rows.first + rows.count, rows.columns.length)
        for (const cells of rows.columns) growing.get(cells.reading.index)!.take(cells, rows)
      },
    }
  })
  const columns = readings.map((reading) => growing.get(reading.index)!.finish(reading, rows))
  return { rows, columns, warnings }
}

/** A column that takes rows as they come: numbers, or texts once the first cell is one. */
class GrowingColumn {
  #values: Float64Array | null = null
  #levels: LevelColumn | null = null
  #room = 0

  take(cells: ReadCells, { first, count, expected }: ReadRows): void {
    if ('values' in cells) {
      this.#reserve(first + count, expected)
      this.#values ??= allocateNumbers(this.#room)
      this.#values.set(cells.values, first)
      return
    }
    // Rows of numbers may come before: they have no value, or the column is read once more.
    if (!this.#levels) {
      this.#levels = new LevelColumn(cells.reading.name, 0)
      this.#values = null
      this.#room = 0
      this.#reserve(first + count, expected)
      if (first > 0) this.#levels.setCoded(0, [null], new Uint32Array(first))
    } else this.#reserve(first + count, expected)
    this.#levels.setCoded(first, cells.texts, cells.codes)
  }

  finish({ name, isNumeric, time }: ColumnReading, rows: number): Column {
    if (!isNumeric) return this.#levels!.finish(rows)
    const values = this.#values!.subarray(0, rows)
    return { name, type: 'numeric', ...(time && { time }), values, missing: maskOfNaN(values) }
  }

  /** Makes room for so many rows, for as many as are expected if that is more. */
  #reserve(rows: number, expected: number): void {
    if (rows <= this.#room) return
    this.#room = Math.max(rows, expected)
    this.#levels?.grow(this.#room)
    if (!this.#values) return
    const larger = allocateNumbers(this.#room)
    larger.set(this.#values)
    this.#values = larger
  }
}

function maskOfNaN(values: Float64Array): Missing {
  let missing: Uint8Array | null = null
  for (let row = 0; row < values.length; row++) {
    if (values[row] === values[row]) continue
    missing ??= allocateMask(values.length)
    missing[row] = 1
  }
  return missing
}
