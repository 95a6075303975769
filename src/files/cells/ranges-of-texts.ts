import { allocateNumbers, numberColumn } from '#core'
import type { BuiltColumn } from '#core'
import { notARange } from './column-messages.ts'
import { missingTest } from './missing-words.ts'
import { RangeFacts } from './range-facts.ts'
import { rangeIn, rangeValue, readRange, serialRange } from './range-texts.ts'
import type { NumberRange, RangeText } from './range-texts.ts'

/**
 * Parses distinct texts as ranges under the decimal mark that they show together, else the point; `null` for
 * a text that is none.
 */
export function rangesAmong(texts: Iterable<string>): ReadonlyMap<string, NumberRange | null> {
  const facts = new RangeFacts()
  const found = new Map([...texts].map((text) => [text, readRange(text)] as const))
  for (const [text, range] of found) if (range) facts.addRange(text, range, 1)
  const { decimal, daysFrom } = facts
  const rangeOf = (text: string, range: RangeText | null) =>
    (daysFrom === null ? null : serialRange(text, daysFrom)) ?? rangeIn(range, decimal ?? '.')
  return new Map([...found].map(([text, range]) => [text, rangeOf(text, range)]))
}

/**
 * Parses texts as ranges of numbers, such as 10-20, read as their middle; any other text is an error that
 * names its row.
 */
export function rangesOfTexts(
  name: string,
  texts: readonly (string | null)[],
  place = (row: number) => `row ${row + 1}`,
): BuiltColumn {
  const isMissing = missingTest()
  const values = allocateNumbers(texts.length)
  const present = (text: string | null) => text !== null && !isMissing(text)
  const ranges = rangesAmong(new Set(texts.filter((text): text is string => present(text))))
  texts.forEach((text, row) => {
    const range = present(text) ? ranges.get(text!) : undefined
    if (range === null) throw notARange(name, place(row), text!)
    values[row] = range ? rangeValue(range) : NaN
  })
  return { column: numberColumn(name, values), warnings: [] }
}
