import { dataParts } from '#core'
import { describe } from '#analyses'
import { briefDescriptionText, descriptionTables, descriptionText } from '#report'
import { partsGiven } from './flags.ts'
import { printMends } from './mends.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'

/** `criba describe`: types, missing values, ranges and levels of the columns. */
export async function runDescribe(path: string, flags: ReportFlags): Promise<void> {
  if (flags.mend) {
    await printMends(path, flags)
    return
  }
  const data = checkReportFiles(path, flags)
  const given = await partsGiven(dataParts, flags)
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    const description = complete(await describe(source, spec, run))
    printResult(description, flags, {
      tables: () => descriptionTables(description, path),
      text: (display) => descriptionText(description, path, display),
      brief: (display) => briefDescriptionText(description, path, display),
    })
    await writeReport(data, flags, run, async (ofReport) =>
      (await import('#report/on-demand')).describeReport(description, source, ofReport),
    )
  })
}
