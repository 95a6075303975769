import type { AnyCriterion } from './chosen-selection.ts'
import type { SearchUnits } from './search-units.ts'

/** A merit as the score that a criterion gives; `own` is what it said itself, where it said something of one column. */
export type ShowScore = (merit: number, own?: number) => number

/**
 * How merits, of which greater is always better, are shown as scores. A signed statistic has its own sign, unless a cost
 * changed it: merits have none.
 */
export function showScores(
  { better, signed }: Pick<AnyCriterion, 'better'> & { readonly signed?: true },
  { costs }: Pick<SearchUnits, 'costs'>,
): ShowScore {
  const hasSigns = signed === true && costs === null
  return (merit, own = NaN) => (hasSigns && !Number.isNaN(own) ? own : signOf({ better }) * merit)
}

/** What turns a merit into a score. */
export function signOf({ better }: Pick<AnyCriterion, 'better'>): 1 | -1 {
  return better === 'higher' ? 1 : -1
}
