import { openReducible, openSource } from '../src/files/open.ts'
import type { OpenOptions, Reducible } from '../src/files/open.ts'
import type { Run, Source } from '../src/sources/source.ts'
import type { DataFacts } from '../src/trace/ranking.ts'
import { runParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { progressBar } from './terminal.ts'

/** How a file is opened. */
interface HowOpened {
  readonly text: NonNullable<DataFacts['text']>
  readonly sql?: string | undefined
  readonly choose: NonNullable<OpenOptions['choose']>
  /** The file for the chosen columns. */
  readonly output?: string | undefined
}

/** Stops the work; a second signal ends the process at once, once temporary files are removed. */
function interrupt(stop: AbortController): void {
  if (stop.signal.aborted) process.exit(130)
  stop.abort()
}

/** Opens a file, does the work of a command and closes the file, also after an error; Ctrl-C stops the work. */
export async function withOpened<T>(
  path: string,
  flags: Flags,
  { text, sql, choose, output }: HowOpened,
  work: (data: Source & Reducible, run: Run) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(stop))
  const bar = progressBar()
  const { quiet, threads, ...engine } = await partsGiven(runParts, flags)
  const run = {
    signal: stop.signal,
    ...(!quiet && { progress: bar.show }),
    ...(threads !== undefined && { threads }),
  }
  const options = { ...text, ...run, ...engine, ...(sql !== undefined && { sql }), choose }
  const open = async () =>
    output === undefined
      ? Object.assign(await openSource(path, options), { reduce: () => Promise.resolve() })
      : openReducible(path, output, options)
  const data = await open().finally(() => bar.clear())
  try {
    return await work(data, run)
  } finally {
    bar.clear()
    data.close()
  }
}
