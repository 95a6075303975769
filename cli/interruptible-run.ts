import type { Run } from '#core'
import { progressBar } from './terminal.ts'

/** Stops the work; a second signal ends the process at once, once temporary files are removed. */
function interrupt(stop: AbortController): void {
  if (stop.signal.aborted) process.exit(130)
  stop.abort()
}

/**
 * A run that Ctrl-C stops, with the threads given and a progress bar unless it is quiet; the bar is to be
 * cleared at the end.
 */
export function interruptibleRun({
  quiet,
  threads,
}: {
  readonly quiet?: boolean | undefined
  readonly threads?: number | null | undefined
}): { readonly run: Run; readonly bar: ReturnType<typeof progressBar> } {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(stop))
  const bar = progressBar()
  const run = {
    signal: stop.signal,
    ...(!quiet && { progress: bar.show }),
    ...(typeof threads === 'number' && { threads }),
  }
  return { run, bar }
}
