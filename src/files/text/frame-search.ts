import type { Mend } from '#core'
import { blanks, blankRunsAsTabs } from './blank-runs.ts'
import { firstRecords } from './first-records.ts'
import type { TextRecord } from './first-records.ts'
import { headerRecords, isSureHeader, linesOfFacts, linesOfTitle } from './frame.ts'
import { linesIn } from './last-lines.ts'
import { areNotes } from './notes-below.ts'
import { findDialect } from './text-dialect.ts'
import type { TextDialect } from './text-dialect.ts'
import { afterLines, decoded, joinedNames, linesBefore } from './text-head.ts'
import type { TextHead } from './text-head.ts'

/** A header is searched in so many lines. */
const mostLinesAbove = 60
/** Notes below a table have so many lines at most where they begin among the first lines of a text. */
const mostLinesBelow = 100
const commentSigns = ['#', '%', ';', '!', '*', '/', '-', '+', '=']
const otherSeparators = [blanks, ':', '~', '^', '*', '/', '\u0001', '\u001f']
const timeOfDay = /\d:\d\d/
/** A table without a header, or below lines of one cell, has so many columns. */
const fewestColumns = 3
/** This share of the rows of a table may be ragged. */
const mostRagged = 0.2

/** A regular table in a text: the options that read it so, and its columns. */
export interface FoundFrame {
  readonly set: Pick<Mend, 'skip' | 'headerRows' | 'skipEnd' | 'comment' | 'separator' | 'ragged'>
  readonly names: readonly string[]
  /** Whether it may lose rows: those behind the first lines may begin with the sign of comments. */
  readonly loses: boolean
}

/** What is known of a text in which a table is searched. */
interface Search extends Pick<TextHead, 'text' | 'isWhole' | 'comment' | 'encoding'> {
  /** How many lines at its end are skipped already. */
  readonly skipEnd: number
  /** The name of a column that the table has to have. */
  readonly column?: string
  /** Whether only a header of texts above numbers will do, since the text is a table as it stands. */
  readonly needsSureHeader?: boolean
  /** Whether few of many rows below a sure header may have another number of cells. */
  readonly mayBeRagged?: boolean
}

/**
 * The first frame in which a text is a regular table, with a column if one is named: without lines that start
 * with a sign, after 0 to 30 lines, with a separator. `null` if there is none. `text` has a character for
 * each byte.
 */
export function findFrame(search: Search): FoundFrame | null {
  const { text, comment: given, column } = search
  const start = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  const lines = text.slice(start).split(/\r\n|\n|\r/, mostLinesAbove + 1)
  let withoutHeader: FoundFrame | null = null
  for (const { skip, comment } of placesIn(lines, given)) {
    const from = afterLines(text, start, skip)
    if (from === null) continue
    const table = regularTable(search, from, comment)
    if (!table || isBelowRows(text.slice(start, from), table, comment)) continue
    const sign = comment === given ? undefined : comment
    const mayLose = sign !== undefined && !search.isWhole && !table.startsEmpty
    const loses = mayLose || table.isRagged
    const found = { ...frameOfTable(table, skip, sign), loses }
    if (found.set.headerRows !== 0) return found
    withoutHeader ??= found
    // Its rows are no headers.
    if (comment === given && column === undefined) break
  }
  return withoutHeader
}

/** Where a table may begin, first by lines above it alone; then lines that begin with a sign are comments. */
function placesIn(lines: readonly string[], given: string): readonly { skip: number; comment: string }[] {
  const skips = [...lines.keys()].filter((skip) => skip > 0 && lines[skip].trim() !== '')
  const withSigns = (skip: number) =>
    given === '' ? commentSigns.filter((sign) => startsSome(lines.slice(skip), sign)) : []
  const withComments = (skip: number) => withSigns(skip).map((comment) => ({ skip, comment }))
  const plain = skips.map((skip) => ({ skip, comment: given }))
  return [{ skip: 0, comment: given }, ...plain, ...[0, ...skips].flatMap(withComments)]
}

