import { CribaError, limits } from '#core'
import { checkHeap, engineMemory, heapBytes, rowMemoryOf } from '#sql'
import type { ReadCells, ReadRows } from './text/file-rows.ts'

/** Thrown while a text is read into memory that has no room for it. */
export class TooLargeForMemory extends CribaError {
  constructor() {
    super('too-large', 'too many values for memory')
  }
}

/**
 * The number of rows is estimated from the first rows; the estimate is never too high by more than this
 * factor.
 */
const estimateFactor = 2

const bytesOfNumber = Float64Array.BYTES_PER_ELEMENT
const bytesOfCode = Uint32Array.BYTES_PER_ELEMENT
/** A text beside its letters: its places in a list and in a map. */
const bytesBesideLetters = 112
/** So many texts of a column say how long they are. */
const mostMeasured = 1024
/** Texts stand among the objects of the program, and may take this share of their room. */
const shareOfTexts = 0.25

/**
 * What ends the reading of a text into memory once its columns, or as many as are to be expected, take more
 * than the room: that of the rows beside an engine with so much memory. Up to 2^26 values are always read,
 * unless their texts do not fit.
 */
export function checkOfRoom(memory: string | undefined): (rows: ReadRows) => void {
  const room = rowMemoryOf(engineMemory(memory))
  const most = roomOfTexts(memory)
  return (read) => {
    const { columns } = read
    const likely = likelyRows(read)
    const texts = bytesOfAllTexts(read, likely)
    if (texts > most) throw new TooLargeForMemory()
    if (likely * columns.length <= limits.fetched) return
    const others = columns.reduce((sum, cells) => sum + ('texts' in cells ? bytesOfCode : bytesOfNumber), 0)
    if (texts + others * likely > room) throw new TooLargeForMemory()
  }
}

/** The bytes that texts may take of the memory beside an engine with so much. */
export function roomOfTexts(memory: string | undefined): number {
  return Math.min(rowMemoryOf(engineMemory(memory)), shareOfTexts * heapBytes())
}

/** Refuses a text that has to be in memory, and whose texts do not fit there. */
export function refuseTexts(read: ReadRows): void {
  checkHeap(
    `the different texts of ${read.columns.length} columns`,
    bytesOfAllTexts(read, likelyRows(read)),
    heapBytes(),
  )
}

function likelyRows({ first, count, expected }: ReadRows): number {
  return Math.max(first + count, expected / estimateFactor)
}

function bytesOfAllTexts({ first, count, columns }: ReadRows, likely: number): number {
  return columns.reduce((sum, cells) => sum + bytesOfTexts(cells, first + count, likely), 0)
}

/** The bytes of the texts of a column when so many rows are read; those of most rows go on to be new. */
function bytesOfTexts(cells: ReadCells, rows: number, likely: number): number {
  if (!('texts' in cells)) return 0
  const { texts } = cells
  const measured = texts.slice(0, mostMeasured)
  const letters = measured.reduce((sum, text) => sum + (text?.length ?? 0), 0)
  const expected = texts.length > rows / 2 ? (texts.length / rows) * likely : texts.length
  return expected * (bytesBesideLetters + letters / Math.max(1, measured.length))
}
