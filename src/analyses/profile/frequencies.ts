import { roundedWeight } from '../../spec/weight-text.ts'
import type { Counts } from '../../statistics/counts.ts'
import type { Frequencies } from '../../trace/description.ts'

/** Levels of more than this many are not counted: fetching them would cost more than all else of a description. */
export const mostCounted = 10_000
/** The most levels that are listed. */
const listed = 12

/** The most frequent levels of a counted column. */
export function frequenciesOf({ levels, cells }: Counts): Frequencies {
  const all = levels[0].flatMap((level, i) =>
    cells[i] > 0 ? [{ level, count: roundedWeight(cells[i]) }] : [],
  )
  // The sort is stable: equally frequent levels stay in order.
  all.sort((a, b) => b.count - a.count)
  const others = all.slice(listed).reduce((sum, { count }) => sum + count, 0)
  return { most: all.slice(0, listed), others: roundedWeight(others) }
}
