import { quotedText } from '../../sources/clickhouse/dialect.ts'
import type { Address } from '../../sources/clickhouse/address.ts'
import type { ClickHouseEngine } from '../../sources/clickhouse/engine.ts'
import { CribaError } from '../../spec/error.ts'

/** The tables that hold the parts of a distributed table, as its engine names them: cluster, database and table. */
const distributed = /ENGINE = Distributed\('?([^,']+)'?, *'?([^,']+)'?, *'?([^,')]+)'?/

/**
 * The compressed bytes of each column on all servers, from their system tables. Empty where the user may not read these, and of views
 * and queries.
 */
export async function columnBytes(
  engine: ClickHouseEngine,
  { database, table }: Pick<Address, 'database' | 'table'>,
): Promise<ReadonlyMap<string, number>> {
  const of = (database: string, table: string) =>
    `database = ${quotedText(database)} AND table = ${quotedText(table)}`
  try {
    const [found] = await engine.rows(
      `SELECT create_table_query FROM system.tables WHERE database = ${quotedText(database)} AND name = ${quotedText(table)}`,
    )
    const parts = distributed.exec(String(found?.[0]))
    const from = parts ? `cluster(${quotedText(parts[1])}, system.columns)` : 'system.columns'
    const where = parts ? of(parts[2], parts[3]) : of(database, table)
    const rows = await engine.rows(
      `SELECT name, toFloat64(sum(data_compressed_bytes)) FROM ${from} WHERE ${where} GROUP BY name`,
    )
    return new Map(rows.map(([name, bytes]) => [String(name), Number(bytes)]))
  } catch (error) {
    if (error instanceof CribaError && error.code === 'interrupted') throw error
    return new Map()
  }
}
