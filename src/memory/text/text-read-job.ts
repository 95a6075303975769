import type { Arena } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { powersOfFive } from './powers-of-five.ts'
import { contentsOf, indexText, viewsOf } from './text-chunk.ts'
import type { IndexedText, TextFault, TextFormat } from './text-chunk.ts'
import { codeColumn, joinTexts, layOutLevels } from './text-distinct.ts'
import type { ColumnTexts } from './text-distinct.ts'

/** How the cells of a column are read; padded numbers may start with 0. */
export const readAs = { nothing: 0, numbers: 1, times: 2, texts: 3, paddedNumbers: 4 } as const

export interface TextReadInput extends TextFormat {
  /** A second decimal point, as a byte; 0: none. */
  readonly comma: number
  /** Words that are missing values, besides empty cells. */
  readonly missing: readonly string[]
  /** More such words, whose cells are counted. */
  readonly notedMissing: readonly string[]
}

/**
 * Whole records, and how each column is read. A column with a cell that is not a number is read as times; one
 * with a cell that is not a time, as texts.
 */
export interface TextReadTask {
  readonly bytes: Uint8Array
  readonly modes: Uint8Array
  /**
   * Shared memory for the numbers, used if it is large enough: reusing that of an earlier part is faster than
   * fresh memory.
   */
  readonly into: Float64Array | null
}

/** The contents of a chunk, column by column in file order. */
export interface TextReadPart {
  readonly rows: number
  readonly lines: number
  readonly blanks: number
  readonly fault: TextFault | null
  /** How each column was read. */
  readonly modes: Uint8Array
  /** For each column of numbers or times a value for each row, NaN if missing. */
  readonly numbers: Float64Array
  /**
   * Counts for each such column: missing cells, infinite ones, whole numbers beyond 2^53, decimal commas,
   * kinds of times; decimal points, and commas that may be thousands separators; cells with noted missing
   * words, and which of these words, one bit each, the last bit for all from the 32nd on; points that may be
   * thousands separators.
   */
  readonly notes: Uint32Array
  /** For each column of texts the number of each row's text. */
  readonly codes: Uint32Array
  /** The number of distinct texts of each such column. */
  readonly distinct: Uint32Array
  /**
   * The distinct texts, then the cells that could not be decoded here, as concatenated bytes, and the end of
   * each.
   */
  readonly texts: Uint8Array
  readonly textEnds: Uint32Array
  /** A hash of each distinct text, made of its bytes alone. */
  readonly hashes: Uint32Array
  /** The index of each of these cells in `numbers`. */
  readonly unresolved: Uint32Array
}

/** The number of counts of a column in `notes`. */
export const notesPerColumn = 10
/**
 * Fields of `NumbersColumn` in assembly/: the address of its values, whether numbers may start with 0, then
 * the counts.
 */
const fieldsOfNumbers = 11
/** The indices in `notes` of the counts of numbers, which have no kinds of times. */
const placesOfNotes = [0, 1, 2, 3, 5, 6, 7, 8, 9]
/** The fields of `TextColumn` in assembly/ with the counts of times, in the order of `notes`. */
const fieldsOfNotes = [13, 14, 15, 16, 17, 18, 19, 21, 22, 23]

const nothing = new Uint8Array(0)
const noRows: readonly number[] = []

/** Reads the cells of delimited text. */
export const textReadJob: Job<TextReadInput, TextReadTask, TextReadPart> = {
  name: 'text-read',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const powerBytes = new Uint8Array(powersOfFive().buffer)
    const powers = arena.bytes(powerBytes.length)
    powers.view.set(powerBytes)
    const list = missingList(input)
    const missing = arena.bytes(list.length)
    missing.view.set(list)
    const { top } = arena
    return ({ bytes, modes, into }) => {
      arena.release(top)
      const text = indexText(kernels, arena, input, bytes)
      const { rows, lines, blanks, fault } = text
      if (fault || rows === 0) return { ...emptyPart(modes), rows: fault ? 0 : rows, lines, blanks, fault }
      const shared = { input, text, powers: powers.address, missing: missing.address }
      return { rows, lines, blanks, fault, ...readColumns(kernels, arena, shared, modes, into) }
    }
  },
}

function emptyPart(modes: Uint8Array): Omit<TextReadPart, 'rows' | 'lines' | 'blanks' | 'fault'> {
  return {
    modes,
    numbers: new Float64Array(0),
    notes: new Uint32Array(modes.length * notesPerColumn),
    codes: new Uint32Array(0),
    distinct: new Uint32Array(modes.length),
    texts: nothing,
    textEnds: new Uint32Array(0),
    hashes: new Uint32Array(0),
    unresolved: new Uint32Array(0),
  }
}

/**
 * The list of missing words as `missingWord` in assembly/ reads it: first bytes of words, number of words,
 * and of those not noted, their lengths and bytes.
 */
