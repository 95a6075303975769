import { openSource } from '../src/sources/duckdb/open.ts'
import type { Run, Source } from '../src/sources/source.ts'
import { CribaError } from '../src/spec/error.ts'
import type { DataSpec } from '../src/spec/rank-spec.ts'
import { dataSpec, numberFlag } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { progressBar } from './terminal.ts'

/** Opened data, and what to do with them. */
export interface Opened {
  readonly source: Source
  readonly spec: DataSpec
  /** Columns that were never opened; they belong to the spec a result is recreated from. */
  readonly dropped: readonly string[]
  readonly run: Run
}

/** Opens the data a command names, lets it work, and closes them, whatever happens; Ctrl-C stops the work. */
export async function withData<T>(
  path: string,
  flags: DataFlags,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const spec = dataSpec(flags)
  const dropped = checkDropped(spec)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const source = await openSource(path, {
    ...(flags.sql !== undefined && { sql: flags.sql }),
    ...(flags.source && { source: flags.source }),
    ...(spec.types && { types: spec.types }),
    drop: dropped,
    signal: stop.signal,
  })
  const bar = progressBar()
  try {
    const { drop: _, ...rest } = spec
    const run = {
      signal: stop.signal,
      ...(!flags.quiet && { progress: bar.show }),
      ...(flags.threads !== undefined && { threads: numberFlag('threads', flags.threads) }),
    }
    return await work({ source, spec: rest, dropped, run })
  } finally {
    bar.clear()
    source.close()
  }
}

/** Columns that need not be opened; the target cannot be one, and weights take no part as a column anyway. */
function checkDropped({ drop, target, weights }: DataSpec): readonly string[] {
  const dropped = drop ?? []
  if (target && dropped.includes(target))
    throw new CribaError('invalid', `invalid drop: ${target} (it is the target)`)
  return dropped.filter((name) => name !== weights)
}
