import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import { unitOfName } from '../cells/number-units.ts'
import type { ColumnReader } from './column-reader.ts'
import type { TextFile } from './text-file.ts'
import { decoded } from './text-head.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5
/** Fewer cells show nothing. */
const fewestCells = 5

const version = /^\d{1,3}(?:\.\d{1,2})?$/
/** A number of two decimals, the last of which says nothing; and one that leaves such a decimal out. */
const padded = /\.\d0$/
const short = /\.\d$/

/**
 * The warning about numbers such as 1.10 beside 1.9, which may be versions, or numbers of rooms or sections:
 * as numbers 1.10 is 1.1. They are few and stand in the first rows again and again.
 */
export function versionWarnings(
  { records: [, ...rows], encoding }: Pick<TextFile, 'records' | 'encoding'>,
  readers: readonly ColumnReader[],
): Warning[] {
  const found = readers.flatMap(({ name, index, type, isNumeric, isOfTexts, time }) => {
    // What has a unit is measured.
    if (type !== undefined || !isNumeric || isOfTexts || time || unitOfName(name) !== null) return []
    const cells = rows
      .map((row) => decoded(row.cells[index] ?? '', encoding).trim())
      .filter((cell) => cell !== '')
    const shown =
      cells.length < fewestCells || !cells.every((cell) => version.test(cell)) ? null : exampleOf(cells)
    return shown === null ? [] : [{ name, shown }]
  })
  if (found.length === 0) return []
  const columns = found.map(({ name }) => name)
  const start = 'numbers that may be versions, or numbers of rooms or sections, read as numbers'
  const types = Object.fromEntries(columns.map((name) => [name, 'categorical' as const]))
  const mend = remedy({ types }, start, null, true)
  const shown = firstFew(
    found.map(({ name, shown }) => `${name} (${shown})`),
    mostNamed,
  )
  const message = `${start}: ${shown}; to keep them as they are written: ${mend.option}`
  return [{ code: 'doubtful-numbers', columns, message, remedy: mend }]
}

function exampleOf(cells: readonly string[]): string | null {
  const different = new Set(cells)
  const all = [...different]
  const one = all.find((cell) => padded.test(cell))
  const other = all.find((cell) => short.test(cell))
  if (one === undefined || other === undefined || different.size * 2 > cells.length) return null
  return `${one} beside ${other}`
}
