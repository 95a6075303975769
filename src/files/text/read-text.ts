import { censoredValues, CribaError, decimalMarks } from '#core'
import { missingWordsOf } from '../cells/missing-words.ts'
import { typeOf } from '../cells/column-types.ts'
import type { TextOptions, Warning } from '#core'
import type { Commas } from '../cells/number-format-detector.ts'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import { ColumnReader } from './column-reader.ts'
import type { CellRules, RereadMode } from './column-texts.ts'
import { columnWarnings, damageWarnings } from './column-warnings.ts'
import { mayBeMisread } from './encodings.ts'
import { FileMarks } from './file-marks.ts'
import { NotUtf8 } from './file-rows.ts'
import type { FileRowRange, ReadRows } from './file-rows.ts'
import { footOf } from './foot.ts'
import { cellsBeforeRows } from './header-lines.ts'
import { frameFindings, copiedNames, headerWarnings, raggedWarnings, RowNumbers } from './header-warnings.ts'
import { FillDown } from './fill-down.ts'
import { HeadingRows } from './heading-rows.ts'
import { OutlineColumns } from './outline-columns.ts'
import { readRows } from './read-rows.ts'
import type { TextRun } from './read-rows.ts'
import type { TextBytes } from './text-bytes.ts'
import { changedFile, NotText, WidthError } from './text-faults.ts'
import { checkTextOptions, openTextFile } from './text-file.ts'
import type { TextFile } from './text-file.ts'
import { isColumnToExplain, isFileToExplain } from './to-explain.ts'

/** One or several delimited files with the same columns. */
export interface DelimitedText {
  /** Their name in messages. */
  readonly label: string
  readonly files: readonly TextFile[]
  readonly names: readonly string[]
  readonly options: TextOptions
  /** Warnings about what the text was made of. */
  readonly warnings?: readonly Warning[]
  /** Whether it was made of a sheet, where dates have a year. */
  readonly isOfSheet?: boolean
}

/**
 * Detects separator, quote, header and encoding of delimited files; refuses a file whose columns differ from
 * the first.
 */
export async function openText(
  given: readonly TextBytes[],
  label: string,
  options: TextOptions = {},
): Promise<DelimitedText> {
  checkTextOptions(options)
  checkNumberOptions(options)
  const files: TextFile[] = []
  for (const bytes of given) {
    const file = await openTextFile(bytes, options).catch(async (error: unknown) => {
      if (!(error instanceof NotText)) throw error
      throw await (await import('../on-demand.ts')).encodingError(error, { given: bytes })
    })
    checkSameNames(file, files[0] ?? file)
    files.push(file)
  }
  return { label, files, names: files[0].names, options }
}

/** Refuses invalid decimal marks and ways to read limits. */
function checkNumberOptions({ decimal, censored }: TextOptions): void {
  if (decimal !== undefined && !decimalMarks.includes(decimal))
    throw new CribaError('invalid', `invalid decimal: ${String(decimal)} (needs . or ,)`)
  if (censored !== undefined && !censoredValues.includes(censored))
    throw new CribaError(
      'invalid',
      `invalid censored: ${String(censored)} (needs ${censoredValues.join(' or ')})`,
    )
}

/** Stores the rows of a text as they are read. */
export interface RowStore {
  take(rows: ReadRows): void | Promise<void>
  /** Whether a column has to be read again, after the last row. */
  needsReread(reader: ColumnReader): boolean
  /** Whether all columns are read again if one of them has to be. */
  readonly rereadsAll: boolean
  /** Whether it needs the texts of all rows after the last one. */
  readonly keepsTexts: boolean
}

/** The result of reading a text. */
export interface TextRead {
  /** The text, with the encoding that was found. */
  readonly text: DelimitedText
  readonly rows: number
  /** The columns that were read, in order. */
  readonly readers: readonly ColumnReader[]
  readonly warnings: readonly Warning[]
}

