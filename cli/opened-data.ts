import type { DataFacts, Mend, Run, Source } from '#core'
import { openReducible, openSource } from '#files'
import type { OpenOptions, Reducible } from '#files'
import { runParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { interruptibleRun } from './interruptible-run.ts'
import { askSecret } from './terminal.ts'

/** How a file is opened. */
interface HowOpened {
  readonly text: NonNullable<DataFacts['text']>
  readonly sql?: string | undefined
  readonly sample?: OpenOptions['sample']
  readonly choose: NonNullable<OpenOptions['choose']>
  readonly target?: string | undefined
  /** The file for the chosen columns. */
  readonly output?: string | undefined
}

/**
 * Opens a file, does the work of a command and closes the file, also after an error; Ctrl-C stops the work.
 */
export async function withOpened<T>(
  path: string,
  flags: Flags,
  { text, sql, sample, choose, target, output }: HowOpened,
  work: (data: Source & Reducible & { readonly mended?: Mend }, run: Run) => Promise<T>,
): Promise<T> {
  const { quiet, threads, ...engine } = await partsGiven(runParts, flags)
  const { run, bar } = interruptibleRun({ quiet, threads })
  const options = {
    ...text,
    ...run,
    ...engine,
    ...(sql !== undefined && { sql }),
    ...(sample && { sample }),
    password: process.env['CLICKHOUSE_PASSWORD'] ?? (() => askSecret(`password for ${path}: `)),
    choose,
    ...(target !== undefined && { target }),
  }
  const open = async () =>
    output === undefined
      ? Object.assign(await openSource(path, options), {
          reduce: () => Promise.resolve({ columns: [], warnings: [] }),
        })
      : openReducible(path, output, { ...options, replace: flags['force'] === true })
  const data = await open().finally(() => bar.clear())
  try {
    return await work(data, run)
  } finally {
    bar.clear()
    data.close()
  }
}
