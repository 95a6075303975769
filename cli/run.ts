import { openSource } from '../src/sources/duckdb/open.ts'
import type { Run, Source } from '../src/sources/source.ts'
import type { DataSpec } from '../src/spec/rank-spec.ts'
import { dataSpec } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { progressBar } from './terminal.ts'

/** Opens the data a command names, lets it work, and closes them, whatever happens; Ctrl-C stops the work. */
export async function withData<T>(
  path: string,
  flags: DataFlags,
  work: (source: Source, spec: DataSpec, run: Run) => Promise<T>,
): Promise<T> {
  const spec = dataSpec(flags)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const source = await openSource(path, {
    ...(flags.sql !== undefined && { sql: flags.sql }),
    ...(flags.source && { source: flags.source }),
    ...(spec.types && { types: spec.types }),
    ...(spec.drop && { drop: spec.drop }),
  })
  const bar = progressBar()
  try {
    // Columns that are dropped were never opened.
    const { drop: _, ...opened } = spec
    return await work(source, opened, { signal: stop.signal, ...(!flags.quiet && { progress: bar.show }) })
  } finally {
    bar.clear()
    source.close()
  }
}
