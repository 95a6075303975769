import { readFileSync } from 'node:fs'
import { tableFromColumns, tableFromCsv } from 'criba'
import type { ColumnType, Table } from 'criba'

/** One value made outside criba; `"inf"` stands for infinity. */
export interface ReferenceValue {
  readonly score: number | 'inf' | '-inf'
  readonly pValue?: number
  /** Of chi2: whether its law does not hold of the table (Cochran). */
  readonly sparse?: boolean
  readonly n: number
}

export interface ReferenceCase {
  readonly data: string | { readonly columns: Readonly<Record<string, readonly unknown[]>> }
  readonly target: string
  readonly task: 'classification' | 'regression'
  readonly types: Readonly<Record<string, ColumnType>>
  readonly features: readonly string[]
  readonly bins: number
  readonly methods: Readonly<Record<string, Readonly<Record<string, ReferenceValue>>>>
}

export interface ReferenceCuts {
  readonly data: string
  readonly target: string
  readonly discretise: 'equal-frequency' | 'equal-width' | 'mdl'
  readonly bins?: number
  readonly cuts: Readonly<Record<string, readonly number[]>>
}

/** Values computed by `reference.py` with scipy, scikit-learn and mpmath. */
export const reference = JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly ReferenceCase[]
  readonly cuts: readonly ReferenceCuts[]
}

/** The table of a case: a file of `examples/`, or columns that stand in the reference itself. */
export async function tableOf(data: ReferenceCase['data']): Promise<Table> {
  if (typeof data !== 'string') return tableFromColumns(data.columns)
  return tableFromCsv(readFileSync(new URL(`../../examples/${data}`, import.meta.url), 'utf8'))
}

export function numberOf(value: number | 'inf' | '-inf'): number {
  return value === 'inf' ? Infinity : value === '-inf' ? -Infinity : value
}
