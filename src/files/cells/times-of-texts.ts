import { timeOfType, allocateNumbers, numberColumn } from '#core'
import type { GivenType, BuiltColumn } from '#core'
import { parseCell, timeOfFormat } from './cell-format.ts'
import { notATime, undecidedDates } from './column-messages.ts'
import { missingTest } from './missing-words.ts'
import { TextFormatDetector } from './text-format-detector.ts'

/**
 * Parses texts as dates or times of the given type; a text that is neither is an error that names its row.
 */
export function timesOfTexts(
  name: string,
  texts: readonly (string | null)[],
  type: GivenType | undefined,
  place = (row: number) => `row ${row + 1}`,
): BuiltColumn {
  const isMissing = missingTest()
  const cells = texts.map((text) => (text === null || isMissing(text) ? null : text))
  const detector = new TextFormatDetector(type, 'unlikely')
  detector.add(
    cells,
    Uint32Array.from(cells, (_, row) => row),
    0,
  )
  const { format, why, example } = detector.detect()
  const mismatch = detector.firstTimeMismatch
  if (!format && why !== undefined) throw undecidedDates(name, timeOfType(type)!, example)
  if (!format && mismatch) throw notATime(name, timeOfType(type)!, place(mismatch.row), mismatch.cell)
  const values = allocateNumbers(cells.length)
  cells.forEach((cell, row) => {
    // A word for a missing value does not match the format.
    values[row] = cell === null ? NaN : Number(parseCell(cell, format!) ?? NaN)
  })
  return { column: numberColumn(name, values, timeOfFormat(format) ?? timeOfType(type)), warnings: [] }
}
