import { CribaError } from '#core'
import type { SettledSelectSpec } from '#core'
import { chooseSelection } from './chosen-selection.ts'

/**
 * Refuses alternatives that nothing could judge, before the search begins; `inner` is the spec of what looks
 * at the rows.
 */
export function checkAlternatives(settled: SettledSelectSpec, inner: SettledSelectSpec): void {
  if (!settled.alternatives) return
  if (settled.target === null) {
    throw new CribaError(
      'missing',
      'missing target (alternatives need one: they compare what columns tell of it)',
    )
  }
  const { criterion, can } = chooseSelection(inner).scorer
  if (can.count && criterion.target === null) {
    throw new CribaError(
      'unsuitable',
      `unsuitable alternatives for ${criterion.id}: it looks at no target, by which alternatives are judged (leave them out)`,
    )
  }
  if (settled.samplingWeights !== null) {
    throw new CribaError(
      'unsuitable',
      'unsuitable alternatives: they test whole rows, and sampling weights are none (leave one of the two out)',
    )
  }
}
