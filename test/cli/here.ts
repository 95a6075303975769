import type { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { Outcome } from './criba.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

let runs = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the command line in this process, which spares it the start of one and the loading of all it needs. Its arguments, its
 * exit code, its folder and what it prints are its own; one runs after the other.
 */
export function cribaHere(args: readonly string[], folder: string): Promise<Outcome> {
  const outcome = last.then(() => run(args, folder))
  last = outcome.catch(() => undefined)
  return outcome
}

/** What ends a run in place of the process. */
class Exit extends Error {}

async function run(args: readonly string[], folder: string): Promise<Outcome> {
  const { argv, exitCode, stdout, stderr } = process
  const [out, err] = [stdout, stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    process.exitCode = code ?? process.exitCode
    throw new Exit()
  })
  const forget = [newListeners(process, signals), newListeners(stdout, ['error'])]
  const before = process.cwd()
  process.chdir(folder)
  process.argv = [process.execPath, cli, ...args]
  process.exitCode = undefined
  try {
    // Under another name the entry is loaded again, and does what the arguments say; what it imports is not.
    await import(/* @vite-ignore */ `${cli}?run=${runs++}`).catch((error: unknown) => {
      if (!(error instanceof Exit)) throw error
    })
    const [printed, warned] = [out, err].map(({ mock }) =>
      mock.calls
        .map(([chunk]) => String(chunk))
        .filter((text) => !isOfTheProcess(text))
        .join(''),
    )
    return { code: Number(process.exitCode ?? 0), out: printed, err: warned }
  } finally {
    for (const removeNew of forget) removeNew()
    for (const spy of [out, err, exit]) spy.mockRestore()
    Object.assign(process, { argv, exitCode })
    process.chdir(before)
  }
}

/** A warning of Node about all that ran in this process, which may come at any time. */
function isOfTheProcess(text: string): boolean {
  return /^\(node:\d+\) MaxListenersExceededWarning/.test(text)
}

/** Removes the listeners that were added since. */
function newListeners(emitter: EventEmitter, events: readonly string[]): () => void {
  const before = events.map((event) => new Set(emitter.rawListeners(event)))
  return () => {
    for (const [i, event] of events.entries()) {
      for (const listener of emitter.rawListeners(event)) {
        if (!before[i].has(listener)) emitter.off(event, listener as () => void)
      }
    }
  }
}