function startsSome(lines: readonly string[], sign: string): boolean {
  return lines.some((line) => line.startsWith(sign))
}

/**
 * The separator with which lines that have one cell as they are read are a regular table; `null` without one.
 */
export function otherSeparator({
  text,
  from,
  isWhole,
  comment,
  encoding,
}: Omit<TextHead, 'end'>): FoundFrame | null {
  const found = regularTable({ text, isWhole, comment, encoding, skipEnd: 0 }, from, comment)
  return found?.separator && found.headerRows > 0
    ? { set: { separator: found.separator }, names: found.names, loses: false }
    : null
}

/** A regular table in a text; its separator if that is not found without help. */
interface RegularTable {
  readonly separator: string | undefined
  readonly dialect: TextDialect
  /** Lines above its header that are as wide, and how many lines the header has. */
  readonly title: number
  readonly headerRows: number
  readonly names: readonly string[]
  readonly skipEnd: number
  readonly isRagged: boolean
  /** Whether each row starts with an empty cell, so that none starts with a sign of comments. */
  readonly startsEmpty: boolean
}

function frameOfTable(
  { title, headerRows, names, separator, skipEnd, isRagged }: RegularTable,
  above: number,
  comment: string | undefined,
): Omit<FoundFrame, 'loses'> {
  const skip = above + title
  const set = {
    ...(skip > 0 && { skip }),
    ...(headerRows !== 1 && { headerRows }),
    ...(skipEnd > 0 && { skipEnd }),
    ...(comment && { comment }),
    ...(separator && { separator }),
    ...(isRagged && { ragged: 'skip' as const }),
  }
  return { set, names }
}

/** The table that a text is from a place on, if it is regular. */
function regularTable(
  { text: all, isWhole, column, encoding, skipEnd, needsSureHeader = false, mayBeRagged = false }: Search,
  from: number,
  comment: string,
): RegularTable | null {
  const lines = all.slice(from)
  for (const separator of [undefined, ...(needsSureHeader ? [blanks] : otherSeparators)]) {
    if (separator === ':' && timeOfDay.test(lines)) continue
    const text = separator === blanks ? blankRunsAsTabs(lines) : lines
    const dialect = findDialect(text, isWhole, comment, separator === blanks ? '\t' : separator)
    if (!dialect || dialect.header.fault || dialect.names.length < 2) continue
    // A title of blanks between words is no header that lacks a name.
    if (separator === blanks && dialect.hasRowNames) continue
    if (hasRowInComments(text, dialect, comment) || splitsNumbers(dialect)) continue
    const { header } = dialect
    const width = dialect.names.length
    for (const rows of rowsToTry(text, dialect, comment, isWhole)) {
      const end = rows.findLastIndex((row) => isRegular(row, width)) + 1
      const table = rows.slice(0, end).filter((row) => isRegular(row, width))
      const isRagged = table.length < end
      const ragged = rows.slice(0, end).filter((row) => !isRegular(row, width) && !isRule(row)).length
      if (end < 2 || (isRagged && !mayBeRagged) || ragged > mostRagged * end) continue
      // Only the first lines are looked at, which may not be all.
      const isAll = isWhole && linesIn(text.slice(rows[rows.length - 1].to)) === 0
      if (isAll ? !areNotes(text, rows.slice(end), table) : end < rows.length) continue
      const cells = [header, ...table].map(({ cells }) => cells.map((cell) => decoded(cell, encoding)))
      const facts = isRagged ? 0 : linesOfFacts(cells)
      const title = facts || linesOfTitle(dialect.names, cells.slice(1))
      const first = title > 0 || !dialect.hasRowNames ? cells[title] : ['', ...cells[0]]
      const headerRows = headerRecords(first, cells.slice(title + 1))
      const joined = headerRows > 1 ? joinedNames(cells.slice(title, title + headerRows), width) : first
      const names = joined.map((name) => name.trim())
      if (column !== undefined && (headerRows === 0 || !names.includes(column))) continue
      const isSure =
        headerRows > 0 ? isSureHeader(names, cells.slice(title + headerRows)) : width >= fewestColumns
      if ((needsSureHeader && !isSure) || (isRagged && !(isSure && headerRows > 0))) continue
      const below = isAll ? linesIn(text.slice(rows[end - 1].to)) : 0
      return {
        ...{ separator, dialect, headerRows, names, isRagged },
        title: title === 0 ? 0 : linesBefore(text, rows[title - 1].from),
        skipEnd: below > 0 ? skipEnd + below : 0,
        startsEmpty: table.every(({ cells }) => cells[0] === ''),
      }
    }
  }
  return null
}

