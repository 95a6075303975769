import type { HeldOutPermutations } from '#core'
import type { ModelColumn, ModelTarget, TrainingRows } from '../threads/model-rows.ts'
import { correlatedColumns } from '../trees/correlated-columns.ts'
import { leafOf, treeReader } from '../trees/tree.ts'
import { growTree } from './tree.ts'

/** How many held-out rows a cell has at least, in the mean. */
const rowsOfCell = 3

/** The cells within which held-out values are permuted; null for one cell of all rows. */
export function cellsFor(
  { within }: HeldOutPermutations,
  training: TrainingRows,
  heldOut: Int32Array,
): readonly Int32Array[] | null {
  return within === 'correlated' ? cellsOfCorrelated(training, heldOut) : null
}

/**
 * For each column the cell of each held-out row: rows in one cell are alike in the columns that it is
 * correlated with. The cells are the leaves of a tree that predicts the column from these, grown on the
 * training rows; all rows are in one cell where there are none. Molnar, König, Bischl and Casalicchio (2023).
 */
function cellsOfCorrelated(training: TrainingRows, heldOut: Int32Array): readonly Int32Array[] {
  const { columns, weights } = training
  const weigh = (rows: Int32Array) =>
    weights ? rows.reduce((sum, row) => sum + weights[row], 0) : rows.length
  const leaf = Math.max(1, (rowsOfCell * weigh(training.rows)) / weigh(heldOut))
  return correlatedColumns(training).map((others, column) => {
    const rows = rowsWithValue(columns[column], training.rows)
    if (others.length === 0 || rows.length === 0) return new Int32Array(heldOut.length)
    const beside = others.map((other) => columns[other])
    const grown = growTree(
      { ...training, columns: beside, target: targetOf(columns[column]), rows, shared: {} },
      { split: 'gini', depth: 0, leaf, gain: 0, prune: 0 },
    )
    const reader = treeReader(beside)
    return heldOut.map((row) => leafOf(grown, reader, row))
  })
}

/** The rows that have a number; of levels all, where a missing one is one more level. */
function rowsWithValue(column: ModelColumn, rows: Int32Array): Int32Array {
  if ('codes' in column || !column.missing) return rows
  const { missing } = column
  return rows.filter((row) => missing[row] === 0)
}

function targetOf(column: ModelColumn): ModelTarget {
  return 'codes' in column ? { codes: column.codes, classes: column.levels + 1 } : { values: column.values }
}
