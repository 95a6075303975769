import { adjustedInformation } from '../../measures/adjusted-information.ts'
import { firstFew } from '../../spec/names.ts'
import { limits } from '../../statistics/request.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { Ranking } from '../../trace/ranking.ts'
import type { Warning } from '../../trace/warning.ts'
import type { RequestBatcher } from './request-batcher.ts'
import type { Assignment } from './assignment.ts'

/** So many of the best columns of a ranking are looked at. */
const looked = 5
/** From such a share of its information on, a column owes it to its many levels. */
const suspicious = 0.5
/** Less than so many bits are not worth a word. */
const least = 0.05

/**
 * Columns at the top of a ranking whose information is mostly what any column of so many levels shares with a target by chance
 * (an identifier, free text), with the method that takes this away.
 */
export async function chanceWarnings(
  batcher: RequestBatcher,
  assignments: readonly Assignment[],
  rankings: readonly Ranking[],
  view: View,
): Promise<readonly Warning[]> {
  const asked = assignments.flatMap((assignment, i) => {
    const instead = assignment.criterion.withoutChance?.(assignment.options)
    return instead ? [{ assignment, instead, best: bestOf(assignment, rankings[i]) }] : []
  })
  const tables = await batcher.request(
    asked.map(({ assignment: { target }, best }) => {
      const list = best.map(({ variable }) => [target!, variable])
      return list.length > 0 ? [{ kind: 'counts', family: { list }, view } as const] : []
    }),
  )
  return asked.flatMap(({ instead, best, assignment: { criterion } }, i) => {
    const found = (tables[i][0] ?? []).map(adjustedInformation)
    const owing = best.filter((_, j) => found[j].expected >= Math.max(least, suspicious * found[j].plugIn))
    if (owing.length === 0) return []
    const names = owing.map(({ name, variable }) => `${name} with ${countLevels(variable.coding!)} levels`)
    const message = `${criterion.id}: half of the score or more is what as many levels share with any target by chance, of ${firstFew(names, 5)} (${instead} takes it away)`
    return [{ code: 'by-chance', message }]
  })
}

/** The best columns that are read by levels, as far as their tables can be counted. */
function bestOf(
  { columns, features, target }: Assignment,
  { scores }: Ranking,
): readonly { readonly name: string; readonly variable: Variable }[] {
  const variables = new Map(columns.map(({ name }, i) => [name, features[i]]))
  return scores.slice(0, looked).flatMap(({ feature, score }) => {
    const variable = variables.get(feature)
    if (!variable?.coding || !target?.coding || !score) return []
    const cells = countLevels(variable.coding) * countLevels(target.coding)
    return cells <= limits.cells ? [{ name: feature, variable }] : []
  })
}