/** Whether two columns are but the two sides of a decimal comma: that of an amount in each line. */
function splitsNumbers({ separator, names, rows }: TextDialect): boolean {
  if (separator !== ',' || names.length !== 2) return false
  return rows.every(({ cells: [before, after = ''] }) => /\d$/.test(before) && /^\d{1,3}(?!\d)/.test(after))
}

/**
 * The rows to look at: all where few lines follow the first ones, as notes below may begin among these, and the first ones.
 */
function rowsToTry(
  text: string,
  { separator, quote, rows }: TextDialect,
  comment: string,
  isWhole: boolean,
): readonly (readonly TextRecord[])[] {
  const lines = rows.length > 0 && isWhole ? linesIn(text.slice(rows[rows.length - 1].to)) : 0
  if (lines === 0 || lines > mostLinesBelow) return [rows]
  return [firstRecords(text, { separator, quote, comment }, true, Infinity).slice(1), rows]
}

/** Whether a line that would be a comment is as wide as the table, so that it is a row or the header. */
function hasRowInComments(text: string, dialect: TextDialect, comment: string): boolean {
  if (comment === '') return false
  const delimiters = { separator: dialect.separator, quote: dialect.quote, comment: '' }
  return firstRecords(text, delimiters, true, Infinity).some(
    ({ cells }) => cells[0].startsWith(comment) && cells.length === dialect.names.length,
  )
}

/**
 * Whether a table begins below rows of its width, which makes its header a row, unless it is surely one below
 * a single such line.
 */
function isBelowRows(above: string, { dialect, headerRows, names }: RegularTable, comment: string): boolean {
  const { separator, quote, rows } = dialect
  const records = firstRecords(above, { separator, quote, comment }, true, Infinity)
  const alike = records.filter((record) => isRegular(record, dialect.names.length) && !isTitle(record)).length
  const cells = rows.map((row) => row.cells)
  return alike > 1 || (alike > 0 && !(headerRows > 0 && isSureHeader(names, cells)))
}

/** Whether a line of many cells has one with a text alone, as a spreadsheet saves a title. */
function isTitle({ cells }: TextRecord): boolean {
  return cells.length >= fewestColumns && cells.filter((cell) => cell.trim() !== '').length === 1
}

/** Whether a line is drawn, as lists of mainframes and of SAP have them. */
function isRule({ cells }: TextRecord): boolean {
  return cells.length === 1 && /^[-=_+| ]{5,}$/.test(cells[0])
}

function isRegular({ cells, fault }: TextRecord, width: number): boolean {
  return fault === null && cells.length === width
}

/**
 * The last lines of a text that belong to no table of this width: notes and sources below it; '' if only
 * other lines are irregular. `text`: the last lines.
 */
export function textBelow(
  text: string,
  delimiters: { readonly separator: string; readonly quote: string; readonly comment: string },
  width: number,
): string {
  if (width < 2) return ''
  const records = firstRecords(text, delimiters, true, Infinity)
  const last = records.findLastIndex((record) => isRegular(record, width))
  const first = records.findIndex((record, i) => i < last && isRegular(record, width))
  if (last < 0 || last === records.length - 1) return ''
  const rows = records.slice(Math.max(first, 0), last + 1)
  const areRegular = rows.every((record) => isRegular(record, width))
  return areRegular && areNotes(text, records.slice(last + 1), rows) ? text.slice(records[last].to) : ''
}
