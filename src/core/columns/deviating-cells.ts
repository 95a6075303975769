import { earlier } from './cell-properties.ts'
import type { DeviatingCells, PlacedCell } from './detected-format.ts'
import type { OddTexts, Oddness } from './odd-texts.ts'
import type { OtherTexts } from './other-texts.ts'

/** One reading of a column: how many cells it reads, and the first that it does not read. */
export interface Reading {
  readonly kind: DeviatingCells['kind']
  readonly cells: number
  readonly oddness: Oddness
  readonly other: PlacedCell | undefined
}

/** What is known of a column whose cells are not all of one kind. */
export interface MixedColumn {
  readonly present: number
  /** The first word that is missing once all others are numbers or times. */
  readonly word: PlacedCell | undefined
  readonly others: OtherTexts
  readonly odd: OddTexts
}

/** The cells that deviate under the first reading that reads most cells; `null` if none does. */
export function deviatingFrom(
  readings: readonly Reading[],
  { present, word, others, odd }: MixedColumn,
): DeviatingCells | null {
  for (const { kind, cells, oddness, other } of readings) {
    const count = present - cells
    const first = earlier(other, word)
    if (!first || count <= 0 || count * 2 >= present) continue
    const rest =
      present - Math.max(...readings.filter((reading) => reading.kind === kind).map(({ cells }) => cells))
    const words = rest > 0 ? others.wordsOf(rest, first.row) : null
    return { kind, present, count, first, words, odd: odd.of(oddness) ?? odd.of('noNumber') }
  }
  return null
}

/** A number of cells if they are three quarters or more of all, else 0. */
export function ifMost(cells: number, present: number): number {
  return cells * 4 >= present * 3 ? cells : 0
}
