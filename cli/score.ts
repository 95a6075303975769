import { scoreCsv } from '../src/report/csv.ts'
import { scoreText } from '../src/report/score-text.ts'
import { score } from '../src/analyses/score.ts'
import type { TypedScoreSpec } from '../src/analyses/typed-specs.ts'
import { splitMethods } from '../src/spec/method-text.ts'
import { namesOf, permutationSpec } from './data-options.ts'
import type { DataFlags, PermutationFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'

export interface ScoreFlags extends DataFlags, PermutationFlags {
  readonly features: readonly string[]
  readonly given?: readonly string[]
  readonly by?: readonly string[]
}

/** `criba score`: what criteria of sets say of the columns named. */
export async function runScore(path: string, flags: ScoreFlags): Promise<void> {
  const lists = { features: namesOf(flags.features), given: namesOf(flags.given ?? []) }
  await withData(
    path,
    flags,
    async ({ source, spec: data, run, complete, meant }) => {
      // Names that a user types are checked when they are read.
      const by = flags.by && { by: splitMethods(flags.by) as TypedScoreSpec['by'] & {} }
      const result = await score(source, { ...data, ...meant(lists), ...by, ...permutationSpec(flags) }, run)
      printResult(complete(result), path, flags, { csv: scoreCsv, text: scoreText })
    },
    { needed: lists },
  )
}
