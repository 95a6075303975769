import { rankParts } from '#core'
import { planRank, rank } from '#analyses'
import type { TypedRankSpec } from '#analyses'
import { briefRankingText, rankedNames, rankingTables, rankingText } from '#report'
import { readGroups } from './column-files.ts'
import { partsGiven } from './flags.ts'
import { printPaper } from './paper.ts'
import { printPlan, refuseFilesOfPlan } from './plan.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, reportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'

/** `criba rank`: the scores of each column by one or several methods. */
export async function runRank(path: string, flags: ReportFlags): Promise<void> {
  const data = checkReportFiles(path, flags)
  refuseFilesOfPlan(flags, reportFiles(flags))
  // `rank` checks the names that the user typed.
  const given = (await partsGiven(rankParts, flags, { groups: readGroups })) as TypedRankSpec
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    if (flags.plan) {
      printPlan(await planRank(source, spec), flags)
      return
    }
    const result = complete(await rank(source, spec, run))
    if (!(await printPaper(result, path, flags))) {
      printResult(result, flags, {
        tables: () => rankingTables(result, path),
        text: (display) => rankingText(result, path, display),
        brief: (display) => briefRankingText(result, path, display),
        names: () => rankedNames(result),
      })
    }
    await writeReport(data, flags, run, async (ofReport) =>
      (await import('#report/on-demand')).rankReport(result, source, ofReport),
    )
  })
}
