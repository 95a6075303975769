import type { DuckDBDataChunk } from '@duckdb/node-api'
import { allocateCodes, allocateMask, allocateNumbers } from '../../../columns/column.ts'
import type { Column, Missing } from '../../../columns/column.ts'
import type { Table } from '../../../columns/table.ts'
import { byCodePoint } from '../../../spec/names.ts'
import type { Engine } from '../engine.ts'
import { batches, columnsAQuery } from './typed-view.ts'
import type { TypedColumn, TypedView } from './typed-view.ts'

/** Reads a view into memory, in its row order. */
export async function loadTable(
  engine: Engine,
  { from, rows, columns, warnings }: TypedView,
): Promise<Table> {
  const loaded: Column[] = []
  for (const batch of batches(columns, columnsAQuery(rows))) {
    const builders = batch.map((column) => builderOf(column, rows))
    const expressions = batch.map(({ type, sql }) =>
      type === 'numeric' ? `coalesce(${sql}, 'NaN'::DOUBLE)` : sql,
    )
    let offset = 0
    for await (const chunk of engine.chunks(`SELECT ${expressions.join(', ')} FROM ${from}`)) {
      builders.forEach((builder, index) => builder.take(chunk, index, offset))
      offset += chunk.rowCount
    }
    if (offset !== rows) throw new Error(`${offset} rows came where ${rows} were counted`)
    for (const builder of builders) loaded.push(builder.finish())
  }
  return { rows, columns: loaded, warnings }
}

interface Builder {
  take(chunk: DuckDBDataChunk, index: number, offset: number): void
  finish(): Column
}

function builderOf({ name, type }: TypedColumn, rows: number): Builder {
  return type === 'numeric' ? numberBuilder(name, rows) : levelBuilder(name, rows)
}

function numberBuilder(name: string, rows: number): Builder {
  const values = allocateNumbers(rows)
  return {
    take(chunk, index, offset) {
      // The block as it lies in the engine; reading it value by value takes ten times as long.
      const { items } = chunk.getColumnVector(index) as unknown as { items: Float64Array }
      values.set(items, offset)
    },
    finish: () => ({ name, type: 'numeric', values, missing: maskOfNaN(values) }),
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

function levelBuilder(name: string, rows: number): Builder {
  const codes = allocateCodes(rows)
  const codeOf = new Map<string, number>()
  let missing: Uint8Array | null = null
  return {
    take(chunk, index, offset) {
      const vector = chunk.getColumnVector(index)
      for (let row = 0; row < vector.itemCount; row++) {
        const level = vector.getItem(row) as string | null
        if (level === null) {
          missing ??= allocateMask(rows)
          missing[offset + row] = 1
          continue
        }
        let code = codeOf.get(level)
        if (code === undefined) codeOf.set(level, (code = codeOf.size))
        codes[offset + row] = code
      }
    },
    finish() {
      const levels = [...codeOf.keys()].sort(byCodePoint)
      const recode = new Int32Array(levels.length)
      levels.forEach((level, code) => (recode[codeOf.get(level)!] = code))
      for (let row = 0; row < rows; row++) codes[row] = missing?.[row] ? 0 : recode[codes[row]]
      return { name, type: 'categorical', codes, levels, missing }
    },
  }
}
