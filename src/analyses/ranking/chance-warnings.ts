import { countLevels, firstFew, limits } from '#core'
import type { Ranking, Variable, View, Warning } from '#core'
import { adjustedInformation } from '#methods'
import type { Assignment } from '../coding/assignment.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** How many of the best columns of a ranking are checked. */
const mostChecked = 5
/** The share of a column's information due to chance from which on the warning is given. */
const leastShare = 0.5
/** Fewer bits than these are not worth a warning. */
const leastBits = 0.05

/**
 * Warns of columns at the top of a ranking whose information is mostly chance: an identifier or free text has
 * so many levels that it shares information with any target. The warning names the method that corrects for
 * it.
 */
export async function chanceWarnings(
  batcher: RequestBatcher,
  assignments: readonly Assignment[],
  rankings: readonly Ranking[],
  view: View,
): Promise<readonly Warning[]> {
  const checked = assignments.flatMap((assignment, i) => {
    const instead = assignment.criterion.withoutChance?.(assignment.options)
    return instead ? [{ assignment, instead, best: bestOf(assignment, rankings[i]) }] : []
  })
  const tables = await batcher.request(
    checked.map(({ assignment: { target }, best }) => {
      const list = best.map(({ variable }) => [target!, variable])
      return list.length > 0 ? [{ kind: 'counts', family: { list }, view } as const] : []
    }),
  )
  return checked.flatMap(({ instead, best, assignment: { criterion } }, i) => {
    const found = (tables[i][0] ?? []).map(adjustedInformation)
    const dueToChance = best.filter(
      (_, j) => found[j].expected >= Math.max(leastBits, leastShare * found[j].plugIn),
    )
    if (dueToChance.length === 0) return []
    const names = dueToChance.map(
      ({ name, variable }) => `${name} with ${countLevels(variable.coding!)} levels`,
    )
    const message = `${criterion.id}: at least half of the score is due to chance, because of the many levels, for ${firstFew(names, 5)} (${instead} corrects for chance)`
    return [{ code: 'by-chance', message }]
  })
}

/** The best columns that are read as levels and whose tables are small enough to be counted. */
function bestOf(
  { columns, features, target }: Assignment,
  { scores }: Ranking,
): readonly { readonly name: string; readonly variable: Variable }[] {
  const variables = new Map(columns.map(({ name }, i) => [name, features[i]]))
  return scores.slice(0, mostChecked).flatMap(({ feature, score }) => {
    const variable = variables.get(feature)
    if (!variable?.coding || !target?.coding || !score) return []
    const cells = countLevels(variable.coding) * countLevels(target.coding)
    return cells <= limits.cells ? [{ name: feature, variable }] : []
  })
}
