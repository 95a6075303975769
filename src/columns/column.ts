import type { TimeKind } from '../spec/rank-spec.ts'

/** One byte a row: 1 where the value is missing. `null` where no value is. */
export type Missing = Uint8Array | null

export type { TimeKind }

/** A column of numbers. Where `missing` says so the value is NaN; everywhere else it is finite. */
export interface NumericColumn {
  readonly name: string
  readonly type: 'numeric'
  /** Where the numbers are dates or times. */
  readonly time?: TimeKind
  readonly values: Float64Array
  readonly missing: Missing
}

/** Numbers of levels by row, as narrow as their number allows: a byte for fewer than 255, two for fewer than 65,535. */
export type LevelCodes = Uint8Array | Uint16Array | Uint32Array

/** A column of levels: `levels[codes[row]]`, the levels in code-point order. Where a value is missing its code is 0. */
export interface CategoricalColumn {
  readonly name: string
  readonly type: 'categorical'
  /** In a buffer that it may share with other columns. */
  readonly codes: LevelCodes
  readonly levels: readonly string[]
  readonly missing: Missing
}

export type Column = NumericColumn | CategoricalColumn

/** The level of a row; empty where it has none. */
export function levelAt({ codes, levels, missing }: CategoricalColumn, row: number): string {
  return missing?.[row] ? '' : levels[codes[row]]
}

/** How many values a mask marks as missing. */
export function countMissing(missing: Missing): number {
  let count = 0
  if (missing) for (const mark of missing) count += mark
  return count
}

/** Whether every row may hold another value: texts as many as rows, or whole numbers over a range wide enough. */
export function mayIdentify(column: Column): boolean {
  const rows = column.type === 'numeric' ? column.values.length : column.codes.length
  const present = rows - countMissing(column.missing)
  if (present < 2) return false
  if (column.type === 'categorical') return column.levels.length === present
  let min = Infinity
  let max = -Infinity
  for (let row = 0; row < rows; row++) {
    if (column.missing?.[row]) continue
    const value = column.values[row]
    if (!Number.isInteger(value)) return false
    if (value < min) min = value
    if (value > max) max = value
  }
  return max - min + 1 >= present
}
