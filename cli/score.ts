import { scoreCsv } from '../src/report/csv.ts'
import { scoreText } from '../src/report/score-text.ts'
import { score } from '../src/analyses/score.ts'
import type { TypedScoreSpec } from '../src/analyses/typed-specs.ts'
import { splitMethods } from '../src/spec/method-text.ts'
import { parseNames, permutationSpec } from './data-options.ts'
import type { DataFlags, PermutationFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'

export interface ScoreFlags extends DataFlags, PermutationFlags {
  readonly features: readonly string[]
  readonly given?: readonly string[]
  readonly by?: readonly string[]
}

/** `criba score`: the scores of one set of columns. */
export async function runScore(path: string, flags: ScoreFlags): Promise<void> {
  const lists = { features: parseNames(flags.features), given: parseNames(flags.given ?? []) }
  await withData(
    path,
    flags,
    async ({ source, spec: data, run, complete, match }) => {
      // `score` checks the names that the user typed.
      const by = flags.by && { by: splitMethods(flags.by) as TypedScoreSpec['by'] & {} }
      const result = await score(source, { ...data, ...match(lists), ...by, ...permutationSpec(flags) }, run)
      printResult(complete(result), path, flags, { csv: scoreCsv, text: scoreText })
    },
    { needed: lists },
  )
}
