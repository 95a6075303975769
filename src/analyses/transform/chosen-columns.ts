import { CribaError, firstFew, limits, nearestName, queryColumn, queryOption } from '#core'
import { conversion, unitOfName } from '#files/cells'
import type { ColumnFacts, ColumnRecord, SelectResult, Source, Warning } from '#core'

/** The most columns that a message names. */
const mostNames = 5

/** How messages name the data, and the option that sets types. */
export interface DataInWords {
  readonly data: string
  readonly types: string
}

/** A chosen column as the selection had it, with its place in other data. */
export interface ChosenColumn extends Omit<ColumnRecord, 'missing'> {
  readonly column: number
  /** No row has a value, so its type does not matter. */
  readonly isEmpty: boolean
  /** It has so few distinct values that all can be listed. */
  readonly areFew: boolean
}

/**
 * Refuses data without one of the chosen columns, or of those given; the message names the nearest column, and how the data were
 * read.
 */
export function refuseMissingColumns(
  { selected, spec }: Pick<SelectResult, 'selected' | 'spec'>,
  names: readonly string[],
  data: string,
  how = '',
): void {
  const known = new Set(names)
  // A result that was saved before has none that are given.
  const needed = [...selected, ...((spec.given as readonly string[] | undefined) ?? [])]
  const missing = needed.filter((name) => !known.has(name))
  if (missing.length === 0) return
  const chosen = new Set(needed)
  const others = names.filter((name) => !chosen.has(name))
  const listed = missing.map((name) => {
    const near = nearestName(name, others)
    if (near === undefined) return name
    const unit = areOtherUnits(name, near) ? `convert it to ${unitOfName(name)}, and ` : ''
    return `${name} (did you mean ${near}? ${unit}rename it)`
  })
  throw new CribaError('missing', `missing column in ${data}: ${firstFew(listed, mostNames)}${how}`)
}

/** Finds the chosen columns in other data; a column that is missing or has another type is an error. */
export function chosenColumns(
  { columns, rows }: Source,
  result: SelectResult,
  words: DataInWords,
): readonly ChosenColumn[] {
  refuseMissingColumns(
    result,
    columns.map(({ name }) => name),
    words.data,
  )
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  const records = new Map(result.columns.map((record) => [record.name, record]))
  const found = result.selected.map((name): ChosenColumn => {
    const column = places.get(name)!
    const { type, time } = records.get(name)!
    const { missing, distinct } = columns[column]
    const areFew = (distinct ?? 0) <= limits.cells
    return { name, type, ...(time && { time }), column, isEmpty: missing === rows, areFew }
  })
  const wrong = found.filter(
    (chosen) => !chosen.isEmpty && !hasType(columns[chosen.column], chosen, result.spec),
  )
  if (wrong.length > 0) {
    const listed = wrong.map(
      (chosen) => `${chosen.name} is ${typeOf(columns[chosen.column])}, but was ${typeOf(chosen)}`,
    )
    const types = wrong.map((chosen) => `${chosen.name}=${typeOf(chosen)}`)
    throw new CribaError(
      'invalid',
      `invalid type of column in ${words.data}: ${firstFew(listed, mostNames)} (${words.types} ${types.join(',')} reads the same type)`,
    )
  }
  return found
}

/**
 * Whether a column has the type that it had, or its numbers are read as levels by the types of the selection.
 */
function hasType(
  { type, time, name }: ColumnFacts,
  chosen: ChosenColumn,
  { types }: SelectResult['spec'],
): boolean {
  if (type === chosen.type) return time === chosen.time
  const given = Object.hasOwn(types, name) ? types[name] : types['*']
  return chosen.type === 'categorical' && given === 'categorical'
}

function typeOf({ type, time }: Pick<ColumnRecord, 'type' | 'time'>): string {
  return time ?? type
}

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/**
 * The warning about columns whose numbers are in another unit than in the data of the selection, with the
 * query that converts them: 12 kg and 500 g are read as grams, 12 kg alone as kilograms.
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
function areOtherUnits(name: string, other: string): boolean {
  const [unit, otherUnit] = [unitOfName(name), unitOfName(other)]
  return unit !== null && otherUnit !== null && unit !== otherUnit
}
