import type { OpenOptions } from 'criba/node'
import { openData } from '../../dist/src/files/contents.js'
import { ScratchFolder } from '../../dist/src/files/read/scratch-folder.js'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { SqlSource } from '../../dist/src/sql/source.js'

/** A file in DuckDB as a source that answers by queries, as where it does not fit into memory. */
export async function openByQueries(path: string, options: OpenOptions = {}): Promise<SqlSource> {
  const engine = await DuckEngine.start()
  const scratch = new ScratchFolder()
  const start = (() => Promise.resolve(engine)) as unknown as Parameters<typeof openData>[3]
  const opened = await openData(path, options, scratch, start)
  const source = new SqlSource(await opened.relation())
  await engine.fitThreads(source.rows)
  const close = () => {
    engine.close()
    scratch.close()
  }
  return Object.assign(source, { close })
}
