import { showUnseen } from '#core'
import type { RankResult, ReportLanguage, SelectResult } from '#core'
import type { Flags } from './flags.ts'
import { print, printWarnings } from './terminal.ts'

/**
 * Prints the warnings of a result and what a paper says of it, in the language of --methods-text; `false` if
 * that is not given.
 */
export async function printPaper(
  result: SelectResult | RankResult,
  path: string,
  { methodsText, quiet }: Flags,
): Promise<boolean> {
  if (methodsText === undefined) return false
  if (!quiet) printWarnings(result.warnings)
  const language = methodsText === true ? 'en' : (methodsText as ReportLanguage)
  const { paperLines, paperText } = await import('#report/on-demand')
  print(showUnseen(paperLines(paperText(result, path, language), language)))
  return true
}
