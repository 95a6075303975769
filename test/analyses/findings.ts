import { rank, tableFromColumns } from 'criba'
import type { ColumnRecord } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { expect } from 'vitest'

export type Columns = Readonly<Record<string, readonly unknown[]>>

/** What is found of each column before the target y, from memory and from DuckDB alike. */
export async function found(columns: Columns): Promise<Readonly<Record<string, string>>> {
  const table = tableFromColumns(columns)
  const { columns: records, warnings } = await rank(table, { target: 'y' })
  const duckdb = await duckSourceOf(table)
  try {
    const result = await rank(duckdb, { target: 'y' })
    expect(result.columns).toEqual(records)
    expect(result.warnings).toEqual(warnings)
  } finally {
    duckdb.close()
  }
  return Object.fromEntries(records.map((record) => [record.name, findingsText(record)]))
}

export function findingsText({ findings = [] }: ColumnRecord): string {
  return findings.map(({ kind, of }) => (of === undefined ? kind : `${kind} ${of}`)).join(', ')
}
