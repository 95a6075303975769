import type { Table } from 'criba'

/** A table as plain values; warnings without the place, which names the file. */
export function plain(table: Table) {
  return {
    rows: table.rows,
    columns: table.columns.map((column) => ({
      ...column,
      ...(column.type === 'numeric' ? { values: [...column.values] } : { codes: [...column.codes] }),
      missing: column.missing && [...column.missing],
    })),
    warnings: table.warnings.map((warning) => ({
      ...warning,
      message: warning.message.replace(/ of (\S*\.csv|the text)( \(line \d+\))?/, ''),
    })),
  }
}
