import { CribaError, MendableError, Pauses, remedy } from '#core'
import { recordsOf } from './first-records.ts'
import type { Delimiters, TextRecord } from './first-records.ts'
import { traitOf } from './sample-traits.ts'
import { joined, textBytes } from './text-bytes.ts'
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
  readonly signal: AbortSignal | undefined
  /** Whether lines of another width are repaired as far as they can be. */
  readonly isRepaired: boolean
}

/** Milliseconds of work in which an interruption is not heard. */
const pauseEvery = 100
const recordsBetweenPauses = 256

/**
 * A text in which the lines of another are columns, the first cell of each the name. `traits`: the columns that
 * are named by what stands in each of their cells.
 */
export async function transposed(
  given: SidewaysText,
  delimiters: Delimiters,
): Promise<{ readonly bytes: TextBytes; readonly traits: readonly string[] }> {
  const { label, size, signal } = given
  const text = given.text.slice(given.from)
  const pauses = new Pauses(pauseEvery)
  const records: TextRecord[] = []
  for (const record of recordsOf(text, delimiters)) {
    const number = records.push(record)
    if (record.fault)
      throw new CribaError('invalid', `invalid quote in ${label}: a cell of it cannot be read`)
    if (number % recordsBetweenPauses === 0) await pauses.pauseIfDue(signal)
  }
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
  const columns = records.map(({ cells }) => ({ cells, trait: traitOf(cells) }))
  const lines: Uint8Array[] = []
  let length = 0
  for (let at = 0; at < width; at++) {
    const line = `${columns.map(({ cells, trait }) => written((trait ?? cells)[at])).join(separator)}\n`
    lines.push(bytesOf(line))
    length += line.length
    await pauses.pauseIfDue(signal)
  }
  const traits = columns.flatMap(({ trait }) => (trait ? [trait[0]] : []))
  return { bytes: { ...textBytes(joined(lines, length)), label, size, signal }, traits }
}

/** The bytes of a text that has a character for each. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
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
