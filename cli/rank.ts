import { planCsv, rankingCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { planText } from '../src/report/plan-text.ts'
import { rankingText } from '../src/report/ranking-text.ts'
import { planRank } from '../src/analyses/plan-rank.ts'
import { rank } from '../src/analyses/rank.ts'
import type { TypedRankSpec } from '../src/analyses/typed-specs.ts'
import type { Source } from '../src/sources/source.ts'
import { rankParts } from '../src/spec/rank-spec.ts'
import { readGroups } from './column-files.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { printResult, withData } from './run.ts'
import { displayOf, print } from './terminal.ts'

/** `criba rank`: the scores of each column by one or several methods. */
export async function runRank(path: string, flags: Flags): Promise<void> {
  // `rank` checks the names that the user typed.
  const given = (await partsGiven(rankParts, flags, { groups: readGroups })) as TypedRankSpec
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    if (flags.plan) {
      await printPlan(source, spec, flags)
      return
    }
    const result = await rank(source, spec, run)
    printResult(complete(result), path, flags, { csv: rankingCsv, text: rankingText })
  })
}

async function printPlan(source: Source, spec: TypedRankSpec, { format }: Flags): Promise<void> {
  const plan = await planRank(source, spec)
  if (format === 'json') print(toJson(plan))
  else if (format === 'csv') print(planCsv(plan))
  else print(planText(plan, displayOf()))
}
