import { nLog2n } from '#core'
import type { Counts } from '#core'
import type { TableMargins } from './tables.ts'

/** The table X × Y of one stratum, row after row, in whole counts; each level occurs in it. */
export interface StratumTable extends TableMargins {
  readonly cells: Float64Array
}

/** A column of levels, one number for each row. */
export interface LevelsOfRows {
  readonly codes: Int32Array
  readonly levels: number
}

/** The levels of several columns together. */
export function jointLevels([first, ...more]: readonly LevelsOfRows[]): LevelsOfRows {
  return more.reduce(
    (all, { codes, levels }) => ({
      codes: all.codes.map((code, row) => code * levels + codes[row]),
      levels: all.levels * levels,
    }),
    first,
  )
}

/** X and Y within the levels of Z. */
export interface Strata {
  /** Those in which both X and Y vary: the others have no information, whatever is permuted. */
  readonly tables: readonly StratumTable[]
  /** Rows of all strata, those left out too. */
  readonly n: number
}

/** The strata of a table Z × X × Y. */
export function strataOf({ levels, cells }: Counts): Strata {
  const down = levels[2].length
  const size = levels[1].length * down
  const tables: StratumTable[] = []
  let n = 0
  for (let from = 0; from < levels[0].length * size; from += size) {
    const table = tableOf(cells.subarray(from, from + size), down)
    n += table.n
    if (varies(table)) tables.push(table)
  }
  return { tables, n }
}

/**
 * The strata of rows sorted by Z: stratum s begins at row `starts[s]`. Each row counts once, or by its
 * weight.
 */
export function strataOfRows(
  starts: Int32Array,
  x: LevelsOfRows,
  y: LevelsOfRows,
  weights: Float64Array | null,
): Strata {
  const tables: StratumTable[] = []
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const across = new Map<number, number>()
    const down = new Map<number, number>()
    for (let row = starts[stratum]; row < starts[stratum + 1]; row++) {
      if (!across.has(x.codes[row])) across.set(x.codes[row], across.size)
      if (!down.has(y.codes[row])) down.set(y.codes[row], down.size)
    }
    const cells = new Float64Array(across.size * down.size)
    for (let row = starts[stratum]; row < starts[stratum + 1]; row++) {
      cells[across.get(x.codes[row])! * down.size + down.get(y.codes[row])!] += weights ? weights[row] : 1
    }
    tables.push(tableOf(cells, down.size))
  }
  return { tables: tables.filter(varies), n: starts[starts.length - 1] ?? 0 }
}

/** n·I(X;Y|Z) in bits: what a table of all rows would gain. */
export function informationOf({ tables }: Strata): number {
  return tables.reduce((sum, table) => sum + marginTerms(table) + sumOfLogs(table.cells), 0)
}

/** n·log₂ n less those of the margins: with Σ count·log₂ count of the cells n·I(X;Y). */
export function marginTerms({ rows, columns, n }: TableMargins): number {
  return nLog2n(n) - sumOfLogs(rows) - sumOfLogs(columns)
}

/** Σ count·log₂ count. */
export function sumOfLogs(counts: Float64Array): number {
  let sum = 0
  for (const count of counts) sum += nLog2n(count)
  return sum
}

/** (rows − 1)·(columns − 1). */
export function degreesOf({ rows, columns }: TableMargins): number {
  return (rows.length - 1) * (columns.length - 1)
}

/** The least count that is expected of any cell, given the margins; Infinity where there is no cell. */
export function leastExpected({ tables }: Strata): number {
  let least = Infinity
  for (const { rows, columns, n } of tables) {
    least = Math.min(least, (leastOf(rows) * leastOf(columns)) / n)
  }
  return least
}

function leastOf(counts: Float64Array): number {
  let least = Infinity
  for (const count of counts) least = Math.min(least, count)
  return least
}

function varies({ rows, columns }: StratumTable): boolean {
  return rows.length > 1 && columns.length > 1
}

/** A table without its empty levels. */
function tableOf(counts: Float64Array, down: number): StratumTable {
  const across = counts.length / down
  const rows = new Float64Array(across)
  const columns = new Float64Array(down)
  let n = 0
  for (let row = 0, cell = 0; row < across; row++) {
    let inRow = 0
    for (let column = 0; column < down; column++, cell++) {
      inRow += counts[cell]
      columns[column] += counts[cell]
    }
    rows[row] = inRow
    n += inRow
  }
  if (leastOf(rows) > 0 && leastOf(columns) > 0) return { cells: counts, rows, columns, n }
  return {
    cells: counts.filter((_, cell) => rows[Math.floor(cell / down)] > 0 && columns[cell % down] > 0),
    rows: rows.filter((count) => count > 0),
    columns: columns.filter((count) => count > 0),
    n,
  }
}
