import { scoreParts } from '#core'
import { score } from '#analyses'
import type { TypedScoreSpec } from '#analyses'
import { scoreCsv, scoreText } from '#report'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { printResult, withData } from './run.ts'

/** `criba score`: the scores of one set of columns. */
export async function runScore(path: string, flags: Flags): Promise<void> {
  // `score` checks the names that the user typed.
  const given = (await partsGiven(scoreParts, flags)) as TypedScoreSpec
  const needed = { features: given.features, given: given.given ?? [] }
  await withData(
    path,
    flags,
    given,
    async ({ source, spec, run, complete, match }) => {
      const result = await score(source, { ...spec, ...match(needed) }, run)
      printResult(complete(result), path, flags, { csv: scoreCsv, text: scoreText })
    },
    { needed },
  )
}
