import { categoricalColumn, missingTest, numericColumn } from '#core'
import type { BuiltColumn, Warning } from '#core'
import { datePattern } from './date-pattern.ts'

export { defaultPattern } from './date-pattern.ts'

/**
 * A column of dates by the pattern that its file declares. If criba does not read the pattern, or if some cells do not fit
 * it, the column is categorical, and a warning says why.
 */
export function declaredDates(
  name: string,
  texts: readonly (string | null)[],
  pattern: string,
  place: (row: number) => string,
): BuiltColumn {
  const isMissing = missingTest()
  const cells = texts.map((text) => (text === null || isMissing(text) ? null : text))
  const dates = datePattern(pattern)
  if (!dates) return asLevels(name, texts, `criba does not read its pattern ${pattern}`)
  const values = cells.map((cell) => (cell === null ? null : dates.parse(cell)))
  const isUnfit = (row: number) => cells[row] !== null && values[row] === null
  const unfit = [...cells.keys()].filter(isUnfit)
  if (unfit.length > 0) {
    const first = `first: ${place(unfit[0])}, ${JSON.stringify(cells[unfit[0]])}`
    return asLevels(name, texts, `${unfit.length} cells do not fit its pattern ${pattern} (${first})`)
  }
  const built = numericColumn(name, cells.length, (row) => values[row])
  return { ...built, column: { ...built.column, time: dates.time } }
}

function asLevels(name: string, cells: readonly (string | null)[], why: string): BuiltColumn {
  const { column } = categoricalColumn(name, cells.length, (row) => cells[row])
  const message = `column ${name}: declared as dates, read as categorical, because ${why}; --types with date or datetime reads other forms`
  const warning: Warning = { code: 'unread-dates', column: name, message }
  return { column, warnings: [warning] }
}
