import Papa from 'papaparse'

/** How a delimited text writes its cells, and its header. */
export interface Dialect {
  readonly separator: string
  readonly quote: string
  readonly names: readonly string[]
}

const separators = [',', ';', '\t', '|']
/** A dialect is found from so many lines. */
const linesSampled = 100

/**
 * Separator and quote from the first lines of a text: the separator that gives every line as many cells as the header, the
 * more the better; a space only where no other gives two. `null` where the text holds no header; `isWhole`: nothing of
 * the text was cut off.
 */
export function dialectOf(text: string, isWhole: boolean): Dialect | null {
  const quote = findQuote(text)
  const best = bestOf([...separators, ' '].map((separator) => read(text, separator, quote, isWhole)))
  return best.header ? { separator: best.separator, quote, names: best.header } : null
}

interface Reading {
  readonly separator: string
  /** `undefined` where the sample ends before the header does. */
  readonly header: readonly string[] | undefined
  /** The share of lines with as many cells as the header. */
  readonly agreeing: number
  readonly lines: number
}

function read(text: string, separator: string, quote: string, isWhole: boolean): Reading {
  const { data } = Papa.parse<string[]>(text, {
    delimiter: separator,
    quoteChar: quote,
    preview: linesSampled,
  })
  // The last line of a sample may be cut short.
  const lines = isWhole || data.length === linesSampled ? data : data.slice(0, -1)
  const [header, ...rest] = lines.filter((cells) => cells.length > 1 || cells[0] !== '')
  const agreeing = rest.filter((cells) => cells.length === header.length).length
  return { separator, header, agreeing: rest.length === 0 ? 1 : agreeing / rest.length, lines: rest.length }
}

function bestOf(readings: readonly Reading[]): Reading {
  const width = ({ header }: Reading) => header?.length ?? 0
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
