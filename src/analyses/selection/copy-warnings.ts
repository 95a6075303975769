import type { Variable, View, Warning } from '#core'
import { collinearPairs } from '#methods'
import type { SubsetCriterion } from '#methods'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** A criterion and the set it scores. */
interface CriterionColumns extends ChosenCriterion<Pick<SubsetCriterion, 'id' | 'raisedByCopies'>> {
  readonly set: readonly Variable[]
  readonly target: Variable | null
}

/**
 * Warns of columns that coincide where this raises a score without bound; all criteria score the same set.
 */
export async function copyWarnings(
  batcher: RequestBatcher,
  scored: readonly CriterionColumns[],
  names: readonly string[],
  view: View,
): Promise<readonly Warning[]> {
  const raised = scored.filter(
    ({ criterion, options, set }) =>
      set.length > 1 && criterion.raisedByCopies?.(options) && set.every(({ coding }) => coding === null),
  )
  if (raised.length === 0) return []
  const [[gram]] = await batcher.request([
    [{ kind: 'moments', family: { list: [raised[0].set] }, of: 'values', view }],
  ])
  const copies = collinearPairs(gram).map(([a, b]) => [names[a], names[b]] as const)
  return raised.flatMap(({ criterion: { id }, target }) =>
    copies.map(([a, b]): Warning => {
      const remedy = target ? 'take joint-mi' : 'count levels'
      const message = `${id}: columns ${a} and ${b} coincide, which raises it without bound (leave one out, or ${remedy})`
      return { code: 'duplicate', column: b, message }
    }),
  )
}
