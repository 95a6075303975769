import type { Column, Table } from 'criba'

/** Numbers, names of levels, and `null` for missing values. */
export function cells(column: Column): (number | string | null)[] {
  const all =
    column.type === 'numeric' ? [...column.values] : [...column.codes].map((code) => column.levels[code])
  return all.map((cell, row) => (column.missing?.[row] ? null : cell))
}

/** The name and the cells of each column, in their order. */
export function inOrder(table: Table): [string, (number | string | null)[]][] {
  return table.columns.map((column) => [column.name, cells(column)])
}

/** The cells of each column by its name. */
export function named(table: Table): Record<string, (number | string | null)[]> {
  return Object.fromEntries(inOrder(table))
}
