import { foldOfRows } from '../../statistics/folds.ts'
import { permutedRows } from '../../statistics/permutation.ts'
import type { Division, Sample } from '../../statistics/view.ts'
import type { CodedColumn } from './coded-column.ts'
import { fromRelation } from './from.ts'
import type { Relation } from './relation.ts'
import { permutedWeight } from './row-filter.ts'
import type { Permuted, RowFilter } from './row-filter.ts'
import { rowKey, selectByKey, takeByKey } from './row-key.ts'
import { noCode, storeCodes } from './stored-codes.ts'

/** A column with the fold of each row that a filter includes. */
export interface FoldColumn extends CodedColumn {
  readonly division: Division
  readonly filter: RowFilter | null
  readonly strata: CodedColumn | null
  /** The permutation of the strata, if they are permuted. */
  readonly permuted: Permuted | null
}

/** The filter for the rows of a fold, or for those outside it. */
export function foldFilter(column: FoldColumn, { fold, part }: Sample, own: RowFilter | null): RowFilter {
  const isIn = `${column.name} ${part === 'test' ? '=' : '<>'} ${fold}`
  return {
    // An excluded row has no fold.
    sql: `CASE WHEN ${isIn} THEN ${own?.sql ?? '1'} ELSE 0 END`,
    columns: [column, ...(own?.columns ?? [])],
    weights: own?.weights,
  }
}

/** The coded columns that a division reads. */
export function columnsOfDivision({ filter, strata, permuted }: FoldColumn): readonly CodedColumn[] {
  const single = [strata, permuted?.missingness].filter((column) => column !== null && column !== undefined)
  return [...new Set([...(filter?.columns ?? []), ...single, ...(permuted?.filter?.columns ?? [])])]
}

/** SQL for the weight of each row, its stratum, and its weight for the permutation of strata. */
export function foldsQuery(column: FoldColumn, relation: Relation): string {
  const { filter, strata, permuted } = column
  const stratum = strata ? `coalesce(${strata.name}::BIGINT, ${noCode})::DOUBLE` : '0::DOUBLE'
  const selected = [
    permutedWeight({ filter, missingness: null }),
    stratum,
    permuted ? permutedWeight(permuted) : '0::DOUBLE',
  ]
  const { from } = fromRelation(relation, [], columnsOfDivision(column))
  return selectByKey({ from, key: rowKey }, selected)
}

/** Assigns the rows to folds, and stores the fold numbers in the engine. */
export async function assignFolds(column: FoldColumn, relation: Relation, table: string): Promise<void> {
  const { engine, rows, columns } = relation
  const { division, permuted } = column
  const [weights, strata, shuffled] = [0, 1, 2].map(() => new Float64Array(rows))
  await takeByKey(engine, foldsQuery(column, relation), rows, (block) => {
    for (const [i, values] of [weights, strata, shuffled].entries()) block.put(i, values)
  })
  const permutedFrom =
    permuted &&
    permutedRows(permuted.permutation, columns[permuted.permutation.column].name, rows, rowsAbove0(shuffled))
  const strataByRow = permutedFrom ? Float64Array.from(permutedFrom, (at) => strata[at]) : strata
  const folds = foldOfRows(division, rows, rowsAbove0(weights), column.strata ? strataByRow : null)
  const codes = Uint32Array.from(folds, (fold) => (fold === division.folds ? noCode : fold))
  await storeCodes(engine, table, [column.name], [codes])
}

/** The rows with a weight above 0, in order. */
export function rowsAbove0(weights: Float64Array): Int32Array {
  const rows = new Int32Array(weights.length)
  let found = 0
  for (let row = 0; row < weights.length; row++) if (weights[row] > 0) rows[found++] = row
  return rows.subarray(0, found)
}
