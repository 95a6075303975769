import { columnFromValues } from './build-column.ts'
import { tableFromColumns, typeOf } from './from-columns.ts'
import type { ColumnTypes } from './from-columns.ts'
import { makeTable } from './table.ts'
import type { Table } from './table.ts'

/** What criba needs of an Arrow table; `apache-arrow` tables have this shape. */
export interface ArrowTable {
  readonly numRows: number
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: unknown }[] }
  getChildAt(index: number): ArrowVector | null
}

interface ArrowVector {
  readonly nullCount: number
  get(row: number): unknown
  toArray(): ArrayLike<unknown>
}

/** A table from an Arrow table, by its shape: `schema.fields` and `getChildAt`; dates and times become seconds since 1970. */
export function tableFromArrow(arrow: ArrowTable, types?: ColumnTypes): Table {
  const built = arrow.schema.fields.map(({ name, type: arrowType }, index) => {
    const vector = arrow.getChildAt(index)!
    const type = typeOf(types, name)
    const whole = vector.nullCount === 0 ? vector.toArray() : null
    if (whole instanceof Float64Array && type !== 'categorical') {
      const table = tableFromColumns([[name, whole]])
      return { column: table.columns[0], warnings: table.warnings }
    }
    const isTime = /^(Timestamp|Date)/.test(String(arrowType))
    const values = Array.from({ length: arrow.numRows }, (_, row) => vector.get(row))
    return columnFromValues(name, isTime ? values.map(inSeconds) : values, type)
  })
  return makeTable(arrow.numRows, built)
}

/** Arrow hands dates and times over as milliseconds since 1970; criba counts seconds. */
function inSeconds(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) / 1000 : value
}
