import { wrap } from '../src/report/text.ts'
import type { Paper } from '../src/report/text.ts'

/** What standard output can show: colour only on a terminal and without NO_COLOR. */
export function paperOf(output: NodeJS.WriteStream = process.stdout): Paper {
  const isTerminal = output.isTTY === true
  return {
    width: isTerminal ? output.columns : 120,
    colour: isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    lines: isTerminal ? 50 : Infinity,
  }
}

/** Results go to standard output; a reader that has seen enough (`| head`) ends the run quietly. */
export function print(text: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`criba: cannot write the result: ${error.message}\n`)
    process.exit(1)
  })
  clearBar()
  process.stdout.write(`${text}\n`)
}

/** Warnings go to standard error, one line each; on a terminal lines end between words. */
export function warn(messages: readonly string[]): void {
  clearBar()
  for (const message of messages) process.stderr.write(`${onTerminal(`warning: ${message}`)}\n`)
}

/** An error, likewise. */
export function complain(message: string): void {
  clearBar()
  process.stderr.write(`${onTerminal(`criba: ${message}`)}\n`)
}

/** A message in lines of the width that standard error has, those after the first indented; one line where it has none. */
function onTerminal(message: string): string {
  const { isTTY, columns } = process.stderr
  return isTTY ? wrap(message, columns, '  ').join('\n') : message
}

/** What was done besides printing a result goes to standard error too. */
export function note(message: string): void {
  clearBar()
  process.stderr.write(`${onTerminal(message)}\n`)
}

let isBarShown = false

/** Takes away the progress bar, before anything else is written. */
function clearBar(): void {
  if (isBarShown) process.stderr.write('\r\u001b[K')
  isBarShown = false
}

/** A bar on standard error that appears once work takes longer than half a second, and leaves nothing behind. */
export function progressBar(): { show: (share: number) => void; clear: () => void } {
  const { stderr } = process
  const due = performance.now() + 500
  return {
    show: (share) => {
      if (!stderr.isTTY || performance.now() < due) return
      isBarShown = true
      const filled = Math.round(share * 30)
      stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${Math.round(share * 100)} %\u001b[K`)
    },
    clear: clearBar,
  }
}
