import type { ColumnRecord, ReportTable } from '#core'

/** What was found about columns, a row for each finding; null without any. */
export function findingsTable(
  columns: readonly Pick<ColumnRecord, 'name' | 'findings' | 'setApart'>[],
): ReportTable | null {
  const rows = columns.flatMap(({ name, findings = [], setApart }) =>
    findings.map(({ kind, message }) => [name, kind, message, setApart ? 'yes' : 'no']),
  )
  if (rows.length === 0) return null
  const hasApart = columns.some(({ setApart }) => setApart)
  const columnsOf = ['column', 'finding', 'what', ...(hasApart ? ['set apart'] : [])]
  return {
    name: 'findings',
    title: 'Findings about columns',
    columns: columnsOf,
    rows: rows.map((row) => row.slice(0, columnsOf.length)),
  }
}
