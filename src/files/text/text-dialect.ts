import { namesRows } from '../cells/code-names.ts'
import { parseNumber } from '../cells/text-cells.ts'
import { firstRecords } from './first-records.ts'
import type { Delimiters, TextRecord } from './first-records.ts'

/** The separator and the quote of a delimited text, and its header. */
export interface TextDialect {
  readonly separator: string
  readonly quote: string
  readonly names: readonly string[]
  /**
   * Whether the rows start with a row name that the header has no cell for, as R writes them; `names` then
   * starts with ''.
   */
  readonly hasRowNames: boolean
  /** The header, with its start and end in the text, and the records after it in the first lines. */
  readonly header: TextRecord
  readonly rows: readonly TextRecord[]
}

const separators = [',', ';', '\t', '|']
/** Separator and quote are detected from this many lines. */
const linesSampled = 100

/**
 * Detects separator and quote from the first lines of a text: the separator under which most lines have as
 * many cells as the header, then the one with most cells; a space only if no other gives two cells. `null` if
 * the text contains no whole header. `isWhole`: nothing of the text was cut off. `given`: the separator that
 * the user chose, if any.
 */
export function findDialect(
  text: string,
  isWhole: boolean,
  comment: string,
  given?: string,
): TextDialect | null {
  const quote = findQuote(isWhole ? text : wholeLines(text))
  const tried = given === undefined ? [...separators, ' '] : [given]
  const best = bestCandidate(
    tried.map((separator) => scoreDelimiters(text, { separator, quote, comment }, isWhole)),
  )
  const { separator, header, rows, hasRowNames } = best
  if (!header) return null
  const names = hasRowNames ? ['', ...header.cells] : header.cells
  return { separator, quote, names, hasRowNames, header, rows }
}

interface DialectCandidate {
  readonly separator: string
  /** `undefined` if the sample ends before the header does. */
  readonly header: TextRecord | undefined
  /** The share of lines with as many cells as the header; 1 if every line starts with a row name. */
  readonly agreeing: number
  readonly hasRowNames: boolean
  readonly rows: readonly TextRecord[]
}

function scoreDelimiters(text: string, delimiters: Delimiters, isWhole: boolean): DialectCandidate {
  const [first, ...rest] = firstRecords(text, delimiters, isWhole, linesSampled)
  const header = first && haveUnnamedEnd(first, rest) ? { ...first, cells: [...first.cells, ''] } : first
  const agreeing = rest.filter(({ cells, fault }) => !fault && cells.length === header.cells.length).length
  const hasRowNames = header !== undefined && !header.fault && haveRowNames(rest, header.cells.length + 1)
  const share = header?.fault ? 0 : rest.length === 0 || hasRowNames ? 1 : agreeing / rest.length
  return { separator: delimiters.separator, header, agreeing: share, rows: rest, hasRowNames }
}

/**
 * Whether all rows end with a separator that the header lacks: its last column has no name then. Where the first cells may be
 * names of rows, which a header lacks too, nothing says which.
 */
function haveUnnamedEnd(header: TextRecord, rows: readonly TextRecord[]): boolean {
  if (header.fault || !haveEmptyEnds(header, rows)) return false
  const first = rows.map(({ cells }) => cells[0])
  if (namesRows(header.cells[0]) || new Set(first).size < first.length) return true
  const areNumbered = first.every((cell, row) => Number(cell) === Number(first[0]) + row)
  return !areNumbered && first.every((cell) => parseNumber(cell.trim(), '.') !== null)
}

/** Whether each row has a cell more than the header, which is empty. */
export function haveEmptyEnds({ cells: names }: TextRecord, rows: readonly TextRecord[]): boolean {
  if (names.length < 2 || rows.length < 2) return false
  return rows.every(({ cells, fault }) => !fault && cells.length === names.length + 1 && cells.at(-1) === '')
}

/**
 * Whether all records have `width` cells and their first cells are all different, as row names are. (A
 * single column of two words, or blanks at the end of each line, look similar and are excluded.)
 */
function haveRowNames(records: readonly TextRecord[], width: number): boolean {
  if (width < 3 || records.length < 2) return false
  if (!records.every(({ cells, fault }) => !fault && cells.length === width)) return false
  if (records.every(({ cells }) => cells[width - 1].trim() === '')) return false
  return new Set(records.map(({ cells }) => cells[0])).size === records.length
}

function bestCandidate(attempts: readonly DialectCandidate[]): DialectCandidate {
  const width = ({ header }: DialectCandidate) => header?.cells.length ?? 0
  const usual = attempts.filter((attempt) => attempt.separator !== ' ' && width(attempt) > 1)
  usual.sort((a, b) => b.agreeing - a.agreeing || width(b) - width(a))
  if (usual.length > 0) return usual[0]
  const spaced = attempts.at(-1)!
  return width(spaced) > 1 && spaced.rows.length > 0 && spaced.agreeing === 1 ? spaced : attempts[0]
}

/** A text without its last line, which may be cut off inside a cell. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/** The single quote only if cells are enclosed in it and the text contains no double quote. */
function findQuote(text: string): string {
  if (text.includes('"')) return '"'
  const opening = text.match(/(^|[,;\t|\r\n])'/g)?.length ?? 0
  const closing = text.match(/'(?=[,;\t|\r\n]|$)/g)?.length ?? 0
  return opening > 0 && opening === closing ? "'" : '"'
}
