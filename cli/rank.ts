import { planCsv, rankingCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { planText } from '../src/report/plan-text.ts'
import { rankingText } from '../src/report/ranking-text.ts'
import { planRank } from '../src/analyses/plan-rank.ts'
import { rank } from '../src/analyses/rank.ts'
import type { TypedRankSpec } from '../src/analyses/typed-specs.ts'
import type { Source } from '../src/sources/source.ts'
import { CribaError } from '../src/spec/error.ts'
import { rankParts } from '../src/spec/rank-spec.ts'
import { readGroups } from './column-files.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { checkReportFiles, reportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { printResult, withData } from './run.ts'
import { displayOf, print } from './terminal.ts'

/** `criba rank`: the scores of each column by one or several methods. */
export async function runRank(path: string, flags: ReportFlags): Promise<void> {
  checkReportFiles(flags)
  refusePlanReport(flags)
  // `rank` checks the names that the user typed.
  const given = (await partsGiven(rankParts, flags, { groups: readGroups })) as TypedRankSpec
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    if (flags.plan) {
      await printPlan(source, spec, flags)
      return
    }
    const result = complete(await rank(source, spec, run))
    printResult(result, path, flags, { csv: rankingCsv, text: rankingText })
    await writeReport(path, flags, run, async (ofReport) =>
      (await import('../src/report/contents/rank-report.ts')).rankReport(result, source, ofReport),
    )
  })
}

/** A plan runs nothing that a report could show. */
function refusePlanReport(flags: ReportFlags): void {
  const [first] = reportFiles(flags)
  if (flags.plan && first !== undefined)
    throw new CribaError(
      'invalid',
      `invalid plan: ${first} needs the scores (leave out --plan, or --report and --figure)`,
    )
}

async function printPlan(source: Source, spec: TypedRankSpec, { format }: Flags): Promise<void> {
  const plan = await planRank(source, spec)
  if (format === 'json') print(toJson(plan))
  else if (format === 'csv') print(planCsv(plan))
  else print(planText(plan, displayOf()))
}
