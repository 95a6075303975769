import { typeOf } from '../../columns/from-columns.ts'
import { missingTest, missingTexts } from '../../columns/text-cells.ts'
import { readAs } from '../../kernel/text-read-job.ts'
import { CribaError } from '../../spec/error.ts'
import type { Warning } from '../../trace/warning.ts'
import { choiceAmong, keptBy } from '../column-choice.ts'
import type { ColumnChoice } from '../column-choice.ts'
import { ColumnReading } from './column-reading.ts'
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
  const rules = { isMissing: missingTest(missing), mayHaveCommas: mayHaveCommas(text) }
  const given = { comma: rules.mayHaveCommas ? comma : 0, missing }
  const readingOf = (index: number, isText: boolean) =>
    new ColumnReading({ name: names[index], index }, typeOf(choice.types, names[index]), rules, isText)
  const isKept = keptBy(choice)
  const kept = [...names.keys()].filter((index) => isKept(names[index]))
  let readings = kept.map((index) => readingOf(index, false))
  const store = await storeFor(readings)
  const ranges = await readRows(files, readings, given, run, (rows) => store.take(rows))
  const count = ranges.reduce((sum, file) => sum + file.rows, 0)
  if (count === 0) throw new CribaError('missing', `missing rows: ${label} has a header and nothing else`)
  if (readings.some((reading) => store.lacks(reading))) {
    const again = (reading: ColumnReading) => store.rereadsAll || store.lacks(reading)
    const renewed = readings.map((reading) =>
      again(reading) ? readingOf(reading.index, reading.mode === readAs.texts) : reading,
    )
    const read = renewed.filter((reading, i) => reading !== readings[i])
    const secondStore = await storeFor(read)
    const rangesAgain = await readRows(files, read, given, run, (rows) => secondStore.take(rows))
    files.forEach((file, i) => {
      if (rangesAgain[i].rows !== ranges[i].rows) throw changedFile(file.label)
    })
    readings = renewed
  }
  const place = placeIn(files, ranges)
  return { text, rows: count, readings, warnings: readings.flatMap((reading) => reading.finish(place)) }
}

const comma = 0x2c

/** Numbers may have decimal commas where the separator is another character. */
function mayHaveCommas({ files }: Text): boolean {
  return files.some(({ separator }) => separator !== ',')
}

async function asWindows1252(text: Text, file: TextFile): Promise<Text> {
  const again = await openTextFile(file.bytes, text.options, 'windows-1252')
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
