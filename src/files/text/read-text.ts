import { typeOf } from '../../columns/from-columns.ts'
import type { Commas } from '../../columns/number-evidence.ts'
import { missingTest, missingTexts } from '../../columns/text-cells.ts'
import { CribaError } from '../../spec/error.ts'
import type { Warning } from '../../trace/warning.ts'
import { choiceAmong, keptBy } from '../column-choice.ts'
import type { ColumnChoice } from '../column-choice.ts'
import { ColumnReading } from './column-reading.ts'
import type { ReadAgain } from './column-reading.ts'
import { headerWarnings, RowNumbers } from './header-names.ts'
import { raggedWarnings } from './ragged-rows.ts'
import { readingNotes } from './reading-notes.ts'
import type { TextBytes } from './text-bytes.ts'
import { changedFile } from './text-faults.ts'
import { checkTextOptions, openTextFile } from './text-file.ts'
import type { TextFile, TextOptions } from './text-file.ts'
import { NotUtf8 } from './file-rows.ts'
import type { FileRowRange, ReadRows } from './file-rows.ts'
import { readRows } from './read-rows.ts'
import type { TextRun } from './read-rows.ts'

/** Delimited files with the same columns. */
export interface Text {
  /** Their name in messages. */
  readonly label: string
  readonly files: readonly TextFile[]
  readonly names: readonly string[]
  readonly options: TextOptions
}

/** Finds separator, quote, header and encoding of delimited files; refuses files with other columns than the first. */
export async function openText(
  given: readonly TextBytes[],
  label: string,
  options: TextOptions = {},
): Promise<Text> {
  checkTextOptions(options)
  const files: TextFile[] = []
  for (const bytes of given) {
    const file = await openTextFile(bytes, options)
    checkSameNames(file, files[0] ?? file)
    files.push(file)
  }
  return { label, files, names: files[0].names, options }
}

/** Stores the rows of a text as they are read. */
export interface RowStore {
  take(rows: ReadRows): void | Promise<void>
  /** After the last row: whether a column has to be read once more. */
  lacks(reading: ColumnReading): boolean
  /** Whether all columns are then read once more. */
  readonly rereadsAll: boolean
}

/** A text that was read to its end. */
export interface TextRead {
  /** The text with the encoding it turned out to have. */
  readonly text: Text
  readonly rows: number
  /** The columns that were read, in their order. */
  readonly readings: readonly ColumnReading[]
  readonly warnings: readonly Warning[]
}

/**
 * Reads the columns of a text that a choice keeps, in one pass. Where a column turns out to hold other things than its
 * first cells did, another pass reads it as texts. `storeFor` makes a store for each pass.
 */
export async function readText(
  text: Text,
  choice: ColumnChoice,
  run: TextRun,
  storeFor: (readings: readonly ColumnReading[]) => RowStore | Promise<RowStore>,
): Promise<TextRead> {
  for (let current = text; ;) {
    // In another encoding its columns may have other names.
    const chosen = choiceAmong(choice, current.names)
    try {
      return await readPasses(current, chosen, run, storeFor)
    } catch (error) {
      if (!(error instanceof NotUtf8)) throw error
      current = await asWindows1252(current, error.file)
    }
  }
}

async function readPasses(
  text: Text,
  choice: ColumnChoice,
  run: TextRun,
  storeFor: (readings: readonly ColumnReading[]) => RowStore | Promise<RowStore>,
): Promise<TextRead> {
  const { files, names, options, label } = text
  const missing = options.missingWords ?? missingTexts
  const commas = commasOf(text)
  const rules = { isMissing: missingTest(missing), commas }
  const given = { comma: commas === 'unlikely' ? 0 : comma, missing }
  const readingOf = (index: number, again?: ReadAgain) =>
    new ColumnReading({ name: names[index], index }, typeOf(choice.types, names[index]), rules, again)
  const isKept = keptBy(choice)
  const kept = [...names.keys()].filter((index) => isKept(names[index]))
  let readings = kept.map((index) => readingOf(index))
  const store = await storeFor(readings)
  const rowNumbers = new RowNumbers(text)
  const take = (store: RowStore) => (rows: ReadRows) => {
    rowNumbers.take(rows)
    return store.take(rows)
  }
  const ranges = await readRows(files, readings, given, run, take(store))
  const count = ranges.reduce((sum, file) => sum + file.rows, 0)
  if (count === 0) throw new CribaError('missing', `missing rows: ${label} has a header and nothing else`)
  // As texts where the first cells were no texts, and then as the numbers that these texts turn out to be.
  for (let last = store, pass = 0; pass < 2 && readings.some((reading) => last.lacks(reading)); pass++) {
    const renewed = readings.map((reading) =>
      last.rereadsAll || last.lacks(reading) ? readingOf(reading.index, reading.again) : reading,
    )
    const read = renewed.filter((reading, i) => reading !== readings[i])
    last = await storeFor(read)
    const rangesAgain = await readRows(files, read, given, run, take(last))
    files.forEach((file, i) => {
      if (rangesAgain[i].rows !== ranges[i].rows) throw changedFile(file.label)
    })
    readings = renewed
  }
  const place = placeIn(files, ranges)
  const warnings = [
    ...headerWarnings(text, rowNumbers),
    ...raggedWarnings(files),
    ...readings.flatMap((reading) => reading.finish(place)),
    ...readingNotes(readings),
  ]
  return { text, rows: count, readings, warnings }
}

const comma = 0x2c

/** Numbers may have decimal commas where the separator is another character; after semicolons they mostly do. */
function commasOf({ files }: Text): Commas {
  if (files.every(({ separator }) => separator === ';')) return 'usual'
  return files.some(({ separator }) => separator !== ',') ? 'possible' : 'unlikely'
}

async function asWindows1252(text: Text, file: TextFile): Promise<Text> {
  const again = await openTextFile(file.given, text.options, 'windows-1252')
  const files = text.files.map((other) => (other === file ? again : other))
  return { ...text, files, names: files[0].names }
}

/** Names a row in messages. */
function placeIn(files: readonly TextFile[], ranges: readonly FileRowRange[]): (row: number) => string {
  return (row) => {
    const number = ranges.findLastIndex(({ first, rows }) => first <= row && rows > 0)
    const { first, isLineARow } = ranges[number]
    const inFile = row - first
    return `row ${inFile + 1} of ${files[number].label}${isLineARow ? ` (line ${inFile + 2})` : ''}`
  }
}

function checkSameNames({ label, names: given }: TextFile, first: TextFile): void {
  const wanted = first.names
  for (let i = 0; i < Math.max(given.length, wanted.length); i++) {
    if (given[i] === wanted[i]) continue
    const found = `column ${i + 1} is ${given[i] ?? 'absent'}, in ${first.label} it is ${wanted[i] ?? 'absent'}`
    const needed = 'needs the same columns in every file'
    throw new CribaError('invalid', `invalid columns of ${label}: ${found} (${needed})`)
  }
}
