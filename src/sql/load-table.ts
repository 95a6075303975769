import { allocateNumbers, LevelColumn, numberColumn } from '#core'
import type { Column, Table } from '#core'
import type { Engine } from './engine.ts'
import type { KeyedView, TypedColumn } from './relation.ts'
import { readByKey } from './row-key.ts'
import type { KeyedBlock } from './row-key.ts'
import { columnsPerQuery, splitList } from './slices.ts'

/** Reads a view into memory, each row at the position given by its key. */
export async function loadTable(engine: Engine, view: KeyedView): Promise<Table> {
  const { rows, columns, warnings } = view
  const loaded: Column[] = []
  for (const batch of splitList(columns, columnsPerQuery(rows))) {
    const builders = batch.map((column, index) =>
      column.type === 'numeric' ? numberBuilder(column, rows, index) : levelBuilder(column.name, rows, index),
    )
    const expressions = batch.map((column) => expressionOf(column, engine))
    await readByKey(engine, view, expressions, (block) => {
      for (const builder of builders) builder.take(block)
    })
    for (const builder of builders) loaded.push(builder.finish())
  }
  return { rows, columns: loaded, warnings }
}

/** The number of queries that load this many columns. */
export function loadingQueries(rows: number, columns: number): number {
  return Math.ceil(columns / columnsPerQuery(rows))
}

function expressionOf({ type, sql }: TypedColumn, { dialect }: Engine): string {
  return type === 'numeric' ? `coalesce(${sql}, ${dialect.number(NaN)})` : sql
}

interface Builder {
  take(block: KeyedBlock): void
  finish(): Column
}

function numberBuilder({ name, time, unit }: TypedColumn, rows: number, index: number): Builder {
  const values = allocateNumbers(rows)
  return {
    take: (block) => block.put(index, values),
    finish: () => numberColumn(name, values, time, true, unit),
  }
}

function levelBuilder(name: string, rows: number, index: number): Builder {
  const column = new LevelColumn(name, rows)
  return {
    take(block) {
      const texts = block.areInOrder ? block.texts(index) : null
      if (texts) {
        column.setCoded(block.keys[0], texts.levels, texts.codes)
        return
      }
      for (let row = 0; row < block.rows; row++)
        column.set(block.keys[row], block.value(index, row) as string | null)
    },
    finish: () => column.finish(),
  }
}
