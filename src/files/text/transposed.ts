import { CribaError } from '#core'
import { firstRecords } from './first-records.ts'
import type { Delimiters } from './first-records.ts'
import { textBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** A table with more cells is not turned: it is held in memory as texts. */
const mostCells = 1 << 26

/**
 * A text in which the lines of another are columns, the first cell of each the name; a line that is shorter
 * than the longest lacks cells at its end. `text` has a character for each byte.
 */
export function transposed(text: string, delimiters: Delimiters, label: string, size: number): TextBytes {
  const records = firstRecords(text, delimiters, true, Infinity)
  const fault = records.find((record) => record.fault)
  if (fault) throw new CribaError('invalid', `invalid quote in ${label}: a cell of it cannot be read`)
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  if (width * records.length > mostCells) {
    const message = `too many cells to transpose: ${width} × ${records.length} in ${label} (at most ${mostCells})`
    throw new CribaError('too-large', message)
  }
  const { separator, quote } = delimiters
  const isPlain = (cell: string) => !cell.includes(separator) && !cell.includes(quote) && !/[\r\n]/.test(cell)
  const written = (cell = '') =>
    isPlain(cell) ? cell : `${quote}${cell.replaceAll(quote, quote + quote)}${quote}`
  const lines = Array.from({ length: width }, (_, at) =>
    records.map(({ cells }) => written(cells[at])).join(separator),
  )
  const bytes = Uint8Array.from(`${lines.join('\n')}\n`, (letter) => letter.charCodeAt(0))
  return { ...textBytes(bytes), label, size }
}
