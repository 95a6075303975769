import type { Reporter } from '../scope/error-warnings.ts'
import type { OnPosition } from './running-search.ts'
import type { Scorer } from './scorer.ts'
import type { RunningSearch, SearchSetup } from './search-setup.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import { stepOf } from './selection-result.ts'

/** Reports the positions of a search as events: each step, and in a search of sets each better set. */
export function reportedPositions(
  report: NonNullable<Reporter['report']>,
  { chosen, prepared: { names }, searchUnits }: Pick<SearchSetup, 'chosen' | 'prepared' | 'searchUnits'>,
  { sets }: Pick<RunningSearch, 'sets'>,
): OnPosition {
  const { criterion } = chosen.scorer
  const show = showScores(criterion, searchUnits)
  let best = ''
  return ({ move, setAside, selected, merit }, parts, score) => {
    if (move) {
      report({ kind: 'step', step: stepOf(move, searchUnits.names, show(move.merit, score), parts) })
      return
    }
    // A search of sets also yields where it found nothing better.
    const isNew = !setAside && sets !== undefined && !Number.isNaN(merit) && best !== selected.join()
    if (!isNew) return
    best = selected.join()
    const features = columnsOf(searchUnits, selected).map((column) => names[column])
    report({ kind: 'set', method: criterion.id, features, score: show(merit) })
  }
}

/**
 * A merit as a score of the criterion; `own` is the criterion's own score of a single column, where there is
 * one.
 */
type ShowScore = (merit: number, own?: number) => number

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
