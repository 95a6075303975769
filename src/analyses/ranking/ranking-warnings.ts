import { firstFew, leastInWords, weightText } from '#core'
import type { Exchange, Ranking, SettledRankSpec, Warning } from '#core'
import type { RankScores } from '#methods'
import type { Assignment } from '../coding/assignment.ts'
import type { Recutting } from '../coding/recut.ts'
import { hasInvalidLaw } from '../permutations/permutation-p.ts'

/**
 * Warns of p-values that are left out because their distribution does not hold: for cuts by the target, or in
 * groups, strata or time.
 */
export function invalidLawWarnings(
  assignments: readonly Assignment[],
  how: { readonly recutting: Recutting | null; readonly exchange?: Exchange },
  { discretise, group, strata, time }: SettledRankSpec,
): readonly Warning[] {
  const invalid = assignments.filter((assignment) => hasInvalidLaw(assignment, assignment.features, how))
  const parts = Object.entries({ group, strata, time }).flatMap(([part, name]) =>
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
