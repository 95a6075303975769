import type { ColumnType } from '../spec/rank-spec.ts'
import { LevelColumn } from './level-column.ts'
import { decimalCommaWarning, isNearlyNumeric, mixedWarning, notANumber } from './notices.ts'
import { NumberColumn } from './number-column.ts'
import type { BuiltColumn } from './table.ts'
import { isMissingText, numberOfText } from './text-cells.ts'

/** What is known of a text column before its cells are. */
export interface TextColumnOptions {
  readonly type?: ColumnType | undefined
  /** Whether numbers may have decimal commas, which they may where the separator is none. */
  readonly decimalCommas: boolean
  readonly place: (row: number) => string
}

/**
 * A column in the making from the cells of a text file: numeric if every cell that is not missing reads as a number, with
 * decimal points or with decimal commas throughout; else categorical. Cells are not kept: they are read as numbers until
 * one is none; where there were numbers before it, all are taken once more, as levels.
 */
export class TextColumn {
  readonly #name: string
  readonly #rows: number
  readonly #options: TextColumnOptions
  #numbers: NumberColumn | null = null
  #levels: LevelColumn | null = null
  #row = 0
  /** Whether numbers are still told from texts. */
  #isCounting: boolean
  #present = 0
  /** Cells that are no numbers with decimal points. */
  #odd = 0
  #first = { row: -1, cell: '' }

  constructor(name: string, rows: number, options: TextColumnOptions) {
    this.#name = name
    this.#rows = rows
    this.#options = options
    this.#isCounting = options.type !== 'categorical'
    if (options.type === 'categorical') this.#levels = new LevelColumn(name, rows)
    else this.#numbers = new NumberColumn(name, rows)
  }

  take(cell: string): void {
    const row = this.#row++
    const isMissing = isMissingText(cell)
    if (isMissing) this.#numbers?.set(row, null)
    else if (this.#isCounting) this.#takeNumber(row, cell)
    this.#levels?.set(row, isMissing ? null : cell)
  }

  /** Asked after the last cell: whether all have to be taken once more. */
  needsAgain(): boolean {
    if (this.#numbers || this.#levels) return false
    const { row, cell } = this.#first
    if (this.#options.type === 'numeric') throw notANumber(this.#name, this.#options.place(row), cell)
    this.#levels = new LevelColumn(this.#name, this.#rows)
    this.#row = 0
    this.#isCounting = false
    return true
  }

  finish(): BuiltColumn {
    if (this.#numbers) {
      const { column, warnings } = this.#numbers.finish()
      return this.#odd === 0
        ? { column, warnings }
        : { column, warnings: [...warnings, decimalCommaWarning(this.#name)] }
    }
    const column = this.#levels!.finish()
    const mixture = { present: this.#present, odd: this.#odd }
    if (!isNearlyNumeric(mixture)) return { column, warnings: [] }
    const { row, cell } = this.#first
    return { column, warnings: [mixedWarning(this.#name, mixture, this.#options.place(row), cell)] }
  }

  #takeNumber(row: number, cell: string): void {
    this.#present++
    let value = numberOfText(cell, '.')
    if (value === null) {
      if (this.#odd++ === 0) this.#first = { row, cell }
      if (this.#options.decimalCommas && this.#numbers) value = numberOfText(cell, ',')
    }
    if (value !== null) this.#numbers?.set(row, value)
    else if (this.#numbers) {
      this.#numbers = null
      if (this.#present === 1 && this.#options.type === undefined) this.#startLevels(row)
    }
  }

  /** No row before this one has a value. */
  #startLevels(row: number): void {
    this.#levels = new LevelColumn(this.#name, this.#rows)
    for (let before = 0; before < row; before++) this.#levels.set(before, null)
  }
}

/** A column from the cells of a text. */
export function columnFromText(
  name: string,
  cells: readonly string[],
  options: TextColumnOptions,
): BuiltColumn {
  const column = new TextColumn(name, cells.length, options)
  for (const cell of cells) column.take(cell)
  if (column.needsAgain()) for (const cell of cells) column.take(cell)
  return column.finish()
}
