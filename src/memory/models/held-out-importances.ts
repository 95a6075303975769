import { seeded } from '#core'
import type { HeldOutPermutations } from '#core'
import type { ModelColumn, ModelTarget, TrainingRows } from '../threads/model-rows.ts'
import { correlatedColumns } from '../trees/correlated-columns.ts'
import { permutedWithin } from '../trees/row-draws.ts'
import { leafOf, treeReader } from '../trees/tree.ts'
import { growTree } from './tree.ts'

/** Held-out rows whose values are permuted, column by column. */
interface PermutedRows {
  readonly columns: readonly ModelColumn[]
  /** What a model predicts from: here the held-out values move. */
  readonly copies: readonly ModelColumn[]
  /** The place of each column in the list of all. */
  readonly places: readonly number[]
  readonly rows: Int32Array
  /**
   * For each column the cell of each row: values move among the rows of a cell. Null where they move among
   * all.
   */
  readonly cells: readonly Int32Array[] | null
  readonly trial: number
}

/**
 * The score of held-out rows, then for each column by how much it is greater, in the mean, after permutations
 * of its values among these rows, or among those in its cells. The draws depend on the seed, the trial and
 * the place of the column.
 */
export function scoresOfPermutations(
  permuted: PermutedRows,
  permutations: HeldOutPermutations,
  score: () => number,
): Float64Array {
  const scores = new Float64Array(permuted.columns.length + 1)
  scores[0] = score()
  for (const column of permuteInTurn(permuted, permutations)) {
    scores[column + 1] += (score() - scores[0]) / permutations.repeats
  }
  return scores
}

/** Permutes the copies: each column as often as there are repeats. Yields the column that is permuted now. */
export function* permuteInTurn(
  { columns, copies, places, rows, cells, trial }: PermutedRows,
  { repeats, seed }: HeldOutPermutations,
): Generator<number> {
  const one = new Int32Array(rows.length)
  for (const [i, column] of columns.entries()) {
    for (let repeat = 0; repeat < repeats; repeat++) {
      const random = seeded(`${seed}/held-out/${trial}/${places[i]}/${repeat}`)
      const from = permutedWithin(rows, cells ? cells[i] : one, random)
      for (let row = 0; row < rows.length; row++) move(column, from[row], copies[i], rows[row])
      yield i
    }
    for (const row of rows) move(column, row, copies[i], row)
  }
}

/** A column whose values may be changed. */
export function copyOf(column: ModelColumn): ModelColumn {
  if ('codes' in column) return { ...column, codes: column.codes.slice() }
  return { values: column.values.slice(), missing: column.missing && column.missing.slice() }
}

/** Gives a row of a copy the value that another row of the column has. */
function move(column: ModelColumn, from: number, copy: ModelColumn, to: number): void {
  if ('codes' in column) {
    if ('codes' in copy) copy.codes[to] = column.codes[from]
    return
  }
  if ('codes' in copy) return
  copy.values[to] = column.values[from]
  if (column.missing) copy.missing![to] = column.missing[from]
}

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
