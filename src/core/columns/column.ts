import type { TimeKind } from '../spec/rank-spec.ts'

/** One byte per row, 1 if the value is missing; `null` if none is missing. */
export type Missing = Uint8Array | null

/** A numeric column: NaN in rows that `missing` marks, finite in all others. */
export interface NumericColumn {
  readonly name: string
  readonly type: 'numeric'
  /** The kind of time, if the numbers are dates or times. */
  readonly time?: TimeKind
  /** The unit without which its numbers were read. */
  readonly unit?: string
  readonly values: Float64Array
  readonly missing: Missing
}

/**
 * The level codes by row, in the narrowest type: a byte for fewer than 255 levels, two for fewer than 65,535.
 */
export type LevelCodes = Uint8Array | Uint16Array | Uint32Array

/**
 * A categorical column: the level of a row is `levels[codes[row]]`. Levels are in code-point order; a missing
 * value has code 0.
 */
export interface CategoricalColumn {
  readonly name: string
  readonly type: 'categorical'
  /** Other columns may share its buffer. */
  readonly codes: LevelCodes
  readonly levels: readonly string[]
  readonly missing: Missing
}

/** A column of a table: numbers, or levels. */
export type Column = NumericColumn | CategoricalColumn

/** The level of a row; empty if it is missing. */
export function levelAt({ codes, levels, missing }: CategoricalColumn, row: number): string {
  return missing?.[row] ? '' : levels[codes[row]]
}

/** The number of missing values that a mask marks. */
export function countMissing(missing: Missing): number {
  let count = 0
  if (missing) for (const mark of missing) count += mark
  return count
}

/**
 * Whether the values may all differ: as many levels as values, or whole numbers over a range at least that
 * wide.
 */
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

/** A column, and how many levels it has, if they were counted. */
export interface CountedColumn {
  readonly name: string
  readonly type: Column['type']
  readonly distinct: number | null
}
