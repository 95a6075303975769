import { firstFew, queryColumn, queryWarning, queryValue, replacingQuery } from '#core'
import { areStepsOfScale, isTotal, isTotalOf } from '#files/cells'
import type { Warning } from '#core'

/** A level, and in how many rows it is. */
export interface CountedLevel {
  readonly level: string
  readonly rows: number
}

/** The levels of a column. */
export interface CountedLevels {
  readonly name: string
  readonly counted: readonly CountedLevel[]
}

/** The most columns and levels of a column that a message names. */
export const [mostColumns, mostGroups] = [5, 3]

/** A level as a message shows it. */
export function levelText({ level, rows }: CountedLevel): string {
  return `${JSON.stringify(level)} in ${rows} ${rows === 1 ? 'row' : 'rows'}`
}

const plain = /^\s*-?\d{1,3}\s*$/
/** `5 (very)`, `5 = very`, `[5] very` */
const numberFirst = /^\s*[([]?(-?\d{1,3})[)\]]?(?:\s*[=:.)–—-]\s*|\s*(?=[([])|\s+)([^\d]+)$/u
/** `very (5)`, `very = 5`, `very: 5` */
const numberLast = /^([^\d]+?)(?:\s*[([]|\s*[=:–—]\s*|\s-\s|\s+)(-?\d{1,3})[)\]]?\s*$/u

/** A step of a scale with its label; `null` for any other text. */
function labelledStep(level: string): { readonly step: number; readonly label: string } | null {
  const first = numberFirst.exec(level)
  const last = first ? null : numberLast.exec(level)
  const [step, label] = first ? [first[1], first[2]] : last ? [last[2], last[1]] : ['', '']
  const words = label.replace(/[^\p{L}]+/gu, ' ').trim()
  return words.length > 2 ? { step: Number(step), label: words.toLowerCase() } : null
}

/**
 * A labelled and a plain step of a column that is a scale of which ends have labels; `null` if it is none.
 */
function exampleOf(counted: readonly CountedLevel[]): string | null {
  const steps = counted.filter(({ level }) => plain.test(level))
  const labelled = counted.flatMap(({ level }) => {
    const found = labelledStep(level)
    return found ? [{ ...found, level }] : []
  })
  // Others may be words for no answer.
  if (steps.length === 0 || labelled.length === 0 || steps.length + labelled.length < counted.length - 2)
    return null
  const numbers = [...steps.map(({ level }) => Number(level)), ...labelled.map(({ step }) => step)]
  // Rooms, persons and the like are no labels: they come again.
  const areDifferent = new Set(labelled.map(({ label }) => label)).size === labelled.length
  // Codes below 0 alone say why a value is missing.
  const areGaps = numbers.some((step) => step < 0 && !numbers.includes(-step))
  const isScale = areStepsOfScale(
    numbers,
    labelled.map(({ step }) => step),
  )
  return areDifferent && isScale && !areGaps
    ? `${JSON.stringify(labelled[0].level)} beside ${JSON.stringify(steps[0].level)}`
    : null
}

/** The warning about scales of which some steps have a label, with the query that reads their numbers. */
export function labelledScales(columns: readonly CountedLevels[]): readonly Warning[] {
  const found = columns.flatMap(({ name, counted }) => {
    const example = exampleOf(counted)
    return example === null ? [] : [{ name, example }]
  })
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const query = replacingQuery(Object.fromEntries(names.map((name) => [name, numberIn(name)])))
  const list = firstFew(
    found.map(({ name, example }) => `${name} (${example})`),
    mostColumns,
  )
  const why = `scales of which some steps have a label, read as categorical: ${list}`
  const how = 'for their numbers, with other cells missing, say'
  return [queryWarning({ code: 'doubtful-numbers', columns: names, why, query }, how)]
}

/** The number of a step; a dash between two words or blanks is no minus. */
function numberIn(name: string): string {
  const column = queryColumn(name)
  return `TRY_CAST(regexp_extract(${column}, '-?[0-9]+') AS DOUBLE)`
}

/**
 * Levels that sum up the others of their column, such as Total, or those of another, such as Total North:
 * their rows count what other rows count already.
 */
export function totalWarning(columns: readonly CountedLevels[]): readonly Warning[] {
  const all = new Set(columns.flatMap(({ counted }) => counted.map(({ level }) => level.trim())))
  const isSum = ({ level }: CountedLevel) => isTotal(level) || isTotalOf(level, (part) => all.has(part))
  const found = columns.flatMap(({ name, counted }) => {
    const stars = starsAmong(counted)
    const sums = counted.filter((one) => isSum(one) || stars.includes(one))
    return sums.length > 0 && counted.length - sums.length > 1 ? [{ name, sums }] : []
  })
  if (found.length === 0) return []
  const list = found.map(({ name, sums }) => {
    return `${name} (${firstFew(sums.map(levelText), mostGroups)})`
  })
  // A level that is missing is none of them.
  const conditions = found.map(({ name, sums }) => {
    const values = sums.map(({ level }) => queryValue(level)).join(', ')
    return `coalesce(${queryColumn(name)}, '') NOT IN (${values})`
  })
  const query = `SELECT * FROM data WHERE ${conditions.join(' AND ')}`
  const why = `levels that may sum up others: ${firstFew(list, mostColumns)}`
  const names = found.map(({ name }) => name)
  return [queryWarning({ code: 'totals', columns: names, why, query }, 'leave their rows out by')]
}

/** The sums have stars for a name. */
const starsAlone = /^\s*\*{1,3}\s*$/

/**
 * Rare levels of stars alone beside many others, as business software marks its sums; others mark what is
 * significant.
 */
function starsAmong(counted: readonly CountedLevel[]): readonly CountedLevel[] {
  const found = counted.filter(({ level }) => starsAlone.test(level))
  const rowsOf = (levels: readonly CountedLevel[]) => levels.reduce((sum, { rows }) => sum + rows, 0)
  const areFew = found.length * 4 <= counted.length && rowsOf(found) * 10 <= rowsOf(counted)
  return areFew ? found : []
}
