import type { Reporter } from '../scope/error-warnings.ts'
import type { OnPosition } from './running-search.ts'
import type { RunningSearch, SearchSetup } from './search-setup.ts'
import { columnsOf } from './search-units.ts'
import { stepOf } from './selection-result.ts'
import { showScores } from './shown-score.ts'

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
