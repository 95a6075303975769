import { CribaError, shellWord, showUnseen } from '#core'
import type { ResultTable, Warning } from '#core'
import { tableWriters, toJson } from '#report'
import type { Display } from '#report'
import type { tableFormats } from './data-options.ts'
import type { Flags } from './flags.ts'
import { displayOf, print, printWarnings } from './terminal.ts'

/** How a result is shown besides JSON. */
interface Views {
  /** What every format of tables writes. */
  readonly tables: () => readonly ResultTable[]
  /** What people read on a terminal. */
  readonly text: (display: Display) => string
  /** The answer in a few lines, for --brief. */
  readonly brief?: (display: Display) => string
  /** The names of columns that are the answer, for --names. */
  readonly names?: () => readonly string[]
}

type TableWriter = (tables: readonly ResultTable[], style: { readonly safeCsv: boolean }) => string

const writers: Readonly<Record<(typeof tableFormats)[number], TableWriter>> = tableWriters

/** The most lines of warnings before a brief answer. */
const mostOfBrief = 2

/** Prints the warnings of a result, then the result in the format of the flags. */
export function printResult(
  result: object & { readonly warnings?: readonly Warning[] },
  { format, quiet, safeCsv, brief: isBrief, names: areNames }: Flags,
  { tables, text, brief, names }: Views,
): void {
  // A lost server is the error of the command.
  const shown = (result.warnings ?? []).filter(({ code }) => code !== 'unreachable')
  if (!quiet) printWarnings(shown, isBrief === true ? mostOfBrief : undefined)
  if (areNames === true) printNames(names!())
  else if (isBrief === true) print(showUnseen(brief!(displayOf())))
  else if (format === 'json') print(toJson(result))
  else if (format === 'table') print(showUnseen(text(displayOf())))
  else print(writers[format as keyof typeof writers](tables(), { safeCsv: safeCsv === true }))
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
