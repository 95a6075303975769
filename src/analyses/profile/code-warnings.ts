import { firstFew, queryColumn, queryOption, remedy, replacingQuery } from '#core'
import type { ColumnRecord, Finding, Warning } from '#core'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5
export const afterScale = 'after steps of its scale that no row has, as in other columns'

/** Numbers that stand for missing values in a column, in how many rows, and where they are among the others. */
export interface Code {
  readonly codes: readonly number[]
  readonly rows: number
  readonly where: string
}

/** The finding of a column, where other columns have the same numbers. */
export function findingOf(
  name: string,
  { codes, rows, where }: Code,
  elsewhere: ReadonlyMap<number, readonly string[]>,
): Finding {
  const sorted = [...codes].sort((a, b) => a - b)
  const what = inWords(sorted.map(String))
  const others = [...new Set(sorted.flatMap((code) => elsewhere.get(code)!))]
  const start = `holds ${what} in ${rows} rows, ${where}: ${ifMissing(sorted)}, say`
  const finding = { kind: 'missing-value-code', value: codes[0] } as const
  // As missing words they would be missing in the other columns too, where they are numbers like others.
  if (others.length > 0) {
    const too = `${firstFew(others, mostNamed)} ${others.length > 1 ? 'have' : 'has'} ${what} too, where --missing-words would act`
    const message = `${start} ${queryOption(withoutCodes([name], sorted))} (${too})`
    return { ...finding, message, codes: { values: sorted, rows } }
  }
  const words = sorted.map((code) => `+${code}`)
  const mend = remedy({ missingWords: words }, `${what} in ${rows} rows, ${where}`, rows, true)
  return { ...finding, message: `${start} ${mend.option}`, remedy: mend }
}

/** A query that leaves numbers of some columns missing. */
function withoutCodes(names: readonly string[], codes: readonly number[]): string {
  const values = names.map((name): [string, string] => {
    const column = queryColumn(name)
    return [name, `CASE WHEN ${column} NOT IN (${codes.join(', ')}) THEN ${column} END`]
  })
  return replacingQuery(Object.fromEntries(values))
}

/** 97, 98 and 99. */
function inWords(codes: readonly string[]): string {
  const last = codes[codes.length - 1]
  return codes.length === 1 ? last : `${codes.slice(0, -1).join(', ')} and ${last}`
}

function ifMissing({ length }: readonly unknown[]): string {
  return length === 1 ? 'if it stands for a missing value' : 'if they stand for missing values'
}

/** The warnings about such numbers: one for all columns that share one. */
export function codeWarnings(records: readonly ColumnRecord[]): readonly Warning[] {
  const byCodes = new Map<string, FoundCode[]>()
  for (const { name, findings = [] } of records) {
    for (const finding of findings) {
      if (finding.value === undefined) continue
      const { remedy, codes, message } = finding
      const values = codes?.values ?? remedy!.set.missingWords!.map((word) => Number(word.slice(1)))
      const one = { name, message, remedy, values, rows: codes?.rows ?? remedy!.rows! }
      const key = `${values.join(' ')}${codes ? ' elsewhere' : ''}`
      byCodes.set(key, [...(byCodes.get(key) ?? []), one])
    }
  }
  return [...byCodes.values()].map((found): Warning => {
    const code = 'missing-value-code'
    const [{ name, message, remedy: mend, values, rows }] = found
    const columns = found.map((one) => one.name)
    const what = inWords(values.map(String))
    const query = mend ? null : withoutCodes(columns, values)
    const ofQuery = query === null ? {} : { query, why: `${what} missing in ${firstFew(columns, mostNamed)}` }
    if (found.length === 1)
      return {
        code,
        column: name,
        message: `column ${name} ${message}`,
        ...(mend ? { remedy: mend } : ofQuery),
      }
    const most = Math.max(rows, ...found.map((one) => one.rows))
    const shown = firstFew(
      found.map((one) => `${one.name} ${one.rows}`),
      mostNamed,
    )
    const where = found.every((one) => one.message.includes(afterScale))
      ? 'after steps of their scales that no row has'
      : 'in most of them far from all other values'
    const start = `${found.length} columns hold ${what}, ${where} (rows: ${shown}): ${ifMissing(values)}, say`
    if (query !== null) return { code, columns, message: `${start} ${queryOption(query)}`, ...ofQuery }
    const words = values.map((value) => `+${value}`)
    const ofAll = remedy({ missingWords: words }, `${what} in ${found.length} columns`, most, true)
    return { code, columns, message: `${start} ${ofAll.option}`, remedy: ofAll }
  })
}

/** Numbers of a column that may stand for missing values. */
interface FoundCode {
  readonly name: string
  readonly message: string
  readonly remedy: Finding['remedy']
  readonly values: readonly number[]
  readonly rows: number
}
