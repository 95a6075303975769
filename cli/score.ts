import { scoreParts } from '#core'
import { score } from '#analyses'
import type { TypedScoreSpec } from '#analyses'
import { scoreTables, scoreText } from '#report'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { printResult } from './print-result.ts'
import { withData } from './run.ts'

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
      const result = complete(await score(source, { ...spec, ...match(needed) }, run))
      printResult(result, flags, {
        tables: () => scoreTables(result, path),
        text: (display) => scoreText(result, path, display),
      })
    },
    { needed },
  )
}
