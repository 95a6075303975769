import type { Command } from 'commander'
import { CribaError, flag } from '#core'
import type { Flags } from './flags.ts'

/** The flag of all commands that write CSV. */
export const safeCsvPart = {
  safeCsv: flag({
    flag: '--safe-csv',
    help: 'put an apostrophe before cells of CSV that begin as a formula (= + - @, a tab or a line break) and are no numbers',
  }),
}

/** Refuses the flag where a command writes no CSV. */
export function checkSafeCsv(called: Command): void {
  const { format, output, report } = called.opts<Flags>()
  refuseSafeCsv(called.opts(), format === 'csv' || isCsv(output) || report !== undefined)
}

/** Refuses the flag unless CSV is written. */
export function refuseSafeCsv({ safeCsv }: Flags, writesCsv: boolean): void {
  if (!safeCsv || writesCsv) return
  throw new CribaError(
    'missing',
    'missing CSV: --safe-csv needs --format csv, --report, or an output that is - or ends in .csv or .tsv',
  )
}

function isCsv(output: Flags[string]): boolean {
  return typeof output === 'string' && (output === '-' || /\.[ct]sv$/i.test(output))
}
