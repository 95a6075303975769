import { scoreCsv } from '../src/report/csv.ts'
import { scoreText } from '../src/report/score-text.ts'
import { score } from '../src/select/score.ts'
import type { TypedScoreSpec } from '../src/select/typed-specs.ts'
import { splitMethods } from '../src/spec/method-text.ts'
import { splitNames } from '../src/spec/names.ts'
import { permutationSpec } from './data-options.ts'
import type { DataFlags, PermutationFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'

export interface ScoreFlags extends DataFlags, PermutationFlags {
  readonly features: string
  readonly given?: string
  readonly by?: readonly string[]
}

/** `criba score`: what criteria of sets say of the columns named. */
export async function runScore(path: string, flags: ScoreFlags): Promise<void> {
  const features = splitNames(flags.features)
  const given = splitNames(flags.given ?? '')
  await withData(
    path,
    flags,
    async ({ source, spec: data, run, complete }) => {
      // Names that a user types are checked when they are read.
      const by = flags.by && { by: splitMethods(flags.by) as TypedScoreSpec['by'] & {} }
      const result = await score(source, { ...data, features, given, ...by, ...permutationSpec(flags) }, run)
      printResult(complete(result), path, flags, { csv: scoreCsv, text: scoreText })
    },
    { needed: [...features, ...given] },
  )
}
