import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CribaError, oneLine, showUnseen } from '#core'
import { warningLines, wrap } from '#report'
import type { Display } from '#report'

/** What standard output can show; colour only on a terminal and without NO_COLOR. */
export function displayOf(output: NodeJS.WriteStream = process.stdout): Display {
  const isTerminal = output.isTTY === true
  return {
    width: isTerminal ? output.columns : 120,
    colour: isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    lines: isTerminal ? 50 : Infinity,
  }
}

/** Prints a result to standard output. */
export function print(text: string): void {
  endQuietlyWithReader()
  clearBar()
  process.stdout.write(`${text}\n`)
}

/** Threads listen for errors of standard output too, and stop when they hear one. */
let isReaderWatched = false

/** If the reader of standard output closes the pipe early (`| head`), the process ends without an error. */
export function endQuietlyWithReader(): void {
  if (isReaderWatched) return
  isReaderWatched = true
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`criba: cannot write the result: ${error.message}\n`)
    process.exit(1)
  })
}

/** A terminal shows so many lines of warnings. */
const mostWarnings = 10

/**
 * Prints warnings to standard error, a line for each kind, at most `most`: on a terminal ten; long lines are
 * wrapped between words.
 */
export function printWarnings(
  warnings: Parameters<typeof warningLines>[0],
  most = process.stderr.isTTY ? mostWarnings : Infinity,
): void {
  clearBar()
  for (const line of warningLines(warnings, most)) process.stderr.write(`${onTerminal(`warning: ${line}`)}\n`)
}

/** Prints an error to standard error. */
export function printError(message: string): void {
  clearBar()
  process.stderr.write(`${onTerminal(`criba: ${message}`)}\n`)
}

/**
 * A message wrapped to the width of the terminal, lines after the first indented; one line if there is no
 * terminal. What nobody would see, such as in the name of a file, is escaped.
 */
function onTerminal(message: string): string {
  const { isTTY, columns } = process.stderr
  const shown = showUnseen(message)
  return isTTY ? wrap(shown, columns, '  ').join('\n') : shown
}

/** Prints a note, such as the name of a written file, to standard error. */
export function printNote(message: string): void {
  clearBar()
  process.stderr.write(`${onTerminal(oneLine(message))}\n`)
}

let isBarShown = false

/** Removes the progress bar before anything else is printed. */
function clearBar(): void {
  if (isBarShown) process.stderr.write('\r\u001b[K')
  isBarShown = false
}

/** A progress bar on a terminal's standard error, shown once work takes longer than half a second. */
export function progressBar(): { show: (share: number) => void; clear: () => void } {
  const { stderr } = process
  const start = performance.now()
  const due = start + 500
  return {
    show: (share) => {
      if (!stderr.isTTY || performance.now() < due) return
      isBarShown = true
      const filled = Math.round(share * 30)
      const left = timeLeft(share, performance.now() - start)
      stderr.write(
        `\r${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${Math.round(share * 100)} %${left}\u001b[K`,
      )
    },
    clear: clearBar,
  }
}

/** The time left in words, from the share that is done; nothing while little is known. */
function timeLeft(share: number, elapsed: number): string {
  if (elapsed < 5000 || share < 0.01 || share >= 1) return ''
  const seconds = ((elapsed / share) * (1 - share)) / 1000
  if (seconds < 90) return `, about ${Math.max(1, Math.round(seconds))} s left`
  return seconds < 5400
    ? `, about ${Math.round(seconds / 60)} min left`
    : `, about ${(seconds / 3600).toFixed(1)} h left`
}

/** Asks on the terminal for a text that is not shown; an empty one where there is no terminal. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  clearBar()
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const stop = new AbortController()
  reader.on('SIGINT', () => stop.abort())
  try {
    return await reader.question('', { signal: stop.signal })
  } catch (cause) {
    throw new CribaError('interrupted', 'interrupted', { cause })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
