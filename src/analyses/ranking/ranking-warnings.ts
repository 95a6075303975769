import { countLevels, firstFew, leastInWords, limits, weightText } from '#core'
import type { Exchange, Ranking, SettledRankSpec, Variable, View, Warning } from '#core'
import { adjustedInformation } from '#methods'
import type { RankScores } from '#methods'
import type { Assignment } from '../coding/assignment.ts'
import type { Recutting } from '../coding/recut.ts'
import { hasInvalidLaw } from '../permutations/permutation-p.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/**
 * Warns of p-values that are left out because their distribution does not hold: for cuts by the target, or in
 * groups, strata or time.
 */
export function invalidLawWarnings(
  assignments: readonly Assignment[],
  how: { readonly recutting: Recutting | null; readonly exchange?: Exchange },
  { discretise, group, strata, time, block }: SettledRankSpec,
): readonly Warning[] {
  const invalid = assignments.filter((assignment) => hasInvalidLaw(assignment, assignment.features, how))
  const parts = Object.entries({ group, strata, time, block }).flatMap(([part, name]) =>
    name === null ? [] : [`${part} ${name}`],
  )
  return invalid.map(({ criterion: { id } }) => ({
    code: 'no-p-values',
    message: how.exchange
      ? `${id}: no p-values: its null distribution is of independent rows, not by ${parts.join(' and ')} (use permutations 999, which respect it)`
      : `${id}: no p-values for numbers: discretise ${discretise} cuts them by the target, and the null distribution does not hold for such cuts (use permutations 999, which repeat the cuts)`,
  }))
}

/** Names the columns whose laws stay in doubt because rows are not read. */
export function uncheckedLawWarnings(
  assignments: readonly {
    readonly criterion: Pick<Assignment['criterion'], 'id'>
    readonly names: readonly string[]
  }[],
  scores: readonly RankScores[],
): readonly Warning[] {
  return assignments.flatMap(({ criterion, names }, i): readonly Warning[] => {
    const { law, pValue, pFrom } = scores[i]
    const isUnsure = (place: number) =>
      law?.[place] === 'unsure' && pValue?.[place] !== undefined && (pFrom?.[place] ?? 'law') === 'law'
    const unsure = names.filter((_, place) => isUnsure(place))
    if (unsure.length === 0) return []
    const message = `${criterion.id}: p-values of ${firstFew(unsure, 5)} are of a distribution that extreme values or small classes may break: it is not checked where rows stay on a server, are too many to read, or have weights`
    return [{ code: 'unchecked-law', columns: unsure, message }]
  })
}

/** One warning for each method that ranks columns last because of the rows they lack. */
export function fewRowsWarnings(rankings: readonly Ranking[], minRows: number): readonly Warning[] {
  return rankings.flatMap(({ method, scores }): readonly Warning[] => {
    const few = scores.filter(({ fewRows }) => fewRows)
    if (few.length === 0) return []
    const shown = firstFew(
      few.map(({ feature, n }) => `${feature} ${weightText(n)}`),
      5,
    )
    const columns = few.length === 1 ? 'a column' : `${few.length} columns`
    const message = `${method} ranks ${columns} after the others, scored on fewer than ${leastInWords(minRows)} (${shown}; minRows sets how few are enough)`
    return [{ code: 'few-rows', message }]
  })
}

/** One warning for each method and reason, naming the columns without a score. */
export function unscoredWarnings(rankings: readonly Ranking[]): readonly Warning[] {
  return rankings.flatMap(({ method, scores }) => {
    const unscored = scores.filter(({ score }) => score === null)
    return [...new Set(unscored.map(({ why }) => why))].map((why): Warning => {
      const names = unscored.filter((entry) => entry.why === why).map(({ feature }) => feature)
      return { code: 'unsuitable', message: `${method} leaves out ${firstFew(names, 5)}: ${why}` }
    })
  })
}

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
