import { CribaError, rankParts, targetNames } from '#core'
import type { Plan, Source } from '#core'
import { planRank, rank, rankEach } from '#analyses'
import type { TypedRankSpec } from '#analyses'
import {
  briefRankingText,
  meanRankText,
  rankEachTables,
  rankEachText,
  rankedNames,
  rankingTables,
  rankingText,
} from '#report'
import { readGroups } from './column-files.ts'
import { partsGiven } from './flags.ts'
import { printPaper } from './paper.ts'
import { printPlan, refuseFilesOfPlan } from './plan.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, reportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'

/** The flags of `criba rank`. */
export interface RankFlags extends ReportFlags {
  /** How several targets are read. */
  readonly targets?: 'joint' | 'each'
  readonly methodsText?: true | string
}

/** `criba rank`: the scores of each column by one or several methods. */
export async function runRank(path: string, flags: RankFlags): Promise<void> {
  const data = checkReportFiles(path, flags)
  refuseFilesOfPlan(flags, reportFiles(flags))
  const isEach = flags.targets === 'each'
  if (isEach) refuseFilesOfEach([...reportFiles(flags), ...(flags.methodsText ? ['--methods-text'] : [])])
  // `rank` checks the names that the user typed.
  const given = (await partsGiven(rankParts, flags, { groups: readGroups })) as TypedRankSpec
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    if (flags.plan) {
      printPlan(isEach ? await planEach(source, spec) : await planRank(source, spec), flags)
      return
    }
    if (isEach) {
      const found = await rankEach(source, spec, run)
      const result = { ...found, targets: found.targets.map(complete) }
      printResult(result, flags, {
        tables: () => rankEachTables(result, path),
        text: (display) => rankEachText(result, path, display),
        brief: (display) => meanRankText(result, { ...display, lines: 5 }),
        names: () => result.meanRank.flatMap(({ feature, rank }) => (rank === null ? [] : [feature])),
      })
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

/** A report, and what a paper says, is of one ranking. */
function refuseFilesOfEach([first]: readonly string[]): void {
  if (first === undefined) return
  throw new CribaError(
    'invalid',
    `invalid targets: each (${first} is of one target, or of several as one: leave out --targets, or this)`,
  )
}

/** The plans of the rankings of each target, one after the other. */
async function planEach(source: Source, spec: TypedRankSpec): Promise<Plan> {
  const names = targetNames(spec.target ?? null)
  const plans: Plan[] = []
  for (const target of names) {
    const others = names.filter((name) => name !== target)
    plans.push(await planRank(source, { ...spec, target, drop: [...(spec.drop ?? []), ...others] }))
  }
  return {
    ...(plans.at(0) ?? (await planRank(source, spec))),
    plan: plans.flatMap(({ plan }, i) =>
      plan.map((line) => ({ ...line, request: `${names[i]}: ${line.request}` })),
    ),
  }
}
