import { CribaError, permutedRows } from '#core'
import { codeOrNone, storeCodes } from './coded-column.ts'
import type { CodedColumn } from './coded-column.ts'
import { fromRelation } from './from.ts'
import type { Relation } from './relation.ts'
import { permutedWeight } from './row-filter.ts'
import type { Permuted } from './row-filter.ts'
import { rowKey, selectByKey, takeByKey } from './row-key.ts'

/** Coded columns under one permutation; they exist as long as their batch. */
export interface PermutedCodes extends Permuted {
  /** The permuted column of each original column. */
  readonly columns: Map<CodedColumn, CodedColumn>
}

/** The coded columns that a permutation reads. */
export function columnsOfPermutation({
  filter,
  missingness,
  columns,
}: PermutedCodes): readonly CodedColumn[] {
  return [...new Set([...columns.keys(), ...(filter?.columns ?? []), ...(missingness ? [missingness] : [])])]
}

/** SQL for the weight of each row to permute (0: the row keeps its codes), and the codes. */
export function permutingQuery(permuted: PermutedCodes, relation: Relation): string {
  const { dialect } = relation.engine
  const codes = [...permuted.columns.keys()].map(({ name }) => codeOrNone(name, dialect))
  const { from } = fromRelation(relation, [], columnsOfPermutation(permuted))
  return selectByKey({ from, key: rowKey }, [permutedWeight(permuted, dialect), ...codes], dialect)
}

/** Permutes the codes of a column and stores them in the engine as new columns. */
export async function permuteCodes(
  permuted: PermutedCodes,
  relation: Relation,
  table: string,
): Promise<void> {
  const { engine, rows } = relation
  const weights = new Float64Array(rows)
  const codes = [...permuted.columns].map(() => new Float64Array(rows))
  await takeByKey(engine, permutingQuery(permuted, relation), rows, (block) => {
    for (const [i, values] of [weights, ...codes].entries()) block.put(i, values)
  })
  const from = permutedFrom(permuted, relation, weights)
  await storeCodes(
    engine.tables!,
    table,
    [...permuted.columns.values()].map(({ name }) => name),
    codes.map((column) => Uint32Array.from(from, (at) => column[at])),
  )
}

/** For each row the row from which it takes its value, from the weights of `permutedWeight`. */
export function permutedFrom(
  { column, permutation }: Permuted,
  { columns, rows }: Relation,
  weights: Float64Array,
): Int32Array {
  if (weights.some((weight) => weight !== 0 && weight !== 1)) {
    throw new CribaError(
      'unsuitable',
      'unsuitable weights: permutation p-values need every weight to be 0 or 1',
    )
  }
  return permutation.from ?? permutedRows(permutation, columns[column].name, rows, rowsAbove0(weights))
}

/** The rows with a weight above 0, in order. */
export function rowsAbove0(weights: Float64Array): Int32Array {
  const rows = new Int32Array(weights.length)
  let found = 0
  for (let row = 0; row < weights.length; row++) if (weights[row] > 0) rows[found++] = row
  return rows.subarray(0, found)
}
