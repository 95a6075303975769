import { firstFew, queryColumn, queryWarning, remedy, replacingQuery } from '#core'
import type { GivenType, Warning, WarningCode } from '#core'
import type { CellFormat } from '../cells/cell-format.ts'
import { quotedName } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { ColumnReader } from '../text/column-reader.ts'
import { captured, literal, numberWith, plainNumber, valueWith } from '../text/cell-patterns.ts'
import { textBytes } from '../text/text-bytes.ts'

/* Texts of a typed file that a text file would hold as numbers, dates or measures: what they look like, by the
   rules of text files, and what reads them so. */

/** So many rows are looked at, and so many cells at most. */
const mostRows = 2048
const fewestRows = 100
const mostCells = 400_000
/** A query names what stands around numbers in at most so many forms. */
const mostForms = 20
/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/** What is said of texts that stays texts in every format. */
const kept: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'doubtful-numbers',
  'mixed-units',
  'ranges',
  'undecided-dates',
  'unread-dates',
])

/** A column of texts that a text file reads as values, with a cell of it. */
interface ReadTexts {
  readonly name: string
  readonly example: string
  readonly reader: ColumnReader
  /** What stands around the numbers of its cells. */
  readonly around: readonly Around[]
}

type Around = readonly [before: string, after: string]

/** The warnings about columns of texts, by the first column of each. */
export async function valuesInTexts(
  engine: DuckEngine,
  from: string,
  columns: readonly { readonly name: string }[],
): Promise<readonly (readonly [name: string, warning: Warning])[]> {
  if (columns.length === 0) return []
  const rows = Math.min(mostRows, Math.max(fewestRows, Math.floor(mostCells / columns.length)))
  const names = columns.map(({ name }) => name)
  const cells: (readonly string[])[] = [names.map(cellText)]
  const first = `SELECT ${names.map(quotedName).join(', ')} FROM ${from} LIMIT ${rows}`
  for await (const block of engine.blocks(first))
    for (let row = 0; row < block.rows; row++)
      cells.push(names.map((_, column) => cellText(block.value(column, row))))
  if (cells.length === 1) return []
  const areAll = cells.length <= rows
  const lines = cells.map((row) => row.map(quoted).join('\t'))
  const { openText, readText } = await import('../text/read-text.ts')
  const text = await openText([textBytes(`${lines.join('\n')}\n`)], '', { separator: '\t', headerRows: 1 })
  const { readers, warnings } = await readText(text, {}, { threads: 1 }, () => ({
    take: () => {},
    needsReread: (reader) => !reader.isClear,
    rereadsAll: false,
    keepsTexts: true,
  }))
  const found = readers.flatMap((reader) => {
    const example = reader.isNumeric ? reader.knownTexts.find((cell) => cell !== null) : undefined
    const cell = example ?? (reader.isNumeric ? firstOf(cells, reader.index) : undefined)
    const around = aroundNumbers(cells, reader.index)
    return cell === undefined ? [] : [{ name: reader.name, example: cell.trim(), reader, around }]
  })
  const all = [
    ...dateWarnings(found, areAll),
    ...numberWarnings(found),
    ...doubtfulWarnings(readers, warnings, cells),
    ...warnings
      .filter(({ code, query, remedy }) => kept.has(code) && (query !== undefined || isTyped(remedy)))
      .map(ofTexts),
  ]
  return all.flatMap((warning) => {
    const name = warning.column ?? warning.columns?.[0]
    return name === undefined ? [] : [[name, warning] as const]
  })
}

/** A warning about numbers of a text file as one about texts of a typed file. */
function ofTexts(warning: Warning): Warning {
  const message = warning.message.replace(
    /^numbers (that look like dates.*?), read as numbers:/,
    'texts $1, read as categorical:',
  )
  return { ...warning, message }
}

