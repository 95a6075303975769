import { singles } from '#core'
import type { Coding, Counts, CountsRequest, Level, View } from '#core'

/** Requests the levels of columns: every distinct value is one level. */
export function levelsRequest(columns: readonly number[], view: View): CountsRequest {
  const each = columns.map((column) => ({ column, coding: { kind: 'values' } as const }))
  return { kind: 'counts', family: singles(each), view }
}

/** The fitted coding of a column: the levels that occur in the included rows. */
export function levelCoding({ levels, cells }: Counts): Coding & { kind: 'levels' } {
  // The same array where no level is left out, so that a source can recognise it by identity.
  const isWhole = cells.every((count) => count > 0)
  return { kind: 'levels', levels: isWhole ? levels[0] : levels[0].filter((_, level) => cells[level] > 0) }
}

/** The most frequent level; of equally frequent levels the first. */
export function mostFrequent({ levels, cells }: Counts): Level {
  return levels[0][cells.indexOf(cells.reduce((most, count) => (count > most ? count : most), 0))]
}
