import { showUnseen } from '#core'
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
}

type TableWriter = (tables: readonly ResultTable[], style: { readonly safeCsv: boolean }) => string

const writers: Readonly<Record<(typeof tableFormats)[number], TableWriter>> = tableWriters

/** Prints the warnings of a result, then the result in the format of the flags. */
export function printResult(
  result: object & { readonly warnings?: readonly Warning[] },
  { format, quiet, safeCsv }: Flags,
  { tables, text }: Views,
): void {
  // A lost server is the error of the command.
  const shown = (result.warnings ?? []).filter(({ code }) => code !== 'unreachable')
  if (!quiet) printWarnings(shown)
  if (format === 'json') print(toJson(result))
  else if (format === 'table') print(showUnseen(text(displayOf())))
  else print(writers[format as keyof typeof writers](tables(), { safeCsv: safeCsv === true }))
}
