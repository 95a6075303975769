import { CribaError, splitsOf } from '#core'
import type { SettledSelectSpec, Source, Split, View } from '#core'
import { splitColumnsOf, spreadEvenly } from '../scope/split-columns.ts'
import type { TargetFacts } from '../scope/target.ts'

/**
 * Random divisions of the rows in two, a share of them held out, as many as asked for. The shares of the
 * classes are kept, and rows of one group stay together.
 */
export function randomParts(
  source: Source,
  settled: SettledSelectSpec,
  facts: TargetFacts,
  view: View,
  { share, count }: { readonly share: number; readonly count: number },
): readonly Split[] {
  if (settled.time !== null) {
    throw new CribaError(
      'invalid',
      `invalid time: ${settled.time} (parts of the rows are drawn at random: leave it out)`,
    )
  }
  const by = { ...spreadEvenly(facts, settled), ...splitColumnsOf(source, settled) }
  return Array.from(
    { length: count },
    (_, number) => splitsOf(view, { share, seed: settled.seed, number, ...by }).splits[0],
  )
}
