import { CribaError, MendableError, remedy } from '#core'
import { firstRecords } from './first-records.ts'
import type { Delimiters, TextRecord } from './first-records.ts'
import { textBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** A table with more cells is not turned: it is held in memory as texts. */
const mostCells = 1 << 26

/** A text whose lines are columns, with a character for each byte. */
interface SidewaysText {
  readonly text: string
  /** Where its first line begins. */
  readonly from: number
  readonly label: string
  readonly size: number
  /** Whether lines of another width are repaired as far as they can be. */
  readonly isRepaired: boolean
}

/** A text in which the lines of another are columns, the first cell of each the name. */
export function transposed(given: SidewaysText, delimiters: Delimiters): TextBytes {
  const { label, size } = given
  const text = given.text.slice(given.from)
  const records = firstRecords(text, delimiters, true, Infinity)
  const fault = records.find((record) => record.fault)
  if (fault) throw new CribaError('invalid', `invalid quote in ${label}: a cell of it cannot be read`)
  const width = records[0]?.cells.length ?? 0
  const ragged = records.find(({ cells }) => cells.length !== width)
  if (ragged) throw raggedLine(given, ragged, width)
  if (width * records.length > mostCells) {
    const message = `too many cells to transpose: ${width} × ${records.length} in ${label} (at most ${mostCells})`
    throw new CribaError('too-large', message)
  }
  const { separator, quote } = delimiters
  const isPlain = (cell: string) => !cell.includes(separator) && !cell.includes(quote) && !/[\r\n]/.test(cell)
  const written = (cell: string) =>
    isPlain(cell) ? cell : `${quote}${cell.replaceAll(quote, quote + quote)}${quote}`
  const lines = Array.from({ length: width }, (_, at) =>
    records.map(({ cells }) => written(cells[at])).join(separator),
  )
  const bytes = Uint8Array.from(`${lines.join('\n')}\n`, (letter) => letter.charCodeAt(0))
  return { ...textBytes(bytes), label, size }
}

/** The error for a line that has more or fewer cells than the first. */
function raggedLine(
  { text, from, label, isRepaired }: SidewaysText,
  { cells, from: start }: TextRecord,
  width: number,
): CribaError {
  const line = (text.slice(0, from + start).match(/\r\n|\r|\n/g) ?? []).length + 1
  const message = `invalid line ${line} of ${label}: ${cells.length} cells (needs ${width}, as the first line)`
  if (isRepaired) return new CribaError('invalid', message)
  const isShort = cells.length < width
  const what = isShort ? 'cells that lines lack can be missing' : 'such lines can be left out'
  const mend = remedy({ ragged: isShort ? 'fill' : 'skip' }, what, null, true)
  return new MendableError('invalid', `${message}; ${what}: ${mend.option}`, mend)
}
