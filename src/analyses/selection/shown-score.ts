import type { Scorer } from './scorer.ts'
import type { SearchUnits } from './search-units.ts'

/**
 * A merit as a score of the criterion; `own` is the criterion's own score of a single column, where there is
 * one.
 */
export type ShowScore = (merit: number, own?: number) => number

/**
 * How merits, of which greater is always better, are shown as scores. A signed statistic keeps its sign,
 * which its merit lacks, unless a cost divided it.
 */
export function showScores(
  { better, signed }: Pick<Scorer['criterion'], 'better' | 'signed'>,
  { costs }: Pick<SearchUnits, 'costs'>,
): ShowScore {
  const hasSigns = signed === true && costs === null
  return (merit, own = NaN) => (hasSigns && !Number.isNaN(own) ? own : signOf({ better }) * merit)
}

/** The factor from merit to score. */
export function signOf({ better }: Pick<Scorer['criterion'], 'better'>): 1 | -1 {
  return better === 'higher' ? 1 : -1
}
