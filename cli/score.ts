import { scoreCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { scoreText } from '../src/report/score-text.ts'
import { score } from '../src/select/score.ts'
import { splitMethods } from '../src/spec/method-text.ts'
import { splitNames } from '../src/spec/names.ts'
import type { ScoreResult } from '../src/trace/score.ts'
import { nameOf, numberFlag } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { withData } from './run.ts'
import { paperOf, print, warn } from './terminal.ts'

export interface ScoreFlags extends DataFlags {
  readonly features: string
  readonly given?: string
  readonly by?: readonly string[]
  readonly permutations?: string
  readonly seed?: string
}

/** `criba score`: what criteria of sets say of the columns named. */
export async function runScore(path: string, flags: ScoreFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec: data, dropped, run }) => {
    const result = await score(
      source,
      {
        ...data,
        features: splitNames(flags.features),
        ...(flags.given !== undefined && { given: splitNames(flags.given) }),
        ...(flags.by && { by: splitMethods(flags.by) }),
        ...(flags.permutations !== undefined && {
          permutations: numberFlag('permutations', flags.permutations),
        }),
        ...(flags.seed !== undefined && { seed: numberFlag('seed', flags.seed) }),
      },
      run,
    )
    const complete: ScoreResult = {
      ...result,
      data: { ...result.data, ...(flags.sql !== undefined && { sql: flags.sql }) },
      spec: { ...result.spec, drop: dropped },
    }
    if (!flags.quiet) warn(result.warnings.map(({ message }) => message))
    if (flags.format === 'json') print(toJson(complete))
    else if (flags.format === 'csv') print(scoreCsv(complete))
    else print(scoreText(complete, nameOf(path, flags), paperOf()))
  })
}
