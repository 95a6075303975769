import { planCsv, rankingCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { planText } from '../src/report/plan-text.ts'
import { rankingText } from '../src/report/ranking-text.ts'
import { planRank } from '../src/select/plan-rank.ts'
import { rank } from '../src/select/rank.ts'
import type { Source } from '../src/sources/source.ts'
import { splitMethods } from '../src/spec/method-text.ts'
import type { DataSpec, RankSpec } from '../src/spec/rank-spec.ts'
import type { RankResult } from '../src/trace/ranking.ts'
import { nameOf, numberFlag } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { withData } from './run.ts'
import { paperOf, print, warn } from './terminal.ts'

export interface RankFlags extends DataFlags {
  readonly by?: readonly string[]
  readonly permutations?: string
  readonly seed?: string
  readonly plan?: boolean
}

/** `criba rank`: scores of every column by one or several methods. */
export async function runRank(path: string, flags: RankFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec: data, dropped, run }) => {
    const spec = rankSpec(data, flags)
    if (flags.plan) {
      await printPlan(source, spec, flags)
      return
    }
    const result = await rank(source, spec, run)
    const complete: RankResult = {
      ...result,
      data: { ...result.data, ...(flags.sql !== undefined && { sql: flags.sql }) },
      spec: { ...result.spec, drop: dropped },
    }
    if (!flags.quiet) warn(result.warnings.map(({ message }) => message))
    if (flags.format === 'json') print(toJson(complete))
    else if (flags.format === 'csv') print(rankingCsv(complete))
    else print(rankingText(complete, nameOf(path, flags), paperOf()))
  })
}

function rankSpec(data: DataSpec, flags: RankFlags): RankSpec {
  return {
    ...data,
    ...(flags.by && { by: splitMethods(flags.by) }),
    ...(flags.permutations !== undefined && { permutations: numberFlag('permutations', flags.permutations) }),
    ...(flags.seed !== undefined && { seed: numberFlag('seed', flags.seed) }),
  }
}

async function printPlan(source: Source, spec: RankSpec, { format }: RankFlags): Promise<void> {
  const plan = await planRank(source, spec)
  if (format === 'json') print(toJson(plan))
  else if (format === 'csv') print(planCsv(plan))
  else print(planText(plan, paperOf()))
}
