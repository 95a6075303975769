import Papa from 'papaparse'
import { CribaError } from '../spec/error.ts'
import { typeOf } from './from-columns.ts'
import type { ColumnTypes } from './from-columns.ts'
import { checkNames, makeTable } from './table.ts'
import type { Table } from './table.ts'
import { columnFromText } from './text-cells.ts'

/**
 * A table from CSV text with a header line; the separator is found from the first lines unless given.
 * Types are found from all cells; see `missingTexts` for the cells that stand for no value.
 *
 * @example tableFromCsv('height,sex\n1.7,f\n1.6,m')
 */
export function tableFromCsv(text: string, options: { types?: ColumnTypes; separator?: string } = {}): Table {
  const parsed = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: options.separator ?? '',
  })
  const [names, ...rows] = withoutBlankLines(parsed.data)
  if (!names) throw new CribaError('missing', 'missing header: the text is empty')
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
        decimalCommas: parsed.meta.delimiter !== ',',
        place: (row) => `row ${row + 1}`,
      },
    ),
  )
  return makeTable(rows.length, built)
}

/** A blank line is no row, except where a single column makes it a missing value. */
function withoutBlankLines(lines: string[][]): string[][] {
  const isBlank = (cells: string[]) => cells.length === 1 && cells[0] === ''
  const last = lines.findLastIndex((cells) => !isBlank(cells))
  const kept = lines.slice(0, last + 1)
  return kept[0]?.length === 1 ? kept : kept.filter((cells) => !isBlank(cells))
}
