import Papa from 'papaparse'
import { CribaError } from '../spec/error.ts'
import { dialectOf } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { typeOf } from './from-columns.ts'
import type { ColumnTypes } from './from-columns.ts'
import { checkNames, makeTable } from './table.ts'
import type { Table } from './table.ts'
import { columnFromText } from './text-column.ts'

/**
 * A table from CSV text with a header line; the separator is found from the first lines unless given.
 * Types are found from all cells; see `missingTexts` for the cells that stand for no value.
 *
 * @example tableFromCsv('height,sex\n1.7,f\n1.6,m')
 */
export function tableFromCsv(text: string, options: { types?: ColumnTypes; separator?: string } = {}): Table {
  const content = text.replace(/^\uFEFF/, '')
  const dialect = findDialect(content)
  if (!dialect) throw new CribaError('missing', 'missing header: the text is empty')
  const separator = options.separator ?? dialect.separator
  const parsed = Papa.parse<string[]>(content, { delimiter: separator, quoteChar: dialect.quote })
  const [names, ...rows] = withoutBlankLines(parsed.data)
  const quotes = parsed.errors.find(({ type }) => type === 'Quotes')
  if (quotes) throw new CribaError('invalid', `invalid quotes in row ${quotes.row ?? 1}: ${quotes.message}`)
  checkNames(names)
  rows.forEach((cells, row) => {
    if (cells.length !== names.length) {
      throw new CribaError(
        'invalid',
        `invalid row ${row + 1}: ${cells.length} cells (needs ${names.length}, as the header)`,
      )
    }
  })
  const built = names.map((name, index) =>
    columnFromText(
      name,
      rows.map((cells) => cells[index]),
      {
        type: typeOf(options.types, name),
        decimalCommas: separator !== ',',
        place: (row) => `row ${row + 1}`,
      },
    ),
  )
  return makeTable(rows.length, built)
}

/** The dialect by the start of the text, by more of it where the header is long. */
function findDialect(content: string): Dialect | null {
  for (let length = 1 << 16; ; length *= 8) {
    const isWhole = length >= content.length
    const dialect = dialectOf(content.slice(0, length), isWhole)
    if (dialect || isWhole) return dialect
  }
}

/** A blank line is no row, except where a single column makes it a missing value. */
function withoutBlankLines(lines: string[][]): string[][] {
  const isBlank = (cells: string[]) => cells.length === 1 && cells[0] === ''
  const isText = (cells: string[]) => !isBlank(cells)
  const kept = lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1)
  return kept[0]?.length === 1 ? kept : kept.filter((cells) => !isBlank(cells))
}
