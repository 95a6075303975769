import { rank, tableFromColumns } from 'criba'
import type { ColumnRecord } from 'criba'
import { expect } from 'vitest'
import { oneEngine } from '../parity/one-engine.ts'
import { isLong } from '../properties/runs.ts'

export type Columns = Readonly<Record<string, readonly unknown[]>>

/** Says what is found of each column before the target y, from memory and from DuckDB alike, which one call of three asks too. */
export function finder(): (columns: Columns) => Promise<Readonly<Record<string, string>>> {
  const duckdb = oneEngine()
  let calls = 0
  return async (columns) => {
    const table = tableFromColumns(columns)
    const { columns: records, warnings } = await rank(table, { target: 'y' })
    if (isLong || calls++ % 3 === 0) {
      const result = await rank(await duckdb.sourceOf(table), { target: 'y' })
      expect(result.columns).toEqual(records)
      expect(result.warnings).toEqual(warnings)
    }
    return Object.fromEntries(records.map((record) => [record.name, findingsText(record)]))
  }
}

export function findingsText({ findings = [] }: ColumnRecord): string {
  return findings.map(({ kind, of }) => (of === undefined ? kind : `${kind} ${of}`)).join(', ')
}
