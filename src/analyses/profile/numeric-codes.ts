import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import { namesAmounts, namesMeasures, namesPostcodes, namesRows, namesThings, unitOfName } from '#files/cells'
import type { ColumnContents } from './contents.ts'
import { mostColumns } from './level-texts.ts'
import type { TextCodes } from './text-codes.ts'

/** Smaller numbers may be counts or steps. */
const leastCode = 1000
const fewestCodes = 2

/** What amounts seldom are: see `areSpread`. */
const spread = { codes: 8, firstDigits: 7, rowsOfCode: 4, shareOfRange: 1 / 8, round: 0.5 } as const

/**
 * The warnings about numbers that name something and come again, by the name of their column and as all have as
 * many digits, such as accounts, or since they match texts; and about postcodes and numbers of things, such as
 * `treeID` and `plot`: their distances mean nothing. Those that are only spread as codes are, a person looks at.
 */
export function numericCodes(contents: readonly ColumnContents[], ofTexts: TextCodes): readonly Warning[] {
  const mayRepeat = ({ column, values, n }: ColumnContents) =>
    !column.time && values !== null && values.length < n
  const found = contents.filter((one) => {
    if (ofTexts.has(one) || arePostcodes(one)) return true
    const { name } = one.column
    if (!mayRepeat(one)) return false
    return namesThings(name) ? areNames(one.values!) : namesRows(name) && areCodes(one.values!)
  })
  const spread = contents.filter(
    (one) => !found.includes(one) && mayRepeat(one) && !measures(one.column.name) && areSpread(one),
  )
  const list = (some: readonly ColumnContents[]) =>
    firstFew(
      some.map((one) => `${one.column.name} (${shownOf(one, ofTexts.get(one))})`),
      mostColumns,
    )
  const mendOf = (some: readonly ColumnContents[]) => {
    const types = Object.fromEntries(some.map(({ column }) => [column.name, 'categorical' as const]))
    return remedy({ types }, 'numbers that name something', null, true)
  }
  const warningOf = (some: readonly ColumnContents[], why: string): Warning => {
    const columns = some.map(({ column }) => column.name)
    return { code: 'doubtful-numbers', columns, message: `${why}; for levels say ${mendOf(some).option}` }
  }
  return [
    ...(found.length > 0
      ? [{ ...warningOf(found, `numbers that may be codes: ${list(found)}`), remedy: mendOf(found) }]
      : []),
    ...(spread.length > 0
      ? [warningOf(spread, `numbers spread as codes are, if they measure nothing: ${list(spread)}`)]
      : []),
  ]
}

/** Whether the name of a column, or the unit in it, says that its numbers measure something. */
function measures(name: string): boolean {
  return namesMeasures(name) || namesAmounts(name) || unitOfName(name) !== null
}

/** Whether numbers are postal codes by their name: whole ones of 3 to 6 digits, as zeros at the start may be lost. */
function arePostcodes({ column, distinct, n, numbers }: ColumnContents): boolean {
  if (!numbers || !column.mayIdentify || column.time || distinct === n || distinct === 1) return false
  const named = namesPostcodes(column.name)
  // Capacities are shorter.
  const isNamed = named === 'briefly' ? numbers.max >= 10_000 : named === 'surely'
  return isNamed && numbers.min >= 100 && numbers.max < 1e6
}

/** Whole numbers, of which two may be an answer. */
function areNames(values: readonly number[]): boolean {
  return values.length > 2 && values.every((value) => Number.isInteger(value) && value >= 0)
}

function shownOf({ values, numbers }: ColumnContents, text: ColumnContents | undefined): string {
  if (text) return `one for each ${text.column.name}`
  return values ? `${values[0]}, ${values[1]}` : `${numbers!.min} to ${numbers!.max}`
}

function areCodes(values: readonly number[]): boolean {
  const digits = new Set(values.map((value) => String(value).length))
  return (
    values.length >= fewestCodes &&
    values.every((value) => Number.isInteger(value) && value >= leastCode) &&
    digits.size === 1
  )
}

/**
 * Whether numbers are spread as codes are, whatever their column is called: whole ones of as many digits, three
 * or more, from nearly all first digits, that come again and again, are few for their range, and not round.
 */
function areSpread({ values: all, n, numbers }: ColumnContents): boolean {
  const { min, max } = numbers!
  const values = all!
  return (
    min >= 100 &&
    String(min).length === String(max).length &&
    values.length >= spread.codes &&
    n >= spread.rowsOfCode * values.length &&
    values.length <= spread.shareOfRange * (max - min) &&
    values.every((value) => Number.isInteger(value)) &&
    new Set(values.map((value) => String(value)[0])).size >= spread.firstDigits &&
    values.filter((value) => value % 5 === 0).length < spread.round * values.length
  )
}
