import { firstRecords } from './first-records.ts'
import type { Form, Record } from './first-records.ts'

/** How a delimited text writes its cells, and its header. */
export interface Dialect {
  readonly separator: string
  readonly quote: string
  readonly names: readonly string[]
  /** Where the header begins and where it ends, in the text it was found in. */
  readonly header: Record
}

const separators = [',', ';', '\t', '|']
/** A dialect is found from so many lines. */
const linesSampled = 100

/**
 * Separator and quote from the first lines of a text: the separator that gives every line as many cells as the header, the
 * more the better; a space only where no other gives two. `null` where the text holds no whole header; `isWhole`: nothing
 * of the text was cut off. `given` is the separator where it is known.
 */
export function findDialect(text: string, isWhole: boolean, comment: string, given?: string): Dialect | null {
  const quote = findQuote(text)
  const tried = given === undefined ? [...separators, ' '] : [given]
  const best = bestOf(tried.map((separator) => read(text, { separator, quote, comment }, isWhole)))
  const { separator, header } = best
  return header ? { separator, quote, names: header.cells, header } : null
}

interface Reading {
  readonly separator: string
  /** `undefined` where the sample ends before the header does. */
  readonly header: Record | undefined
  /** The share of lines with as many cells as the header. */
  readonly agreeing: number
  readonly lines: number
}

function read(text: string, form: Form, isWhole: boolean): Reading {
  const [header, ...rest] = firstRecords(text, form, isWhole, linesSampled)
  const agreeing = rest.filter(({ cells, fault }) => !fault && cells.length === header.cells.length).length
  const share = header?.fault ? 0 : rest.length === 0 ? 1 : agreeing / rest.length
  return { separator: form.separator, header, agreeing: share, lines: rest.length }
}

function bestOf(readings: readonly Reading[]): Reading {
  const width = ({ header }: Reading) => header?.cells.length ?? 0
  const usual = readings.filter((reading) => reading.separator !== ' ' && width(reading) > 1)
  usual.sort((a, b) => b.agreeing - a.agreeing || width(b) - width(a))
  if (usual.length > 0) return usual[0]
  const spaced = readings.at(-1)!
  return width(spaced) > 1 && spaced.lines > 0 && spaced.agreeing === 1 ? spaced : readings[0]
}

/** A single quote only where cells are wrapped in it and none in double quotes. */
function findQuote(text: string): string {
  if (text.includes('"')) return '"'
  const opening = text.match(/(^|[,;\t|\r\n])'/g)?.length ?? 0
  const closing = text.match(/'(?=[,;\t|\r\n]|$)/g)?.length ?? 0
  return opening > 0 && opening === closing ? "'" : '"'
}
