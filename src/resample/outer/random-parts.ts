import { splitColumnsOf, spreadEvenly } from '../../analyses/scope/split-columns.ts'
import type { TargetFacts } from '../../analyses/scope/target.ts'
import type { Source } from '../../sources/source.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import { splitsOf } from '../../statistics/splits.ts'
import type { Split } from '../../statistics/splits.ts'
import type { View } from '../../statistics/view.ts'

/**
 * Random divisions of the rows in two, a share of them held out, as many as asked for. The shares of the classes are kept, and rows of
 * one group stay together.
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
