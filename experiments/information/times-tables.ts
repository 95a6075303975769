import { tableFromColumns } from '../../src/index.ts'
import type { Table } from '../../src/index.ts'

/** How often levels occur together: each line is the level of every column, and the number of rows. */
type CellCounts = readonly (readonly [...levels: string[], rows: number])[]

/** A table with one row for each of the counted cases. */
function tableOfCounts(columns: readonly string[], cells: CellCounts): Table {
  const rows = cells.flatMap((cell) => {
    const levels = cell.slice(0, -1) as string[]
    return Array.from({ length: cell.at(-1) as number }, () => levels)
  })
  return tableFromColumns(
    columns.map((name, i): [string, string[]] => [name, rows.map((levels) => levels[i])]),
  )
}

/**
 * 102 stories of the New York Times: their class, and whether "art" and "painting" occur. The four empty
 * cells are left out.
 */
export const classWithWords = tableOfCounts(
  ['class', 'art', 'painting'],
  [
    ['art', 'yes', 'yes', 22],
    ['art', 'yes', 'no', 25],
    ['art', 'no', 'yes', 2],
    ['art', 'no', 'no', 8],
    ['music', 'yes', 'no', 8],
    ['music', 'no', 'no', 37],
  ],
)

/** The stories counted by three words. */
export const threeWords = tableOfCounts(
  ['art', 'painting', 'evening'],
  [
    ['no', 'no', 'no', 34],
    ['yes', 'no', 'no', 32],
    ['no', 'yes', 'no', 2],
    ['yes', 'yes', 'no', 22],
    ['no', 'no', 'yes', 11],
    ['yes', 'no', 'yes', 1],
  ],
)
