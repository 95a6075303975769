import { interactionsParts } from '#core'
import { interactions } from '#analyses'
import { interactionsTables, interactionsText } from '#report'
import { partsGiven } from './flags.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'

/** `criba interactions`: synergy and redundancy of all pairs of columns. */
export async function runInteractions(path: string, flags: ReportFlags): Promise<void> {
  const data = checkReportFiles(path, flags)
  const given = await partsGiven(interactionsParts, flags)
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    const result = complete(await interactions(source, spec, run))
    printResult(result, flags, {
      tables: () => interactionsTables(result, path),
      text: (display) => interactionsText(result, path, display),
    })
    await writeReport(data, flags, run, async (ofReport) =>
      (await import('#report/on-demand')).interactionsReport(result, source, ofReport),
    )
  })
}
