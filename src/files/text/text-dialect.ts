import { firstRecords } from './first-records.ts'
import type { Delimiters, TextRecord } from './first-records.ts'

/** The separator and the quote of a delimited text, and its header. */
export interface TextDialect {
  readonly separator: string
  readonly quote: string
  readonly names: readonly string[]
  /** Whether the rows begin with a name that the header has no cell for, as R writes them; `names` begins with an empty one. */
  readonly hasRowNames: boolean
  /** Where the header begins and where it ends, in the text it was found in. */
  readonly header: TextRecord
}

const separators = [',', ';', '\t', '|']
/** Separator and quote are found from so many lines. */
const linesSampled = 100

/**
 * Separator and quote from the first lines of a text: the separator that gives every line as many cells as the header, the
 * more the better; a space only where no other gives two. `null` where the text holds no whole header; `isWhole`: nothing
 * of the text was cut off. `given` is the separator where the user named it.
 */
export function findDialect(
  text: string,
  isWhole: boolean,
  comment: string,
  given?: string,
): TextDialect | null {
  const quote = findQuote(isWhole ? text : wholeLines(text))
  const tried = given === undefined ? [...separators, ' '] : [given]
  const best = bestOf(tried.map((separator) => tryDelimiters(text, { separator, quote, comment }, isWhole)))
  const { separator, header, hasRowNames } = best
  if (!header) return null
  return { separator, quote, names: hasRowNames ? ['', ...header.cells] : header.cells, hasRowNames, header }
}

interface Attempt {
  readonly separator: string
  /** `undefined` where the sample ends before the header does. */
  readonly header: TextRecord | undefined
  /** The share of lines with as many cells as the header; or all, where each begins with the name of a row. */
  readonly agreeing: number
  readonly hasRowNames: boolean
  readonly lines: number
}

function tryDelimiters(text: string, delimiters: Delimiters, isWhole: boolean): Attempt {
  const [header, ...rest] = firstRecords(text, delimiters, isWhole, linesSampled)
  const agreeing = rest.filter(({ cells, fault }) => !fault && cells.length === header.cells.length).length
  const hasRowNames = header !== undefined && !header.fault && areNamed(rest, header.cells.length + 1)
  const share = header?.fault ? 0 : rest.length === 0 || hasRowNames ? 1 : agreeing / rest.length
  return { separator: delimiters.separator, header, agreeing: share, lines: rest.length, hasRowNames }
}

/**
 * Whether records have as many cells each, the first of them another one in each, as names of rows are. (A separator at
 * the end of each line, or a single column of two words, looks nearly like that.)
 */
function areNamed(records: readonly TextRecord[], width: number): boolean {
  if (width < 3 || records.length < 2) return false
  if (!records.every(({ cells, fault }) => !fault && cells.length === width)) return false
  if (records.every(({ cells }) => cells[width - 1].trim() === '')) return false
  return new Set(records.map(({ cells }) => cells[0])).size === records.length
}

function bestOf(attempts: readonly Attempt[]): Attempt {
  const width = ({ header }: Attempt) => header?.cells.length ?? 0
  const usual = attempts.filter((attempt) => attempt.separator !== ' ' && width(attempt) > 1)
  usual.sort((a, b) => b.agreeing - a.agreeing || width(b) - width(a))
  if (usual.length > 0) return usual[0]
  const spaced = attempts.at(-1)!
  return width(spaced) > 1 && spaced.lines > 0 && spaced.agreeing === 1 ? spaced : attempts[0]
}

/** A text without its last line, which may be cut off within a cell. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/** A single quote only where cells are wrapped in it and none in double quotes. */
function findQuote(text: string): string {
  if (text.includes('"')) return '"'
  const opening = text.match(/(^|[,;\t|\r\n])'/g)?.length ?? 0
  const closing = text.match(/'(?=[,;\t|\r\n]|$)/g)?.length ?? 0
  return opening > 0 && opening === closing ? "'" : '"'
}
