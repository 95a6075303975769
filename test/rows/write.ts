import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { TrueColumn, TrueTable } from './data.ts'

/** The format of delimited text. */
export interface TextForm {
  readonly separator?: string
  readonly lineEnd?: string
  readonly decimal?: '.' | ','
  /** Whether all cells are quoted, or only those that need it. */
  readonly allQuoted?: boolean
}

const missingWords = ['', 'NA', '?', 'null', 'NaN']

/** Writes delimited text, compressed if the name ends in .gz. */
export async function writeText(path: string, truth: TrueTable, form: TextForm = {}): Promise<string> {
  const { separator = ',', lineEnd = '\n', allQuoted = false } = form
  const quoted = (text: string) =>
    allQuoted || /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
  // Numbers need no quotes, and checking for that takes longer than writing them.
  const isBare = truth.columns.map(({ type }) => !allQuoted && type === 'numeric')
  const header = truth.columns.map(({ name }) => quoted(name)).join(separator) + lineEnd
  await writeLines(path, header, truth.rows, (row) => {
    let line = ''
    for (let i = 0; i < truth.columns.length; i++) {
      if (i > 0) line += separator
      const text = textOf(truth.columns[i], row, form.decimal ?? '.')
      line += isBare[i] ? text : quoted(text)
    }
    return line + lineEnd
  })
  return path
}

/** A cell as written in a text file. */
export function textOf({ kind, cells }: TrueColumn, row: number, decimal: '.' | ','): string {
  const cell = cells[row]
  if (cell === null) return missingWords[row % missingWords.length]
  if (typeof cell === 'string') return cell
  const text = kind === 'exponent' ? cell.toExponential() : kind === 'price' ? cell.toFixed(2) : String(cell)
  return decimal === ',' ? text.replace('.', ',') : text
}

/** Writes JSON, one record per line or all in one list; a missing value is `null` or an absent member. */
export async function writeJson(path: string, truth: TrueTable, form: 'lines' | 'list'): Promise<string> {
  const { rows, columns } = truth
  const names = columns.map(({ name }) => JSON.stringify(name))
  const cellOf = ({ kind, cells }: TrueColumn, row: number) => {
    const cell = cells[row]
    if (kind === 'flag' || kind === 'big') return cell
    return kind === 'late' && !Number.isNaN(Number(cell)) ? cell : JSON.stringify(cell)
  }
  const [open, between, close] = form === 'list' ? ['[', ',\n', ']'] : ['', '\n', '\n']
  await writeLines(path, open, rows, (row) => {
    const members: string[] = []
    for (let i = 0; i < columns.length; i++) {
      const cell = cellOf(columns[i], row)
      if (cell !== null || row % 2 === 0) members.push(`${names[i]}:${cell}`)
    }
    return `{${members.join(',')}}${row === rows - 1 ? close : between}`
  })
  return path
}

/** Writes ARFF: numbers, levels, and quoted texts. */
export async function writeArff(path: string, truth: TrueTable): Promise<string> {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  const typeOf = ({ kind, type, cells }: TrueColumn) => {
    if (type === 'numeric') return 'numeric'
    if (kind !== 'level' && kind !== 'flag') return 'string'
    return `{${[...new Set(cells)]
      .filter((cell) => typeof cell === 'string')
      .map(quoted)
      .join(',')}}`
  }
  const attributes = truth.columns.map((column) => `@attribute ${column.name} ${typeOf(column)}\n`)
  await writeLines(path, `@relation rows\n${attributes.join('')}@data\n`, truth.rows, (row) => {
    const cells = truth.columns.map((column) => {
      const cell = column.cells[row]
      return cell === null ? '?' : typeof cell === 'string' ? quoted(cell) : textOf(column, row, '.')
    })
    return `${cells.join(',')}\n`
  })
  return path
}

async function writeLines(path: string, header: string, rows: number, line: (row: number) => string) {
  function* blocks() {
    yield header
    for (let from = 0; from < rows; from += 1000) {
      let block = ''
      for (let row = from; row < Math.min(rows, from + 1000); row++) block += line(row)
      yield block
    }
  }
  const text = Readable.from(blocks())
  if (path.endsWith('.gz')) await pipeline(text, createGzip({ level: 1 }), createWriteStream(path))
  else await pipeline(text, createWriteStream(path))
}
