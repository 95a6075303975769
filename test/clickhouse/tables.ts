import type { Column, Source, Table } from 'criba'
import { openClickHouse } from 'criba/clickhouse'
import type { ServerOptions } from 'criba/clickhouse'
import type { Cluster } from './servers.ts'

let made = 0

/** The address of a table of the first server. */
export const addressOf = ({ hosts: [host] }: Cluster, table: string) =>
  `clickhouse://${host}/default.${encodeURIComponent(table).replaceAll('.', '%2E')}`

/** A quoted name. */
export const quoted = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``

/** Makes a table with these columns on both servers, and one distributed over them on the first; returns its name. */
export async function makeTable(cluster: Cluster, columns: string): Promise<string> {
  const name = `t ${made++}`
  for (const server of [0, 1]) {
    await cluster.run(
      server,
      `CREATE TABLE ${quoted(`${name} part`)} (${columns}) ENGINE = MergeTree ORDER BY tuple()`,
    )
  }
  await cluster.run(
    0,
    `CREATE TABLE ${quoted(name)} (${columns}) ENGINE = Distributed(two, default, '${name} part')`,
  )
  return name
}

/** Inserts rows as tab-separated text into the part of a table on one server. */
export async function insert(
  cluster: Cluster,
  table: string,
  server: number,
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  await cluster.run(
    server,
    `INSERT INTO ${quoted(`${table} part`)} FORMAT TabSeparated\n${rows.join('\n')}\n`,
  )
}

/** A table of criba as one that is distributed over both servers, three rows of four on the first. */
export async function distributed(cluster: Cluster, table: Table): Promise<string> {
  const name = await makeTable(cluster, columnTypes(table))
  const rows = linesOf(table)
  for (const server of [0, 1]) {
    const own = rows.filter((_, row) => (row % 4 === 3 ? 1 : 0) === server)
    await insert(cluster, name, server, own)
  }
  return name
}

/** The columns of a table of criba as those of a server. */
export function columnTypes({ columns }: Table): string {
  return columns
    .map(({ name, type }) => `${quoted(name)} Nullable(${type === 'numeric' ? 'Float64' : 'String'})`)
    .join(', ')
}

/** The rows of a table of criba as tab-separated text. */
export function linesOf({ rows, columns }: Table): readonly string[] {
  return Array.from({ length: rows }, (_, row) => columns.map((column) => cellOf(column, row)).join('\t'))
}

function cellOf(column: Column, row: number): string {
  if (column.missing?.[row]) return '\\N'
  if (column.type === 'numeric') return String(column.values[row])
  return column.levels[column.codes[row]]
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
}

/** Opens a table of criba on the servers. */
export async function openDistributed(
  cluster: Cluster,
  table: Table,
  options?: ServerOptions,
): Promise<Source & { close(): void }> {
  return openClickHouse(addressOf(cluster, await distributed(cluster, table)), options)
}
