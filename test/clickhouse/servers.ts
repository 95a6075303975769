import type { Column, Table } from 'criba'
import { openClickHouse } from 'criba/clickhouse'
import type { Closable } from '../parity/engines.ts'

/** Two servers of one cluster, named `two`, whose first holds the distributed tables; absent where none were started. */
export const servers = (process.env.CRIBA_CLICKHOUSE ?? '').split(',').filter((address) => address !== '')

/** Runs a statement on a server, as its user. */
export async function runOn(server: string, sql: string): Promise<string> {
  const response = await fetch(`http://${server}/`, { method: 'POST', body: sql })
  const text = await response.text()
  if (!response.ok) throw new Error(`${text} in ${sql.slice(0, 200)}`)
  return text
}

/** A name or a text in SQL. */
export const quoted = (text: string, sign: '`' | "'") =>
  `${sign}${text.replaceAll('\\', '\\\\').replaceAll(sign, `\\${sign}`).replaceAll('\0', '\\0')}${sign}`

let made = 0

/** A table of criba as a table distributed over both servers, three rows of four on the first. */
export async function distributed(table: Table): Promise<string> {
  const name = `t ${process.pid} ${made++}`
  const of = (column: Column) =>
    `${quoted(column.name, '`')} Nullable(${column.type === 'numeric' ? 'Float64' : 'String'})`
  const columns = table.columns.map(of).join(', ')
  for (const server of servers) {
    await runOn(
      server,
      `CREATE TABLE ${quoted(`${name} part`, '`')} (${columns}) ENGINE = MergeTree ORDER BY tuple()`,
    )
  }
  await runOn(
    servers[0],
    `CREATE TABLE ${quoted(name, '`')} (${columns}) ENGINE = Distributed(two, default, ${quoted(`${name} part`, "'")})`,
  )
  const onServer = (row: number) => (row % 4 === 3 ? 1 : 0)
  for (const [place, server] of servers.entries()) {
    const rows = Array.from({ length: table.rows }, (_, row) => row).filter((row) => onServer(row) === place)
    const cells = rows.map((row) => table.columns.map((column) => cellOf(column, row)).join('\t'))
    await runOn(
      server,
      `INSERT INTO ${quoted(`${name} part`, '`')} FORMAT TabSeparated\n${cells.join('\n')}${rows.length > 0 ? '\n' : ''}`,
    )
  }
  return name
}

function cellOf(column: Column, row: number): string {
  if (column.missing?.[row]) return '\\N'
  return column.type === 'numeric'
    ? String(column.values[row])
    : column.levels[column.codes[row]]
        .replaceAll('\\', '\\\\')
        .replaceAll('\t', '\\t')
        .replaceAll('\n', '\\n')
}

/** The address of a table of the first server. */
export const addressOf = (table: string) => `clickhouse://${servers[0]}/default.${encodeURIComponent(table)}`

/** Opens a table on the servers. */
export async function openDistributed(table: Table): Promise<Closable> {
  return openClickHouse(addressOf(await distributed(table)))
}