/** Whether a mend gives types of dates or ranges, which texts of a typed file can have too. */
function isTyped(mend: Warning['remedy']): boolean {
  const types = Object.values(mend?.set.types ?? {})
  return types.length > 0 && types.every((type) => type !== 'numeric' && type !== 'categorical')
}

/**
 * The warnings about numbers with letters or signs, with the query that reads them: texts of a typed file have
 * no such type.
 */
function doubtfulWarnings(
  readers: readonly ColumnReader[],
  warnings: readonly Warning[],
  cells: readonly (readonly string[])[],
): Warning[] {
  return warnings.flatMap(({ code, columns = [], message, remedy: mend, query }): Warning[] => {
    const isDoubtful = code === 'doubtful-numbers' || code === 'mixed-units'
    if (!isDoubtful || query !== undefined || !mend || isTyped(mend)) return []
    const [why, how = ''] = message.replace(/ --types .*$/s, '').split('; ', 2)
    if (code === 'mixed-units')
      return [{ code, columns, message: `${why}; ${how.replace(/say$/, 'write them in one unit')}` }]
    const found = readers.filter(({ name }) => columns.includes(name))
    if (!found.every(({ index }) => haveOneNumber(aroundNumbers(cells, index)) && !areDoubtful(cells, index)))
      return [{ code, columns, message: `${why}; write them as numbers` }]
    const own = replacingQuery(
      Object.fromEntries(
        found.map(({ name, index }) => {
          const column = queryColumn(name)
          const pattern = patternAround(plainNumber, aroundNumbers(cells, index))
          return [name, valueWith(null, captured(column, pattern))]
        }),
      ),
    )
    return [queryWarning({ code, columns, why, query: own }, how)]
  })
}

/** A cell as a line of a text file has it; empty where it is missing. */
function cellText(cell: string | number | bigint | boolean | null | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell).replaceAll(/[\t\r\n]+/g, ' ')
}

function quoted(cell: string): string {
  return cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`
}

/** The first cell of a column, below its name, that has digits. */
function firstOf(rows: readonly (readonly string[])[], column: number): string | undefined {
  return rows.slice(1).find((row) => /\d/.test(row[column]))?.[column]
}

/** What stands before and after the first number of the cells of a column, below its name. */
function aroundNumbers(rows: readonly (readonly string[])[], column: number): readonly Around[] {
  const found = new Map<string, Around>()
  for (const row of rows.slice(1)) {
    const [, before, after] = /^([^\d-]*)-?\d[\d., ]*?(\s*(?:[^\d., ].*)?)$/s.exec(row[column].trim()) ?? []
    if (before !== undefined) found.set(`${before}#${after}`, [before, after])
  }
  return [...found.values()]
}

/** The digits of units, such as m2 and l/100 km. */
const digitsOfUnits = /(?<=\p{L})[23](?!\d)|\/ ?1000?(?!\d)/gu

/** Whether no other number stands around those of a column: 23h45 has two. */
function haveOneNumber(around: readonly Around[]): boolean {
  return around.every((texts) => texts.every((text) => !/\d/.test(text.replace(digitsOfUnits, ''))))
}

/** Whether a mark before three digits may separate thousands. */
function areDoubtful(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.slice(1).some((row) => /\d[.,]\d{3}(?!\d)/.test(row[column]))
}

/** A number with what stands around those of a column. */
function patternAround(number: string, around: readonly Around[]): RegExp {
  const areMany = around.length > mostForms
  const [before, after] = [0, 1].map((side) =>
    [...new Set(around.map((texts) => texts[side]))].map(literal).join('|'),
  )
  const [start, end] = areMany ? [String.raw`[^\d-]*`, String.raw`\D*`] : [`(?:${before})`, `(?:${after})`]
  return new RegExp(`^${start}(-?${number})${end}$`)
}

