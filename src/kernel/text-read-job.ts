import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import { powersOfFive } from './powers-of-five.ts'
import type { Arena } from './arena.ts'
import { contentsOf, indexText, viewsOf } from './text-chunk.ts'
import type { IndexedText, TextFault, TextForm } from './text-chunk.ts'
import { joined, layOutLevels, textsOf } from './text-distinct.ts'
import type { TextsOfColumn } from './text-distinct.ts'

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
  /** Shared memory for the numbers, if it holds them all: that of a part before is used faster than fresh memory. */
  readonly into: Float64Array | null
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
/** Fields of `NumbersColumn` in assembly/: the address of its values, whether they may begin with 0, then what is noted. */
const fieldsOfNumbers = 8
/** Where the notes of numbers stand among all; kinds of times are none of theirs. */
const placesOfNotes = [0, 1, 2, 3, 5, 6]

const nothing = new Uint8Array(0)

/** Reads the cells of delimited text. */
export const textReadJob: Job<TextReadGiven, TextReadTask, TextReadPart> = {
  name: 'text-read',
  open: (kernels, given) => {
    const arena = kernels.arena()
    const fives = new Uint8Array(powersOfFive().buffer)
    const powers = arena.bytes(fives.length)
    powers.view.set(fives)
    const list = missingList(given)
    const missing = arena.bytes(list.length)
    missing.view.set(list)
    const { top } = arena
    return ({ bytes, modes, into }) => {
      arena.release(top)
      const text = indexText(kernels, arena, given, bytes)
      const { rows, lines, blanks, fault } = text
      if (fault || rows === 0) return { ...empty(modes), rows: fault ? 0 : rows, lines, blanks, fault }
      const shared = { given, text, powers: powers.address, missing: missing.address }
      return { rows, lines, blanks, fault, ...readColumns(kernels, arena, shared, modes, into) }
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

function readColumns(
  kernels: Kernels,
  arena: Arena,
  shared: Shared,
  wanted: Uint8Array,
  into: Float64Array | null,
) {
  const { given, text } = shared
  const { rows } = text
  const modes = wanted.slice()
  const valued = [...wanted.keys()].filter((index) => isValued(wanted[index]))
  const values = arena.numbers(rows * valued.length)
  const unsettled = arena.integers(rows * valued.length)
  const columns = arena.integers(given.width * fieldsOfNumbers)
  // See `TextColumn` in assembly/.
  const column = arena.integers(21)
  const levels = layOutLevels(arena, rows, text.bytes.view.length)
  const layOut = columnLayout(column.view, shared, unsettled.address)
  const addressOf = (place: number) => values.address + place * rows * 8
  const numbersOf = columns.view.fill(0)
  valued.forEach((index, place) => {
    if (wanted[index] === readAs.times) return
    numbersOf[index * fieldsOfNumbers] = addressOf(place)
    numbersOf[index * fieldsOfNumbers + 1] = wanted[index] === readAs.paddedNumbers ? 1 : 0
  })
  layOut(0, values.address)
  kernels.run.parseNumbers(column.address, columns.address)
  const unsettledRows = rowsOfColumns(unsettled.view.subarray(0, column.view[12]), rows, valued)
  const notes = new Uint32Array(valued.length * notesAColumn)
  const unsettledCells: { readonly row: number; readonly column: number; readonly at: number }[] = []
  const texts: TextsOfColumn[] = []
  let numbers = 0
  const keep = (index: number, unsettledRows: Iterable<number>) => {
    for (const row of unsettledRows) unsettledCells.push({ row, column: index, at: numbers * rows + row })
    numbers++
  }
  modes.forEach((mode, index) => {
    if (mode === readAs.nothing) return
    const fields = index * fieldsOfNumbers
    if (numbersOf[fields] > 0) {
      const from = (numbersOf[fields] - values.address) / 8
      // A column of texts before it leaves a gap.
      if (from !== numbers * rows) values.view.copyWithin(numbers * rows, from, from + rows)
      const noted = numbers * notesAColumn
      placesOfNotes.forEach((place, i) => (notes[noted + place] = numbersOf[fields + 2 + i]))
      keep(index, unsettledRows.get(index) ?? [])
      return
    }
    if (mode !== readAs.texts) {
      layOut(index, addressOf(numbers))
      const isTimes = kernels.run.parseTimes(column.address) === rows
      modes[index] = isTimes ? readAs.times : readAs.texts
    }
    if (modes[index] === readAs.texts) {
      layOut(index, 0)
      texts.push(textsOf(kernels, column.address, levels, rows))
      return
    }
    const count = column.view[12]
    notes.set(column.view.subarray(13, 13 + notesAColumn), numbers * notesAColumn)
    keep(index, unsettled.view.subarray(0, count))
  })
  const views = viewsOf(text)
  const cells = unsettledCells.map((cell) => contentsOf(views, given, cell.row, cell.column))
  return {
    modes,
    numbers: copyOf(values.view.subarray(0, numbers * rows), into),
    notes: notes.slice(0, numbers * notesAColumn),
    unsettled: Uint32Array.from(unsettledCells, ({ at }) => at),
    ...joined(texts, cells, rows),
  }
}

function isValued(mode: number): boolean {
  return mode !== readAs.nothing && mode !== readAs.texts
}

/** Lays out a column for the kernels; all but its number and the address of its values stays as it is. */
function columnLayout(record: Uint32Array, { given, text, missing, powers }: Shared, unsettled: number) {
  const { bytes, starts, ends, rows } = text
  record.set([bytes.address, starts.address, ends.address, rows, given.width])
  record.set([given.quote, missing, given.comma, powers], 6)
  record[11] = unsettled
  return (index: number, values: number) => {
    record[5] = index
    record[10] = values
    record.fill(0, 12)
  }
}

/** The rows of places among the values of columns, one column after the other. */
function rowsOfColumns(places: Uint32Array, rows: number, columns: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const place of places) {
    const column = columns[Math.floor(place / rows)]
    if (!found.has(column)) found.set(column, [])
    found.get(column)!.push(place % rows)
  }
  return found
}

function copyOf(numbers: Float64Array, into: Float64Array | null): Float64Array {
  if (!into || into.length < numbers.length) return numbers.slice()
  into.set(numbers)
  return into.subarray(0, numbers.length)
}
