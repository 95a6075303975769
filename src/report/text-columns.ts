import { clean, formatTable, shorten, tableWidth, widthOf } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'

/** A column of a text table: its header and its cells. */
export interface TextColumn {
  readonly header: ColumnHeader
  readonly cells: readonly string[]
}

export function column(title: string, align: ColumnHeader['align'], cells: readonly string[]): TextColumn {
  return { header: { title, align }, cells }
}

/** Width of columns side by side, in characters. */
export function widthOfColumns(columns: readonly TextColumn[]): number {
  return tableWidth(headersOf(columns), rowsOf(columns))
}

/** Formats columns side by side, a line for the headers and one for each row. */
export function formatColumns(columns: readonly TextColumn[], display: Display): string[] {
  return formatTable(headersOf(columns), rowsOf(columns), display)
}

function headersOf(columns: readonly TextColumn[]): readonly ColumnHeader[] {
  return columns.map(({ header }) => header)
}

function rowsOf(columns: readonly TextColumn[]): readonly (readonly string[])[] {
  return columns[0].cells.map((_, row) => columns.map(({ cells }) => cells[row]))
}

/** How many characters of a shared beginning are kept. */
const head = 6

/**
 * Names shortened to a width so that they stay distinct: if several would look the same, the beginning they
 * share is cut in the middle, so that each shows where it differs.
 */
export function shortenDistinctly(names: readonly string[], width: number): string[] {
  const cut = names.map((name) => shorten(name, width))
  const alike = new Map<string, Set<string>>()
  names.forEach((name, i) => {
    const group = alike.get(cut[i])
    if (group) group.add(name)
    else alike.set(cut[i], new Set([name]))
  })
  const sharedBy = new Map(
    [...alike].flatMap(([text, group]) =>
      group.size > 1 ? [[text, sharedStart([...group].map(clean))] as const] : [],
    ),
  )
  return names.map((name, i) => {
    const shared = sharedBy.get(cut[i])
    if (shared === undefined || width < head + 4) return cut[i]
    const characters = [...clean(name)]
    // As much of the rest as fits, starting a little before the first difference.
    let from = characters.length
    const space = width - head - 1
    const last = Math.max(head, shared - 3)
    while (from > last && widthOf(characters.slice(from - 1).join('')) <= space) from--
    return shorten(
      `${characters.slice(0, head).join('')}…${characters.slice(Math.min(from, last)).join('')}`,
      width,
    )
  })
}

/** How many characters all names have in common at their start. */
function sharedStart(names: readonly string[]): number {
  const [first, ...others] = names.map((name) => [...name])
  let shared = 0
  while (shared < first.length && others.every((other) => other[shared] === first[shared])) shared++
  return shared
}