function missingList({ missing, notedMissing, encoding }: TextReadInput): Uint8Array {
  const bytesOf = (texts: readonly string[]) =>
    texts
      .map((word) => new TextEncoder().encode(word.trim()))
      // Non-ASCII words have other bytes in windows-1252; the caller decodes those cells.
      .filter((word) => word.length > 0 && (encoding === 'utf-8' || word.every((byte) => byte < 0x80)))
  const plain = bytesOf(missing)
  const words = [...plain, ...bytesOf(notedMissing)]
  const list = new Uint8Array(264 + words.reduce((sum, { length }) => sum + 4 + length, 0))
  const view = new DataView(list.buffer)
  view.setUint32(256, words.length, true)
  view.setUint32(260, plain.length, true)
  let at = 264
  for (const word of words) {
    list[word[0]] = 1
    view.setUint32(at, word.length, true)
    list.set(word, at + 4)
    at += 4 + word.length
  }
  return list
}

/** The input shared by all columns of a chunk; `powers` and `missing` are addresses. */
interface ChunkInput {
  readonly input: TextReadInput
  readonly text: IndexedText
  readonly powers: number
  readonly missing: number
}

function readColumns(
  kernels: Kernels,
  arena: Arena,
  shared: ChunkInput,
  wanted: Uint8Array,
  into: Float64Array | null,
) {
  const { input, text } = shared
  const { rows } = text
  const modes = wanted.slice()
  const valued = [...wanted.keys()].filter((index) => isValued(wanted[index]))
  const values = arena.numbers(rows * valued.length)
  const unresolved = arena.integers(rows * valued.length)
  const columns = arena.integers(input.width * fieldsOfNumbers)
  // See `TextColumn` in assembly/.
  const column = arena.integers(24)
  const levels = layOutLevels(arena, rows, text.bytes.view.length)
  const layOut = columnLayout(column.view, shared, unresolved.address)
  const addressOf = (place: number) => values.address + place * rows * 8
  const numbersOf = columns.view.fill(0)
  valued.forEach((index, place) => {
    if (wanted[index] === readAs.times) return
    numbersOf[index * fieldsOfNumbers] = addressOf(place)
    numbersOf[index * fieldsOfNumbers + 1] = wanted[index] === readAs.paddedNumbers ? 1 : 0
  })
  layOut(0, values.address)
  kernels.run.parseNumbers(column.address, columns.address)
  const unresolvedRows = rowsByColumn(unresolved.view.subarray(0, column.view[12]), rows, valued)
  const notes = new Uint32Array(valued.length * notesPerColumn)
  const unresolvedCells: { readonly row: number; readonly column: number; readonly at: number }[] = []
  const texts: ColumnTexts[] = []
  let numbers = 0
  const keep = (index: number, unresolvedRows: Iterable<number>) => {
    for (const row of unresolvedRows) unresolvedCells.push({ row, column: index, at: numbers * rows + row })
    numbers++
  }
  modes.forEach((mode, index) => {
    if (mode === readAs.nothing) return
    const fields = index * fieldsOfNumbers
    if (numbersOf[fields] > 0) {
      const from = (numbersOf[fields] - values.address) / 8
      // An earlier column of texts leaves a gap.
      if (from !== numbers * rows) values.view.copyWithin(numbers * rows, from, from + rows)
      const firstNote = numbers * notesPerColumn
      for (let i = 0; i < placesOfNotes.length; i++)
        notes[firstNote + placesOfNotes[i]] = numbersOf[fields + 2 + i]
      keep(index, unresolvedRows.get(index) ?? noRows)
      return
    }
    if (mode !== readAs.texts) {
      layOut(index, addressOf(numbers))
      const isTimes = kernels.run.parseTimes(column.address) === rows
      modes[index] = isTimes ? readAs.times : readAs.texts
    }
    if (modes[index] === readAs.texts) {
      layOut(index, 0)
      texts.push(codeColumn(kernels, column.address, levels, rows))
      return
    }
    const count = column.view[12]
    const firstNote = numbers * notesPerColumn
    fieldsOfNotes.forEach((field, i) => (notes[firstNote + i] = column.view[field]))
    keep(index, unresolved.view.subarray(0, count))
  })
  const views = viewsOf(text)
  const cells = unresolvedCells.map((cell) => contentsOf(views, input, cell.row, cell.column))
  return {
    modes,
    numbers: copyOf(values.view.subarray(0, numbers * rows), into),
    notes: notes.slice(0, numbers * notesPerColumn),
    unresolved: Uint32Array.from(unresolvedCells, ({ at }) => at),
    ...joinTexts(texts, cells, rows),
  }
}

function isValued(mode: number): boolean {
  return mode !== readAs.nothing && mode !== readAs.texts
}

/**
 * Describes a column for the kernels; returns a function that sets its index and the address of its values.
 */
function columnLayout(record: Uint32Array, { input, text, missing, powers }: ChunkInput, unresolved: number) {
  const { bytes, starts, ends, rows } = text
  record.set([bytes.address, starts.address, ends.address, rows, input.width])
  record.set([input.quote, missing, input.comma, powers], 6)
  record[11] = unresolved
  return (index: number, values: number) => {
    record[5] = index
    record[10] = values
    record.fill(0, 12)
  }
}

/** Groups indices in the values of consecutive columns by column, as rows. */
function rowsByColumn(places: Uint32Array, rows: number, columns: readonly number[]): Map<number, number[]> {
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
