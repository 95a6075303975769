import { allocateNumbers } from './allocate.ts'
import { notARange } from './column-messages.ts'
import { numberColumn } from './number-column.ts'
import { parseRange, rangeValue } from './range-texts.ts'
import type { BuiltColumn } from './table.ts'
import { missingTest } from './missing-words.ts'

/** Parses texts as ranges of numbers, such as 10-20, read as their middle; any other text is an error that names its row. */
export function rangesOfTexts(
  name: string,
  texts: readonly (string | null)[],
  place = (row: number) => `row ${row + 1}`,
): BuiltColumn {
  const isMissing = missingTest()
  const values = allocateNumbers(texts.length)
  texts.forEach((text, row) => {
    const range = text === null || isMissing(text) ? null : parseRange(text)
    if (!range && text !== null && !isMissing(text)) throw notARange(name, place(row), text)
    values[row] = range ? rangeValue(range) : NaN
  })
  return { column: numberColumn(name, values), warnings: [] }
}
