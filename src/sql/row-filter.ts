import type { Permutation } from '#core'
import type { CountedSet } from './cells.ts'
import type { CodedColumn } from './coded-column.ts'
import type { Dialect, SumBounds } from './dialect.ts'
import type { WeightColumn } from './weights.ts'

/**
 * A filter for completeness in more columns than this is stored in a table, so that not every query reads
 * them all.
 */
export const manyMasks = 16

/**
 * The rows that a view includes, and how much each counts: an expression over coded columns, 0 for an
 * excluded row.
 */
export interface RowFilter {
  readonly sql: string
  readonly columns: readonly CodedColumn[]
  /** The column of weights; `undefined` if every included row counts once. */
  readonly weights: WeightColumn | undefined
}

/**
 * A permutation of a column, and the rows it permutes: those that a filter includes and that have a value.
 */
export interface Permuted {
  readonly column: number
  readonly permutation: Permutation
  readonly filter: RowFilter | null
  readonly missingness: CodedColumn | null
}

/** The filter given by one coded column. */
export function filterOfColumn(column: CodedColumn, weights: WeightColumn | undefined): RowFilter {
  return { sql: column.name, columns: [column], weights }
}

/**
 * The condition that excludes rows, and the weight of the others; `null` if every included row counts once.
 */
export function countedRows(
  filter: RowFilter | null,
  fractions: SumBounds | null,
): Pick<CountedSet, 'where' | 'weight'> {
  const { where, weight } = conditionAndWeight(filter)
  return { where, weight: weight === null ? null : { sql: weight, fractions } }
}

/** The conditions of a filter, and the weight of a row as an expression. */
export function conditionAndWeight(filter: RowFilter | null): {
  where: readonly string[]
  weight: string | null
} {
  return {
    where: filter ? [`${filter.sql} > 0`] : [],
    weight: filter?.weights === undefined ? null : filter.sql,
  }
}

/** The weight of the rows that a permutation moves, as a double; 0 if the row keeps its value. */
export function permutedWeight(
  { filter, missingness }: Pick<Permuted, 'filter' | 'missingness'>,
  dialect: Dialect,
): string {
  const weight = dialect.double(filter?.sql ?? '1')
  return missingness ? `CASE WHEN ${missingness.name} = 0 THEN ${weight} ELSE 0 END` : weight
}