/**
 * Reads the chosen columns of a text in one pass. If later cells of a column do not have the type of its
 * first cells, another pass reads the column as text. `storeFor` makes a store for each pass.
 */
export async function readText(
  text: DelimitedText,
  choice: ColumnChoice,
  run: TextRun,
  storeFor: (readers: readonly ColumnReader[]) => RowStore | Promise<RowStore>,
): Promise<TextRead> {
  for (let current = text; ;) {
    // In another encoding the columns may have other names.
    const chosen = resolveChoice(choice, current.names)
    try {
      return await readPasses(current, chosen, run, storeFor)
    } catch (error) {
      if (error instanceof NotText) {
        const file = current.files.find(({ label }) => label === error.label)!
        throw await (await import('../on-demand.ts')).encodingError(error, file)
      }
      if (error instanceof WidthError)
        throw await (await import('../on-demand.ts')).mendedWidth(error, current)
      if (!(error instanceof NotUtf8)) throw error
      current = await asWindows1252(current, error.file)
    }
  }
}

async function readPasses(
  text: DelimitedText,
  choice: ColumnChoice,
  run: TextRun,
  storeFor: (readers: readonly ColumnReader[]) => RowStore | Promise<RowStore>,
): Promise<TextRead> {
  const { files, names, options, label } = text
  const missing = missingWordsOf(options.missingWords)
  const commas = commasOf(text)
  const { decimal, censored } = options
  const numbers = { ...(decimal && { decimal }), ...(censored && { censored }) }
  const rules: CellRules = { missing, commas, numbers, tools: null }
  const given = {
    comma: commas === 'unlikely' ? 0 : comma,
    missing: missing.silent,
    notedMissing: missing.reported,
  }
  const before = cellsBeforeRows(files[0], options)
  const readerOf = (index: number, reopened?: RereadMode) => {
    const name = names[index]
    return new ColumnReader(
      { name, index, before: before(index) },
      typeOf(choice.types, name),
      rules,
      reopened,
    )
  }
  const isKept = keepFilter(choice)
  const kept = [...names.keys()].filter((index) => isKept(names[index]))
  let readers = kept.map((index) => readerOf(index))
  const store = await storeFor(readers)
  const rowNumbers = new RowNumbers(text)
  const outline = new OutlineColumns()
  const headings = new HeadingRows()
  const fillDown = new FillDown(choice.fillDown ?? options.fillDown ?? [], names)
  const take = (store: RowStore, read: readonly ColumnReader[]) => async (rows: ReadRows) => {
    rowNumbers.take(rows)
    outline.take(rows)
    headings.take(rows)
    await store.take(fillDown.filled(rows))
    if (countOpen(read) < mostTexts) return
    rules.tools ??= await import('../on-demand.ts')
    // The text that fills the next rows is one of those read.
    for (const reader of read) reader.noteTexts(store.keepsTexts || fillDown.has(reader.name))
  }
  const ranges = await readRows(files, readers, given, run, take(store, readers))
  if (readers.some(({ needsTools }) => needsTools)) rules.tools ??= await import('../on-demand.ts')
  const count = ranges.reduce((sum, file) => sum + file.rows, 0)
  if (count === 0) throw new CribaError('missing', `missing rows: ${label} has a header and nothing else`)
  // One pass to read columns as texts, and one to read these as numbers if their texts turn out to share a
  // format.
  for (let last = store, pass = 0; pass < 2 && readers.some((reader) => last.needsReread(reader)); pass++) {
    const renewed = readers.map((reader) =>
      last.rereadsAll || last.needsReread(reader) ? readerOf(reader.index, reader.rereadMode) : reader,
    )
    const read = renewed.filter((reader, i) => reader !== readers[i])
    last = await storeFor(read)
    const rangesAgain = await readRows(files, read, given, run, take(last, read))
    if (read.some(({ needsTools }) => needsTools)) rules.tools ??= await import('../on-demand.ts')
    files.forEach((file, i) => {
      if (rangesAgain[i].rows !== ranges[i].rows) throw changedFile(file.label)
    })
    readers = renewed
  }
  const place = placeIn(files, ranges)
  const frame = await frameFindings(text)
  const foot = await footOf(files.at(-1)!, options, ranges.at(-1)!.lastBytes, readers)
  const marks = new FileMarks(readers)
  const isWithHeader = files.length === 1 && !options.transpose && options.headerRows !== 0
  const withoutFirst = isWithHeader ? (options.skipAfterHeader ?? 0) + 1 : null
  const copies = copiedNames(readers, before)
  const isPlain =
    !readers.some(isColumnToExplain) &&
    !foot &&
    copies.length === 0 &&
    !files.some(mayBeMisread) &&
    !isFileToExplain(files[0], readers)
  const more = isPlain ? null : await import('../on-demand.ts')
  const ofFormats = more?.formatWarnings(readers, marks) ?? []
  const queried = new Set(ofFormats.flatMap(({ query, columns }) => (query === undefined ? [] : columns!)))
  const isQueried = (name: string) => queried.has(name)
  const ofTexts =
    more && ((reader: ColumnReader) => more.textWarnings(reader, place, marks, withoutFirst, isQueried))
  const read = readers.filter(({ name }) => !copies.includes(name))
  const ofColumns = read.flatMap((reader) => columnWarnings(reader, ofTexts))
  const ofGroups = outline.warnings((name) => fillDown.has(name), names)
  const ofCells = [
    ...(more?.keptWarnings(ofColumns, ofFormats, foot, readers) ?? ofColumns),
    ...ofFormats,
    ...damageWarnings(readers, text.isOfSheet),
    ...(ofGroups.length > 0 || fillDown.has(names[0]) ? ofGroups : headings.warnings(names)),
    ...(more?.doubtfulMarkWarnings(readers, marks, decimal, text.warnings) ?? []),
    ...(more?.missingWordsWarnings(readers, missing) ?? []),
    ...(more?.codeWordsWarnings(readers) ?? []),
    ...(options.transpose || !more
      ? []
      : [...more.versionWarnings(files[0], readers), ...more.subtotalWarnings(files[0], readers)]),
  ]
  const warnings = [
    ...(text.warnings ?? []),
    ...((await more?.encodingWarnings(files, options)) ?? []),
    ...frame.warnings,
    ...headerWarnings(text, rowNumbers),
    ...raggedWarnings(files),
    ...(more && copies.length > 0 ? more.repeatedHeaderWarnings(copies) : []),
    ...(more && foot && !(foot.table && frame.isMisread) ? more.footWarnings(foot, options) : []),
    ...(frame.isMisread || foot?.table ? [] : ofCells),
  ]
  return { text, rows: count, readers, warnings }
}

/** More different texts are not kept unless a table needs them. */
const mostTexts = 1 << 20

/**
 * How many texts of columns were not looked at. Once they are many they are, and are forgotten unless they
 * are needed, both at the same rows, so that the same is known of the columns.
 */
function countOpen(readers: readonly ColumnReader[]): number {
  return readers.reduce((sum, { openTexts }) => sum + openTexts, 0)
}

const comma = 0x2c

/**
 * Decimal commas are possible unless commas separate the cells, and usual if semicolons do, or if the user
 * says so.
 */
function commasOf({ files, options }: DelimitedText): Commas {
  if (options.decimal === ',' || files.every(({ separator }) => separator === ';')) return 'usual'
  return files.some(({ separator }) => separator !== ',') ? 'possible' : 'unlikely'
}

async function asWindows1252(text: DelimitedText, file: TextFile): Promise<DelimitedText> {
  const reopened = await openTextFile(file.given, text.options, 'windows-1252')
  const files = text.files.map((other) => (other === file ? reopened : other))
  return { ...text, files, names: files[0].names }
}

/** Makes the function that names a row in messages. */
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
