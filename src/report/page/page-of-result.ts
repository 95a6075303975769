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
import { CribaError } from '#core'
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
  return reportPage(await reportOf(result, data, run))
}

function reportOf(result: Reported, data: Table | Source, run: ReportRun) {
  switch (result.command) {
    case 'compare':
      return compareReport(result, data, run)
    case 'describe':
      return describeReport(result, data, run)
    case 'groups':
      return groupsReport(result, data, run)
    case 'interactions':
      return interactionsReport(result, data, run)
    case 'rank':
      return rankReport(result, data, run)
    case 'select':
      return selectReport(result, data, run)
    default:
      throw new CribaError(
        'unsuitable',
        `unsuitable result: ${(result as { command: string }).command} has no report`,
      )
  }
}
