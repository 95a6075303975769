import { toJson } from '../src/report/json.ts'
import type { Paper } from '../src/report/text.ts'
import { openReducible, openSource } from '../src/files/open.ts'
import type { Run, Source } from '../src/sources/source.ts'
import { weightColumnOf } from '../src/spec/weights-spec.ts'
import type { DataSpec } from '../src/spec/rank-spec.ts'
import type { DataFacts } from '../src/trace/ranking.ts'
import type { Warning } from '../src/trace/warning.ts'
import { dataSpec, numberFlag, textOptions } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { paperOf, print, progressBar, warn } from './terminal.ts'

/** Opened data, and what to do with them. */
export interface Opened {
  readonly source: Source
  readonly spec: DataSpec
  readonly run: Run
  /** A result with what only the command line knows: the query, and the columns that were never opened. */
  readonly complete: <R extends Result>(result: R) => R
  /** Writes some columns to the output asked for. */
  readonly reduce: (columns: readonly string[]) => Promise<void>
}

/** What a command wants of its data besides the common flags. */
interface Wanted {
  /** Columns that have to be opened, dropped or not. */
  readonly needed?: readonly string[]
  /** The file that columns will be written to. */
  readonly output?: string | undefined
  /** What the spec says of the data, instead of the flags. */
  readonly said?: DataSpec | undefined
  /** How the text of a saved run was read, instead of the flags. */
  readonly savedText?: DataFacts['text'] | undefined
}

interface Result {
  readonly data: DataFacts
  readonly spec: { readonly drop: readonly string[] }
}

/** A result as each format writes it. */
interface Writers<R> {
  readonly csv: (result: R) => string
  readonly text: (result: R, name: string, paper: Paper) => string
}

/** Prints a result in the format asked for, after its warnings. */
export function printResult<R extends { readonly warnings: readonly Warning[] }>(
  result: R,
  path: string,
  flags: DataFlags,
  { csv, text }: Writers<R>,
): void {
  if (!flags.quiet) warn(result.warnings.map(({ message }) => message))
  if (flags.format === 'json') print(toJson(result))
  else if (flags.format === 'csv') print(csv(result))
  else print(text(result, path, paperOf()))
}

/** Stops the work; a second signal ends the process at once, after temporary files are removed. */
function interrupt(stop: AbortController): void {
  if (stop.signal.aborted) process.exit(130)
  stop.abort()
}

/**
 * Opens the data a command names, lets it work, and closes them, whatever happens; Ctrl-C stops the work. Columns to drop
 * are not opened, but for those `needed`: that they are dropped is an error, which the work knows how to word.
 */
export async function withData<T>(
  path: string,
  flags: DataFlags,
  work: (opened: Opened) => Promise<T>,
  { needed = [], output, said, savedText }: Wanted = {},
): Promise<T> {
  const { drop, ...given } = said ?? dataSpec(flags)
  const isNeeded = (name: string) => [given.target, weightColumnOf(given), ...needed].includes(name)
  const dropped = drop?.filter((name) => !isNeeded(name)) ?? []
  const spec = { ...given, drop: drop?.filter(isNeeded) ?? [] }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(stop))
  const bar = progressBar()
  const text = savedText ?? textOptions(flags)
  const runOptions = {
    signal: stop.signal,
    ...(!flags.quiet && { progress: bar.show }),
    ...(flags.threads !== undefined && { threads: numberFlag('threads', flags.threads) }),
  }
  const options = {
    ...text,
    ...runOptions,
    ...(flags.sql !== undefined && { sql: flags.sql }),
    ...(flags.source && { source: flags.source }),
    ...(flags.memory !== undefined && { memory: flags.memory }),
    ...(given.types && { types: given.types }),
    drop: dropped,
  }
  const open = async () =>
    output === undefined
      ? Object.assign(await openSource(path, options), { reduce: () => Promise.resolve() })
      : openReducible(path, output, options)
  const data = await open().finally(() => bar.clear())
  try {
    const complete = <R extends Result>(result: R): R => ({
      ...result,
      data: {
        ...result.data,
        ...(flags.sql !== undefined && { sql: flags.sql }),
        ...(Object.keys(text).length > 0 && { text }),
      },
      spec: { ...result.spec, drop: [...dropped, ...result.spec.drop] },
    })
    return await work({
      source: data,
      spec,
      run: runOptions,
      complete,
      reduce: (columns) => data.reduce(columns),
    })
  } finally {
    bar.clear()
    data.close()
  }
}
