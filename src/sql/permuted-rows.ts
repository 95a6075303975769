import { CribaError, permutedRows } from '#core'
import type { Relation } from './relation.ts'
import type { Permuted } from './row-filter.ts'

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