/** The warning about texts that are dates or times. */
function dateWarnings(found: readonly ReadTexts[], areAll: boolean): Warning[] {
  const dates = found.filter(({ reader }) => reader.time !== undefined)
  if (dates.length === 0) return []
  const types = Object.fromEntries(
    dates.map(({ name, reader: { time, format } }) => {
      const order = format && 'time' in format ? format.order : undefined
      return [name, (order ? `${time}:${order}` : time) as GivenType]
    }),
  )
  const start = 'texts that are dates or times, read as categorical'
  const mend = remedy({ types }, start, null, !areAll)
  const message = `${start}: ${shownOf(dates)}; to read them so: ${mend.option}`
  return [{ code: 'unread-dates', columns: dates.map(({ name }) => name), message, remedy: mend }]
}

/** The warnings about texts that are numbers with a unit, separators of thousands or decimal commas. */
function numberWarnings(found: readonly ReadTexts[]): Warning[] {
  // Whole numbers alone are names as often as numbers.
  const numbers = found.filter(({ reader }) => {
    return reader.time === undefined && (reader.isOfTexts || reader.marks.shown.length > 0)
  })
  const isPointed = ({ isOfTexts, marks }: ColumnReader) => !isOfTexts && marks.shown.join('') === '.'
  const pointed = numbers.filter(({ reader }) => isPointed(reader))
  const isSimple = ({ reader, around }: ReadTexts) => markOf(reader) !== null && haveOneNumber(around)
  const simple = numbers.filter((one) => !isPointed(one.reader) && isSimple(one))
  const others = numbers.filter((one) => !isPointed(one.reader) && !isSimple(one))
  const start = 'texts that are numbers with a unit or with separators, read as categorical'
  const warnings: Warning[] = []
  if (pointed.length > 0) {
    const types = Object.fromEntries(pointed.map(({ name }) => [name, 'numeric' as const]))
    const what = 'texts that are numbers, read as categorical'
    const mend = remedy({ types }, what, null, true)
    const message = `${what}: ${shownOf(pointed)}; to read them so: ${mend.option}`
    warnings.push({ code: 'mixed-types', columns: pointed.map(({ name }) => name), message, remedy: mend })
  }
  if (simple.length > 0) {
    const query = replacingQuery(
      Object.fromEntries(
        simple.map(({ name, reader, around }) => {
          const mark = markOf(reader)!
          const pattern = patternAround(numberWith(mark), around)
          return [name, valueWith(mark, captured(queryColumn(name), pattern))]
        }),
      ),
    )
    const columns = simple.map(({ name }) => name)
    const how = 'for the numbers, with other cells missing, say'
    const why = `${start}: ${shownOf(simple)}`
    warnings.push(queryWarning({ code: 'doubtful-numbers', columns, why, query }, how))
  }
  if (others.length > 0) {
    const message = `texts that are numbers with more around them, read as categorical: ${shownOf(others)}; write them as numbers, or as a CSV file, whose cells are read`
    warnings.push({ code: 'doubtful-numbers', columns: others.map(({ name }) => name), message })
  }
  return warnings
}

/** The decimal mark of numbers that have at most one unit around them; `null` if they have more. */
function markOf({ format, texts, isOfTexts, marks }: ColumnReader): '.' | ',' | null {
  if (!isOfTexts) return marks.shown.length === 1 ? marks.shown[0] : null
  if (!format || !isPlain(format) || !texts) return null
  const { units, bounds, styles, multipliers } = texts.affixes
  const hasMore = styles.size > 0 || multipliers.size > 0 || bounds['<'] + bounds['>'] > 0 || units.size > 1
  const isOneMark = format.decimal === '.' || format.decimal === ','
  return hasMore || !isOneMark ? null : format.decimal
}

function isPlain(format: CellFormat): format is Exclude<CellFormat, { readonly time: unknown }> {
  return !('time' in format) && !format.notation && !format.isRange
}

function shownOf(columns: readonly ReadTexts[]): string {
  return firstFew(
    columns.map(({ name, example }) => `${name} (${JSON.stringify(example).slice(1, -1)})`),
    mostNamed,
  )
}
