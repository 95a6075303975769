import fc from 'fast-check'
import truth from '../truth/estimators.json' with { type: 'json' }
import type { Counts } from '../../dist/src/core/statistics/counts.js'
import type { Level } from '../../dist/src/core/statistics/variable.js'

/** A table with the given numbers of levels, named 0, 1, 2, … */
export function tableOf(sizes: readonly number[], cells: readonly number[]): Counts {
  return {
    levels: sizes.map((size) => Array.from({ length: size }, (_, level) => level)),
    cells: Float64Array.from(cells),
  }
}

/** A two-way table from its rows. */
export function rowsTable(rows: readonly (readonly number[])[]): Counts {
  return tableOf([rows.length, rows[0].length], rows.flat())
}

/** The table that columns of equal length make, levels in canonical order. */
export function tableOfColumns(columns: readonly (readonly Level[])[]): Counts {
  const levels = columns.map((column) => [...new Set(column)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  const cells = new Float64Array(levels.reduce((product, axis) => product * axis.length, 1))
  columns[0].forEach((_, row) => {
    const cell = columns.reduce(
      (at, column, axis) => at * levels[axis].length + levels[axis].indexOf(column[row]),
      0,
    )
    cells[cell]++
  })
  return { levels, cells }
}

interface Case {
  readonly quantity: string
  readonly dataset?: string
  readonly table?: string
  readonly value: unknown
}

/** The reference values of one quantity; `fields` names those of its cases. */
export function casesOf<C extends object>(quantity: string): readonly (Case & C)[] {
  return (truth.cases as unknown as Case[]).filter((one) => one.quantity === quantity) as (Case & C)[]
}

export function columnOf(dataset: string, column: string): readonly Level[] {
  return (truth.datasets as Record<string, { columns: Record<string, Level[]> }>)[dataset].columns[column]
}

export function columnsTable(dataset: string, columns: readonly string[]): Counts {
  return tableOfColumns(columns.map((column) => columnOf(dataset, column)))
}

/** The reference's table of that name: levels of X by classes. */
export function namedTable(name: string): Counts {
  return rowsTable((truth.tables as Record<string, number[][]>)[name])
}

/** Tables of `axes` axes of one to four levels, few rows a cell, many cells empty; at least one row. */
export function anyTable(axes: number): fc.Arbitrary<Counts> {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: axes, maxLength: axes })
  return sizes.chain((all) => {
    const cells = all.reduce((a, b) => a * b, 1)
    return filled(cells).map((counts) => tableOf(all, counts))
  })
}

/** Tables of so many levels by two or three classes. */
export function classTable(from: number, to: number): fc.Arbitrary<Counts> {
  return fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 2, max: 3 }))
    .chain(([rows, classes]) => filled(rows * classes).map((counts) => tableOf([rows, classes], counts)))
}

function filled(cells: number): fc.Arbitrary<number[]> {
  const count = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 5000 }))
  return fc
    .array(count, { minLength: cells, maxLength: cells })
    .filter((counts) => counts.some((one) => one > 0))
}

/** The rows of a table one by one, each the places of its levels. */
export function rowsOf({
  levels,
  cells,
}: Counts): readonly { readonly at: readonly number[]; readonly n: number }[] {
  return Array.from(cells, (n, cell) => {
    let rest = cell
    const at = levels.toReversed().map((axis) => {
      const place = rest % axis.length
      rest = (rest - place) / axis.length
      return place
    })
    return { at: at.reverse(), n }
  }).filter(({ n }) => n > 0)
}

/** H of some axes by its definition: −Σ p ln p / ln 2, the cells found by their names. */
export function plainEntropy(table: Counts, axes: readonly number[]): number {
  const counts = new Map<string, number>()
  let n = 0
  for (const row of rowsOf(table)) {
    const key = axes.map((axis) => row.at[axis]).join('/')
    counts.set(key, (counts.get(key) ?? 0) + row.n)
    n += row.n
  }
  return [...counts.values()].reduce(
    (bits, count) => bits - ((count / n) * Math.log(count / n)) / Math.LN2,
    0,
  )
}
