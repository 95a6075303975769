import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import { namesPostcodes, namesRows, namesThings } from '#files/cells'
import type { ColumnContents } from './contents.ts'
import { mostColumns } from './level-texts.ts'
import type { TextCodes } from './text-codes.ts'

/** Smaller numbers may be counts or steps. */
const leastCode = 1000
const fewestCodes = 2

/**
 * The warning about numbers that name something and come again, by the name of their column and as all have as
 * many digits, such as accounts, or since they match texts; and about postcodes and numbers of things, such as
 * `treeID` and `plot`: their distances mean nothing.
 */
export function numericCodes(contents: readonly ColumnContents[], ofTexts: TextCodes): readonly Warning[] {
  const found = contents.filter((one) => {
    const { column, values, n } = one
    if (ofTexts.has(one) || arePostcodes(one)) return true
    if (column.time || !values || values.length >= n) return false
    return namesThings(column.name) ? areNames(values) : namesRows(column.name) && areCodes(values)
  })
  if (found.length === 0) return []
  const names = found.map(({ column }) => column.name)
  const why = `numbers that may be codes: ${firstFew(
    found.map((one) => `${one.column.name} (${shownOf(one, ofTexts.get(one))})`),
    mostColumns,
  )}`
  const types = Object.fromEntries(names.map((name) => [name, 'categorical' as const]))
  const mend = remedy({ types }, 'numbers that name something', null, true)
  const message = `${why}; for levels say ${mend.option}`
  return [{ code: 'doubtful-numbers', columns: names, message, remedy: mend }]
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
