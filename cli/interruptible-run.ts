import type { Run } from '#core'
import { progressBar } from './terminal.ts'

/** The exit codes of a process that a signal ends, as shells have them: 128 and the number of the signal. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

let lastSignal: keyof typeof exitCodes = 'SIGINT'

/** The exit code of a command that was interrupted. */
export function interruptedCode(): number {
  return exitCodes[lastSignal]
}

/** Stops the work; a second signal ends the process at once, once temporary files are removed. */
function interrupt(stop: AbortController, signal: keyof typeof exitCodes): void {
  lastSignal = signal
  if (stop.signal.aborted) process.exit(interruptedCode())
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupt(stop, signal))
  const bar = progressBar()
  const run = {
    signal: stop.signal,
    ...(!quiet && { progress: bar.show }),
    ...(typeof threads === 'number' && { threads }),
  }
  return { run, bar }
}
