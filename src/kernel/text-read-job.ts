import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import { powersOfFive } from './powers-of-five.ts'
import type { Block, Room } from './room.ts'
import { contentsOf, indexText, viewsOf } from './text-chunk.ts'
import type { IndexedText, TextFault, TextForm } from './text-chunk.ts'

/** How the cells of a column are read: not at all, as numbers, as dates or times, as texts, as numbers that may begin with 0. */
export const readAs = { nothing: 0, numbers: 1, times: 2, texts: 3, paddedNumbers: 4 } as const

export interface TextReadGiven extends TextForm {
  /** A second decimal point, as a byte; 0: none. */
  readonly comma: number
  /** Cells that are missing values, besides empty ones. */
  readonly missing: readonly string[]
}

/** Whole records, and how each column is read; cells that are no numbers are read as times, and those that are no times as texts. */
export interface TextReadTask {
  readonly bytes: Uint8Array
  readonly modes: Uint8Array
}

/** What a chunk of text holds, column by column in the order of the file. */
export interface TextReadPart {
  readonly rows: number
  readonly lines: number
  readonly blanks: number
  readonly fault: TextFault | null
  /** How each column was read. */
  readonly modes: Uint8Array
  /** Of each column of numbers or times a value for each row, NaN where there is none. */
  readonly numbers: Float64Array
  /**
   * Of each such column: cells without a value, infinite ones, whole numbers beyond 2^53, decimal commas, kinds of times;
   * where there may be commas, decimal points, and commas that may stand between thousands.
   */
  readonly notes: Uint32Array
  /** Of each column of texts which of its distinct texts each row holds. */
  readonly codes: Uint32Array
  /** How many distinct texts each such column has. */
  readonly distinct: Uint32Array
  /** Those texts, then the cells that could not be read as numbers here, as bytes one after the other, and where each ends. */
  readonly texts: Uint8Array
  readonly textEnds: Uint32Array
  /** The place of each of these cells among `numbers`. */
  readonly unsettled: Uint32Array
}

/** How many counts a column has among `notes`. */
export const notesAColumn = 7

const nothing = new Uint8Array(0)

/** Reads the cells of delimited text. */
export const textReadJob: Job<TextReadGiven, TextReadTask, TextReadPart> = {
  name: 'text-read',
  open: (kernels, given) => {
    const room = kernels.room()
    const fives = new Uint8Array(powersOfFive().buffer)
    const powers = room.bytes(fives.length)
    powers.view.set(fives)
    const list = missingList(given)
    const missing = room.bytes(list.length)
    missing.view.set(list)
    const { top } = room
    return ({ bytes, modes }) => {
      room.release(top)
      const text = indexText(kernels, room, given, bytes)
      const { rows, lines, blanks, fault } = text
      if (fault || rows === 0) return { ...empty(modes), rows: fault ? 0 : rows, lines, blanks, fault }
      const shared = { given, text, powers: powers.address, missing: missing.address }
      return { rows, lines, blanks, fault, ...readColumns(kernels, room, shared, modes) }
    }
  },
}

function empty(modes: Uint8Array): Omit<TextReadPart, 'rows' | 'lines' | 'blanks' | 'fault'> {
  return {
    modes,
    numbers: new Float64Array(0),
    notes: new Uint32Array(modes.length * notesAColumn),
    codes: new Uint32Array(0),
    distinct: new Uint32Array(modes.length),
    texts: nothing,
    textEnds: new Uint32Array(0),
    unsettled: new Uint32Array(0),
  }
}

/** The words as `isMissing` in assembly/ reads them: which bytes begin a word, how many words there are, their lengths and bytes. */
function missingList({ missing, encoding }: TextReadGiven): Uint8Array {
  const words = missing
    .map((word) => new TextEncoder().encode(word.trim()))
    // Other bytes stand for what is beyond ASCII in windows-1252: those cells are left to be read.
    .filter((word) => word.length > 0 && (encoding === 'utf-8' || word.every((byte) => byte < 0x80)))
  const list = new Uint8Array(260 + words.reduce((sum, { length }) => sum + 4 + length, 0))
  const view = new DataView(list.buffer)
  view.setUint32(256, words.length, true)
  let at = 260
  for (const word of words) {
    list[word[0]] = 1
    view.setUint32(at, word.length, true)
    list.set(word, at + 4)
    at += 4 + word.length
  }
  return list
}

/** What all columns of a chunk have in common; `powers` and `missing` are addresses. */
interface Shared {
  readonly given: TextReadGiven
  readonly text: IndexedText
  readonly powers: number
  readonly missing: number
}

