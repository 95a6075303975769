import { sharedBuffer } from '../../columns/column.ts'
import type { CategoricalColumn, Column, Missing, NumericColumn } from '../../columns/column.ts'
import { cutsBelow, levelNames, levelOfMissing, levelOfValue } from '../../statistics/levels.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Coding, Level, Variable } from '../../statistics/variable.ts'

/** Levels of a variable by row: 0 … count−1, and `count` itself where the value is missing. */
export interface Codes {
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly count: number
  readonly levels: readonly Level[]
  readonly hasMissing: boolean
}

/** Applies a variable's coding to its column. */
export function encode(column: Column, { coding, fill }: Variable): Codes {
  if (!coding) throw new TypeError(`column ${column.name} is asked for levels without a coding`)
  const levels = coding.kind === 'values' ? distinctValues(column) : levelNames(coding)
  const count = coding.kind === 'values' ? levels.length : countLevels(coding)
  const hole = levelOfMissing(coding, count)
  const levelAt = levelReader(column, coding, levels, hole)
  const codes = allocate(rowsOf(column), count)
  const filled = fill === undefined ? hole : levelOfValue(fill, coding, levels, hole)
  let hasMissing = false
  for (let row = 0; row < codes.length; row++) {
    const code = column.missing?.[row] ? filled : levelAt(row)
    codes[row] = code
    if (code === count) hasMissing = true
  }
  return { codes, count, levels, hasMissing }
}

/** The numbers of a variable by row, and where there is none. */
export interface Values {
  readonly values: Float64Array
  readonly missing: Missing
}

/** The values of a numeric variable, missing ones filled in where the variable says so. */
export function readValues(column: Column, { fill }: Variable): Values {
  if (column.type !== 'numeric')
    throw new TypeError(`column ${column.name} is asked for numbers but holds levels`)
  const { values, missing } = column
  if (!missing || typeof fill !== 'number') return { values, missing }
  return { values: values.map((value, row) => (missing[row] ? fill : value)), missing: null }
}

function rowsOf(column: Column): number {
  return column.type === 'numeric' ? column.values.length : column.codes.length
}

function allocate(rows: number, count: number): Codes['codes'] {
  if (count < 0xff) return new Uint8Array(sharedBuffer(rows))
  return count < 0xffff ? new Uint16Array(sharedBuffer(rows * 2)) : new Uint32Array(sharedBuffer(rows * 4))
}

function distinctValues(column: Column): readonly Level[] {
  if (column.type === 'numeric') {
    const present = column.missing ? column.values.filter((_, row) => !column.missing![row]) : column.values
    return [...new Set(present)].sort((a, b) => a - b)
  }
  const seen = new Uint8Array(column.levels.length)
  column.codes.forEach((code, row) => {
    if (!column.missing?.[row]) seen[code] = 1
  })
  return column.levels.filter((_, code) => seen[code])
}

function levelReader(
  column: Column,
  coding: Coding,
  levels: readonly Level[],
  hole: number,
): (row: number) => number {
  if (coding.kind === 'presence') return (row) => (column.missing?.[row] ? 1 : 0)
  if (coding.kind === 'cuts') return cutReader(column, coding.cuts)
  // A level that is itself called 'missing' must not be taken for the one that stands for no value.
  const named = coding.kind === 'levels' ? coding.levels : levels
  return column.type === 'numeric' ? numberReader(column, named, hole) : textReader(column, named, hole)
}

function cutReader(column: Column, cuts: readonly number[]): (row: number) => number {
  if (column.type !== 'numeric')
    throw new TypeError(`column ${column.name} is asked for bins but holds levels`)
  const { values } = column
  return (row) => cutsBelow(cuts, values[row])
}

function numberReader(
  { values }: NumericColumn,
  levels: readonly Level[],
  hole: number,
): (row: number) => number {
  const codes = new Map(levels.map((level, code) => [level, code]))
  return (row) => codes.get(values[row]) ?? hole
}

function textReader(
  column: CategoricalColumn,
  levels: readonly Level[],
  hole: number,
): (row: number) => number {
  const places = new Map(levels.map((level, code) => [level, code]))
  const recode = Uint32Array.from(column.levels, (level) => places.get(level) ?? hole)
  return (row) => recode[column.codes[row]]
}
