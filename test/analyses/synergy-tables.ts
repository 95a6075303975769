import { tableFromColumns } from 'criba'
import type { Column, Table } from 'criba'
import { uniform } from './noise-searches.ts'

/** 400 rows: y = a xor b, each of the four pairs 100 times, and ten columns of noise. */
export function xorTable() {
  const next = uniform(5)
  const rows = Array.from({ length: 400 }, (_, row) => row)
  const a = rows.map((row) => `a${row % 2}`)
  const b = rows.map((row) => `b${Math.floor(row / 2) % 2}`)
  const y = rows.map((row) => ((row % 2) ^ (Math.floor(row / 2) % 2) ? 'odd' : 'even'))
  const noise = Array.from(
    { length: 10 },
    (_, i) => [`n${i}`, rows.map(() => 'abc'[Math.floor(next() * 3)])] as const,
  )
  return tableFromColumns([['y', y], ['a', a], ['b', b], ...noise])
}

/** 500 rows: y is the sign of d·e + `effect`·main and a little noise, among columns of noise. */
export function productTable(seed: number, effect = 0, others = 145) {
  const next = uniform(seed)
  // The sum of twelve uniform numbers is nearly normal.
  const normal = () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
  const column = () => Array.from({ length: 500 }, normal)
  const [d, e, main] = [column(), column(), column()]
  const y = d.map((value, row) => (value * e[row] + effect * main[row] + 0.1 * normal() > 0 ? 'up' : 'down'))
  const noise = Array.from({ length: others }, (_, i) => [`n${i}`, column()] as const)
  const mains = effect > 0 ? [['main', main] as const] : []
  return tableFromColumns([['y', y], ['d', d], ['e', e], ...mains, ...noise])
}

/** A table as CSV; none of its texts needs quotes. */
export function tableToCsv({ columns, rows }: Table): string {
  const cellOf = (column: Column, row: number) =>
    column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
  const lines = Array.from({ length: rows }, (_, row) => columns.map((column) => cellOf(column, row)).join())
  return [columns.map(({ name }) => name).join(), ...lines, ''].join('\n')
}