function readColumns(kernels: Kernels, room: Room, shared: Shared, wanted: Uint8Array) {
  const { given, text } = shared
  const { rows } = text
  const modes = wanted.slice()
  const read = wanted.reduce((count, mode) => count + (mode === readAs.nothing ? 0 : 1), 0)
  const values = room.numbers(rows * read)
  const unsettled = room.integers(rows)
  // See `TextColumn` in assembly/.
  const column = room.integers(21)
  const place = [text.bytes.address, text.starts.address, text.ends.address, rows, given.width]
  const levels = layOutLevels(room, rows, text.bytes.view.length)
  const notes: number[] = []
  const unsettledCells: { readonly row: number; readonly column: number; readonly at: number }[] = []
  const texts: TextsOfColumn[] = []
  let numbers = 0
  modes.forEach((mode, index) => {
    if (mode === readAs.nothing) return
    const address = values.address + numbers * rows * 8
    const layOut = () =>
      column.view.set([
        ...place,
        index,
        given.quote,
        shared.missing,
        given.comma,
        shared.powers,
        address,
        unsettled.address,
        ...[0, 0, 0, 0, 0, 0, 0, 0],
        mode === readAs.paddedNumbers ? 1 : 0,
      ])
    if (modes[index] === readAs.numbers || modes[index] === readAs.paddedNumbers) {
      layOut()
      if (kernels.run.parseNumbers(column.address) < rows) modes[index] = readAs.times
    }
    if (modes[index] === readAs.times) {
      layOut()
      if (kernels.run.parseTimes(column.address) < rows) modes[index] = readAs.texts
    }
    if (modes[index] === readAs.texts) {
      layOut()
      texts.push(textsOf(kernels, column.address, levels, rows))
      return
    }
    const count = column.view[12]
    for (const row of count === 0 ? [] : unsettled.view.subarray(0, count))
      unsettledCells.push({ row, column: index, at: numbers * rows + row })
    for (let note = 0; note < notesAColumn; note++) notes.push(column.view[13 + note])
    numbers++
  })
  const views = viewsOf(text)
  const cells = unsettledCells.map((cell) => contentsOf(views, given, cell.row, cell.column))
  return {
    modes,
    numbers: values.view.slice(0, numbers * rows),
    notes: Uint32Array.from(notes),
    unsettled: Uint32Array.from(unsettledCells, ({ at }) => at),
    ...joined(texts, cells, rows),
  }
}

/** What `codeTexts` writes to. */
interface LevelMemory {
  readonly codes: Block<Uint32Array>
  readonly slots: Block<Uint32Array>
  readonly entries: Block<Uint32Array>
  readonly texts: Block<Uint8Array>
  readonly ends: Block<Uint32Array>
  /** See `TextLevels` in assembly/. */
  readonly record: Block<Uint32Array>
}

function layOutLevels(room: Room, rows: number, bytes: number): LevelMemory {
  const bits = 32 - Math.clz32(2 * rows)
  const codes = room.integers(rows)
  const slots = room.integers(1 << bits)
  const entries = room.integers(rows * 3)
  const spare = room.bytes(bytes)
  const texts = room.bytes(bytes)
  const ends = room.integers(rows)
  const record = room.integers(6)
  record.view.set([codes.address, slots.address, bits, entries.address, spare.address, 0])
  return { codes, slots, entries, texts, ends, record }
}

interface TextsOfColumn {
  readonly codes: Uint32Array
  readonly texts: Uint8Array
  readonly ends: Uint32Array
}

function textsOf({ run }: Kernels, column: number, levels: LevelMemory, rows: number): TextsOfColumn {
  levels.slots.view.fill(0)
  const count = run.codeTexts(column, levels.record.address)
  run.gatherTexts(levels.entries.address, count, levels.texts.address, levels.ends.address)
  return {
    codes: levels.codes.view.slice(0, rows),
    texts: levels.texts.view.slice(0, levels.record.view[5]),
    ends: levels.ends.view.slice(0, count),
  }
}

/** The texts of all columns and then the unsettled cells, one after the other. */
function joined(columns: readonly TextsOfColumn[], cells: readonly Uint8Array[], rows: number) {
  const size = columns.reduce((sum, { texts }) => sum + texts.length, 0)
  const count = columns.reduce((sum, { ends }) => sum + ends.length, 0)
  const texts = new Uint8Array(size + cells.reduce((sum, { length }) => sum + length, 0))
  const textEnds = new Uint32Array(count + cells.length)
  const codes = new Uint32Array(columns.length * rows)
  let at = 0
  let next = 0
  columns.forEach((column, i) => {
    codes.set(column.codes, i * rows)
    texts.set(column.texts, at)
    for (const end of column.ends) textEnds[next++] = at + end
    at += column.texts.length
  })
  for (const cell of cells) {
    texts.set(cell, at)
    at += cell.length
    textEnds[next++] = at
  }
  return { codes, distinct: Uint32Array.from(columns, ({ ends }) => ends.length), texts, textEnds }
}
