import type { ResultTable } from '#core'
import { cellText } from './csv.ts'

/** Tables as GitHub writes them, each with its title above and its notes below. */
export function markdown(tables: readonly ResultTable[]): string {
  return tables.map(ofTable).join('\n\n')
}

/** Columns without a cell are left out: a table that people read needs no empty ones. */
function ofTable({ title, columns, rows, notes = [] }: ResultTable): string {
  const places = [...columns.keys()].filter(
    (place) => rows.length === 0 || rows.some((row) => cellText(row[place]) !== ''),
  )
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const aligned = places.map((place) =>
    rows.length > 0 && rows.every((row) => typeof row[place] !== 'string') ? '---:' : '---',
  )
  const table = [
    line(places.map((place) => escaped(columns[place]))),
    line(aligned),
    ...rows.map((row) => line(places.map((place) => escaped(cellText(row[place]))))),
  ]
  return [
    ...(title === undefined ? [] : [`**${escaped(title)}**`]),
    table.join('\n'),
    ...(notes.length > 0 ? [notes.map(item).join('\n')] : []),
  ].join('\n\n')
}

/** A note in a list; one that begins as another list, a heading or a quotation is none. */
function item(note: string): string {
  const text = escaped(note).trim()
  return `- ${text.replace(/^[#>+-]/, '\\$&').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')}`
}

/**
 * Signs of markup: `_` only at the ends of a word, `<` only where a tag may begin, `&` only before the name
 * of a sign.
 */
const markup = /[\\|`*[~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu

/** A text on one line in which no sign is markup. */
function escaped(text: string): string {
  return text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ').replace(markup, (sign) => `\\${sign}`)
}
