import { firstFew, queryColumn, queryOption, replacingQuery } from '#core'
import type { Warning } from '#core'
import { mostColumns } from './counted-levels.ts'
import type { CountedLevel, CountedLevels } from './counted-levels.ts'

/** A scale has at least so many steps, and at most so many from its least to its largest. */
const fewestSteps = 3
const mostSteps = 20

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

/** A labelled and a plain step of a column that is a scale of which ends have labels; `null` if it is none. */
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
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  // Rooms, persons and the like are no labels: they come again.
  const areDifferent = new Set(labelled.map(({ label }) => label)).size === labelled.length
  const different = new Set(numbers).size
  // Numbers of houses have larger gaps.
  const isScale = different >= fewestSteps && most - least <= mostSteps && different * 2 > most - least
  // Codes below 0 alone say why a value is missing.
  const areGaps = numbers.some((step) => step < 0 && !numbers.includes(-step))
  const areEnds = labelled.some(({ step }) => step === least || step === most)
  return areDifferent && isScale && areEnds && !areGaps
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
  const message = `scales of which some steps have a label, read as categorical: ${list}; for their numbers, with other cells missing, say ${queryOption(query)}`
  return [{ code: 'doubtful-numbers', columns: names, message, query }]
}

/** The number of a step; a dash between two words or blanks is no minus. */
function numberIn(name: string): string {
  const column = queryColumn(name)
  return `TRY_CAST(regexp_extract(${column}, '-?[0-9]+') AS DOUBLE)`
}
