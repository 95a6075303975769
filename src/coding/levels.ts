import type { Counts } from '../statistics/counts.ts'
import { singles } from '../statistics/family.ts'
import type { CountsRequest } from '../statistics/request.ts'
import type { Coding, Level } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'

/** Asks for the levels of columns as they are: every distinct value one level. */
export function levelsRequest(columns: readonly number[], view: View): CountsRequest {
  const each = columns.map((column) => ({ column, coding: { kind: 'values' } as const }))
  return { kind: 'counts', family: singles(each), view }
}

/** The dictionary of a column: the levels that rows in play hold, frozen. */
export function levelCoding({ levels, cells }: Counts): Coding & { kind: 'levels' } {
  // The same list where no level is left out, so that a source can tell it knows it.
  const isWhole = cells.every((count) => count > 0)
  return { kind: 'levels', levels: isWhole ? levels[0] : levels[0].filter((_, level) => cells[level] > 0) }
}

/** The most frequent level; of equally frequent ones the first. */
export function mostFrequent({ levels, cells }: Counts): Level {
  return levels[0][cells.indexOf(cells.reduce((most, count) => (count > most ? count : most), 0))]
}
