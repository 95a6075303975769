import type { ResultTable } from '#core'
import type { Cell } from './csv.ts'

/** The cell of a column in the row of an item. */
type CellOf<T> = (item: T, place: number) => Cell

/** A table with a row for each item, and the columns in this order. */
export function tableOf<T>(
  items: readonly T[],
  columns: Readonly<Record<string, CellOf<T>>>,
  notes: readonly string[] = [],
): ResultTable {
  const cells = Object.values(columns)
  return {
    columns: Object.keys(columns),
    rows: items.map((item, place) => cells.map((of) => of(item, place) ?? null)),
    notes,
  }
}
