import type {
  Comparison,
  Description,
  GroupsResult,
  Interactions,
  RankResult,
  SelectResult,
  Source,
  Table,
} from '#core'
import { compareReport } from '../contents/compare-report.ts'
import { describeReport } from '../contents/describe-report.ts'
import { groupsReport } from '../contents/groups-report.ts'
import { interactionsReport } from '../contents/interactions-report.ts'
import { rankReport } from '../contents/rank-report.ts'
import type { ReportRun } from '../contents/report-run.ts'
import { selectReport } from '../contents/select-report.ts'
import { reportPage } from './page.ts'

/** A result that has a report. */
export type Reported = Comparison | Description | GroupsResult | Interactions | RankResult | SelectResult

/** The report of any result as a page; `data` are those of the result. */
export async function pageOfResult(
  result: Reported,
  data: Table | Source,
  run: ReportRun = {},
): Promise<string> {
  const report = reports[result.command] as (...given: unknown[]) => ReturnType<typeof rankReport>
  return reportPage(await report(result, data, run))
}

/** The report of the result of each command. */
const reports = {
  compare: compareReport,
  describe: describeReport,
  groups: groupsReport,
  interactions: interactionsReport,
  rank: rankReport,
  select: selectReport,
} satisfies Readonly<Record<Reported['command'], unknown>>
