import { planCsv, rankingCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { planText } from '../src/report/plan-text.ts'
import { rankingText } from '../src/report/ranking-text.ts'
import { planRank } from '../src/analyses/plan-rank.ts'
import { rank } from '../src/analyses/rank.ts'
import type { TypedRankSpec } from '../src/analyses/typed-specs.ts'
import type { Source } from '../src/sources/source.ts'
import { splitMethods } from '../src/spec/method-text.ts'
import { permutationSpec } from './data-options.ts'
import type { DataFlags, PermutationFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'
import { displayOf, print } from './terminal.ts'

export interface RankFlags extends DataFlags, PermutationFlags {
  readonly by?: readonly string[]
  readonly plan?: boolean
}

/** `criba rank`: the scores of each column by one or several methods. */
export async function runRank(path: string, flags: RankFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec: data, run, complete }) => {
    // `rank` checks the names that the user typed.
    const by = flags.by && { by: splitMethods(flags.by) as TypedRankSpec['by'] & {} }
    const spec = { ...data, ...by, ...permutationSpec(flags) }
    if (flags.plan) {
      await printPlan(source, spec, flags)
      return
    }
    const result = await rank(source, spec, run)
    printResult(complete(result), path, flags, { csv: rankingCsv, text: rankingText })
  })
}

async function printPlan(source: Source, spec: TypedRankSpec, { format }: RankFlags): Promise<void> {
  const plan = await planRank(source, spec)
  if (format === 'json') print(toJson(plan))
  else if (format === 'csv') print(planCsv(plan))
  else print(planText(plan, displayOf()))
}
