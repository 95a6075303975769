import { CribaError, shellWord, showUnseen } from '#core'
import type { ResultTable, Warning } from '#core'
import { tableWriters, toJson } from '#report'
import type { Display } from '#report'
import type { tableFormats } from './data-options.ts'
import type { Flags } from './flags.ts'
import { displayOf, endQuietlyWithReader, print, printWarnings } from './terminal.ts'

/** How a result is shown besides JSON. */
interface Views {
  /** What every format of tables writes. */
  readonly tables: () => readonly ResultTable[]
  /** What people read on a terminal. */
  readonly text: (display: Display) => string
  /** The answer in a few lines, for --brief. */
  readonly brief?: (display: Display) => string
  /** Whether the table of -o takes standard output instead. */
  readonly isTableInstead?: boolean
  /** The names of columns that are the answer, for --names. */
  readonly names?: () => readonly string[]
}

type TableWriter = (tables: readonly ResultTable[], style: { readonly safeCsv: boolean }) => string

const writers: Readonly<Record<(typeof tableFormats)[number], TableWriter>> = tableWriters

/** The most lines of warnings before a brief answer. */
const mostOfBrief = 2

/**
 * Prints the warnings of a result, then the result in the format of the flags; only the warnings if the table of -o
 * takes standard output.
 */
export function printResult(
  result: object & { readonly warnings?: readonly Warning[] },
  { format, quiet, safeCsv, brief: isBrief, names: areNames }: Flags,
  { tables, text, brief, names, isTableInstead }: Views,
): void {
  // A lost server is the error of the command.
  const shown = (result.warnings ?? []).filter(({ code }) => code !== 'unreachable')
  if (!quiet) printWarnings(shown, isBrief === true ? mostOfBrief : undefined)
  if (isTableInstead) endQuietlyWithReader()
  else if (areNames === true) printNames(names!())
  else if (isBrief === true) print(showUnseen(brief!(displayOf())))
  else if (format === 'json') print(toJson(result))
  else if (format === 'table') print(showUnseen(text(displayOf())))
  else print(writers[format as keyof typeof writers](tables(), { safeCsv: safeCsv === true }))
}

/** Flags that say how the answer is printed. */
const printing = { names: '--names', brief: '--brief', methodsText: '--methods-text', as: '--as' }

/** Refuses flags that print an answer where the table of -o takes standard output. */
export function refuseAnswer(flags: Flags, output: string): void {
  const [, given] = Object.entries(printing).find(([name]) => flags[name] !== undefined) ?? []
  const printed = given ?? (flags['format'] === 'table' ? undefined : '--format')
  if (printed === undefined) return
  throw new CribaError(
    'invalid',
    `invalid output: ${output} (the table is printed in place of the answer: leave out ${printed}, or name a file)`,
  )
}

/** Prints names, one a line, as programs read them. */
function printNames(names: readonly string[]): void {
  const broken = names.find((name) => /[\n\r]/.test(name))
  if (broken !== undefined)
    throw new CribaError(
      'invalid',
      `invalid names: ${shellWord(broken)} has a line break, so it is no line (--format json has all names)`,
    )
  if (names.length > 0) print(names.join('\n'))
}
