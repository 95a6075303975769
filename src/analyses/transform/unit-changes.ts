import { conversion, firstFew, queryColumn, queryOption, unitOfName } from '#core'
import type { SelectResult, Source, Warning } from '#core'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/**
 * The warning about columns whose numbers are in another unit than in the data of the selection, with the query that
 * converts them: 12 kg and 500 g are read as grams, 12 kg alone as kilograms.
 */
export function unitWarning({ columns }: Source, result: SelectResult): readonly Warning[] {
  const { training = [], trainingTarget } = result
  const all = trainingTarget ? [...training, trainingTarget] : training
  const units = new Map(all.map(({ feature, unit }) => [feature, unit]))
  const changes = columns.flatMap(({ name, unit }) => {
    const before = units.get(name)
    return unit !== undefined && before !== undefined && unit !== before ? [{ name, unit, before }] : []
  })
  if (changes.length === 0) return []
  const shown = changes.map(({ name, unit, before }) => `${name} (${unit} here, ${before} there)`)
  const names = changes.map(({ name }) => name)
  const parts = changes.flatMap(converted)
  const isAll = parts.length === changes.length
  const query = queryOption(`SELECT * REPLACE (${parts.join(', ')}) FROM data`)
  const ways =
    parts.length === 0
      ? 'they do not convert'
      : `to convert ${isAll ? 'them' : 'those that can be'} say ${query}`
  const message = `columns in another unit than in the data of the selection: ${firstFew(shown, mostNamed)}; ${ways}`
  return [{ code: 'units', columns: names, message }]
}

/** The expression that converts a column, by a whole number if there is one. */
function converted({ name, unit, before }: { name: string; unit: string; before: string }): string[] {
  const times = conversion(unit, before)
  const parts = conversion(before, unit)
  if (times === null || parts === null) return []
  const column = queryColumn(name)
  const value = Number.isInteger(parts) ? `${column} / ${parts}` : `${column} * ${times}`
  return [`${value} AS ${column}`]
}

/** Whether two names of columns differ in the unit that they give only: `weight (kg)` and `weight (g)`. */
export function areOtherUnits(name: string, other: string): boolean {
  const [unit, otherUnit] = [unitOfName(name), unitOfName(other)]
  return unit !== null && otherUnit !== null && unit !== otherUnit
}
