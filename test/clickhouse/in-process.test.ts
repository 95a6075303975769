import { createRequire } from 'node:module'
import { MemorySource } from 'criba'
import { describe, expect, it } from 'vitest'
import { ClickHouseEngine } from '#sql'
import { relationOf } from '../../dist/src/files/clickhouse/open-server.js'
import { SqlSource } from '../../dist/src/sql/source.js'
import { differences } from '../parity/differences.ts'
import { fractional, readings } from '../parity/readings.ts'
import { countRequests, momentRequests } from '../parity/requests.ts'
import { randomTable } from '../parity/tables.ts'
import { columnTypes, linesOf } from './tables.ts'

/** A current ClickHouse in this process; it is large, so it is tested where it was installed by hand: `npm install --no-save chdb`. */
const chdb = load()

interface Chdb {
  readonly Session: new () => { query(sql: string, format: string): string; cleanup(): void }
}

function load(): Chdb | null {
  try {
    return createRequire(process.env['CRIBA_CHDB'] ?? import.meta.url)('chdb') as Chdb
  } catch {
    return null
  }
}

describe.skipIf(chdb === null)('A current ClickHouse and memory', () => {
  const views = ['all', 'whole', 'complete', 'once'].filter((name) => name in readings)

  it('give the same counts, entropies and order, and the same moments to 1e-9', async () => {
    const session = new chdb!.Session()
    const table = randomTable(300, 3)
    session.query('CREATE DATABASE here', 'TabSeparated')
    session.query(
      `CREATE TABLE here.t (${columnTypes(table)}) ENGINE = MergeTree ORDER BY tuple()`,
      'TabSeparated',
    )
    session.query(`INSERT INTO here.t FORMAT TabSeparated\n${linesOf(table).join('\n')}\n`, 'TabSeparated')
    const engine = new ClickHouseEngine({
      select: (sql) => Promise.resolve(session.query(sql, 'TabSeparatedWithNamesAndTypes')),
      close: () => session.cleanup(),
    })
    const source = new SqlSource(await relationOf(engine, { database: 'here', table: 't' }, {}))
    const memory = new MemorySource(table)
    expect(source.columns).toEqual(memory.columns)
    for (const name of views) {
      const counts = countRequests(readings[name]).filter(({ kind }) => kind !== 'rows')
      expect(differences(await memory.answer(counts), await source.answer(counts), 0)).toEqual([])
      const moments = momentRequests(readings[name])
      expect(differences(await memory.answer(moments), await source.answer(moments), 1e-9)).toEqual([])
    }
    const moments = momentRequests(fractional)
    expect(differences(await memory.answer(moments), await source.answer(moments), 1e-9)).toEqual([])
    source.close()
  }, 120_000)
})
