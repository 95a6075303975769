import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll } from 'vitest'

/** A folder for the files of a test, removed after the tests of the module. */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
  let engine: Promise<DuckDBInstance> | undefined
  afterAll(async () => {
    if (engine) (await engine).closeSync()
    rmSync(folder, { recursive: true, force: true })
  })
  const path = (name: string) => join(folder, name)
  return {
    path,
    write(name: string, content: string | Uint8Array): string {
      writeFileSync(path(name), name.endsWith('.gz') ? gzipSync(content, { level: 1 }) : content)
      return path(name)
    },
    /** Writes the rows of a query as Parquet. */
    async parquet(name: string, query: string): Promise<string> {
      engine ??= DuckDBInstance.create(':memory:')
      const connection = await (await engine).connect()
      await connection.run(`COPY (${query}) TO '${path(name)}' (FORMAT parquet)`)
      connection.closeSync()
      return path(name)
    },
  }
}

/** The message of the error with which a promise fails, with file names instead of paths. */
export async function failure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    return (error as Error).message.replace(/\S*criba-test-[^/\\]*[/\\]/g, '')
  }
  return 'no error'
}
