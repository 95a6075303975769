import { createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CribaError, firstFew, nearestName, remedy } from '#core'
import type { TextOptions, Warning } from '#core'
import { ByteLimit } from '../read/byte-limit.ts'
import { fileBytes } from '../read/bytes.ts'
import type { DataFile } from '../read/bytes.ts'
import { refuseForeignName } from '../read/foreign-formats.ts'
import type { ScratchFolder } from '../read/scratch-folder.ts'
import type { TextBytes } from '../text/text-bytes.ts'
import { odsSheets } from './ods.ts'
import { SheetText } from './sheet-text.ts'
export { sheetSeparator } from './sheet-text.ts'
import { contentsOf } from './workbook.ts'
import type { CellErrors, Sheet } from './workbook.ts'
import { xlsxSheets } from './xlsx.ts'
import { ZipArchive } from './zip-archive.ts'

/** A sheet as delimited text. */
export interface OpenedSheet {
  readonly bytes: TextBytes
  /** Warnings about it; `names` are those of its columns. */
  warnings(names: readonly string[]): Warning[]
}

/** A message names at most so many sheets or columns. */
const mostNamed = 5

/** Writes a sheet of a workbook as text to a scratch file: the chosen one, or else the first table. */
export async function openSheet(
  file: DataFile,
  { sheet: wanted, decimal }: Pick<TextOptions, 'sheet' | 'decimal'>,
  scratch: ScratchFolder,
): Promise<OpenedSheet> {
  const { label, signal, limitBytes } = file
  const zip = await ZipArchive.open(await unpacked(file, scratch), file)
  try {
    const sheets = await sheetsOf(zip)
    const chosen = wanted === undefined ? await firstTable(sheets, label) : named(sheets, wanted, label)
    const limit = new ByteLimit(label, statSync(file.path).size, limitBytes)
    const text = new SheetText(scratch.file(), label, limit, decimal)
    const path = scratch.file()
    try {
      await chosen.read(text)
      if (text.isEmpty) throw emptySheet(chosen, label, text.formulas())
    } catch (error) {
      text.abandon()
      throw error
    }
    text.finish(path)
    const others = wanted === undefined ? await othersWithValues(sheets, chosen) : []
    const bytes = fileBytes({ path, label, compression: null, signal })
    const warnings = (names: readonly string[]) => [
      ...sheetWarnings(label, chosen, others),
      ...errorWarnings(text.errors),
      ...formulaWarnings(chosen, text.formulas(), names),
      ...percentWarnings(text.percents(), names),
      ...(decimal === undefined ? thousandsWarnings(text.thousands(), names) : []),
    ]
    return { bytes, warnings }
  } finally {
    zip.close()
  }
}

/** The names of the sheets of a workbook that are shown and have values. */
export async function sheetNames(file: DataFile, scratch: ScratchFolder): Promise<readonly string[]> {
  const zip = await ZipArchive.open(await unpacked(file, scratch), file)
  try {
    const names: string[] = []
    for (const sheet of await sheetsOf(zip))
      if (!sheet.isHidden && (await contentsOf(sheet)) !== 'none') names.push(sheet.name)
    return names
  } finally {
    zip.close()
  }
}

/** The path of a workbook, if need be of a copy that is not compressed as a whole. */
async function unpacked(file: DataFile, scratch: ScratchFolder): Promise<string> {
  if (file.compression === null) return file.path
  const copy = scratch.file()
  await pipeline(fileBytes(file).blocks(), createWriteStream(copy))
  return copy
}

async function sheetsOf(zip: ZipArchive): Promise<Sheet[]> {
  // Other archives of parts.
  if (zip.names.some((name) => name.endsWith('.npy'))) refuseForeignName(zip.label, 'npz')
  if (zip.has('xl/workbook.bin')) refuseForeignName(zip.label, 'xlsb')
  const sheets = zip.has('content.xml')
    ? await odsSheets(zip)
    : zip.has('xl/workbook.xml') || zip.has('[Content_Types].xml')
      ? await xlsxSheets(zip)
      : null
  if (sheets && sheets.length > 0) return sheets
  const remedy = sheets ? 'it has no sheets' : 'a zip archive, but no workbook: unpack it first'
  throw new CribaError('unreadable', `unreadable file: ${zip.label} (${remedy})`)
}

/** The first sheet that is shown and may be a table; if none may, the first with values. */
async function firstTable(sheets: readonly Sheet[], label: string): Promise<Sheet> {
  let first: Sheet | undefined
  for (const sheet of sheets) {
    const contents = sheet.isHidden ? 'none' : await contentsOf(sheet)
    if (contents === 'table') return sheet
    if (contents === 'few') first ??= sheet
  }
  if (first) return first
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  const rest = hidden.length > 0 ? ` (hidden: ${firstFew(hidden, mostNamed)}; choose one with --sheet)` : ''
  throw new CribaError('missing', `missing rows: all sheets of ${label} are empty${rest}`)
}

/** The sheet of a name, or else of a number among those that are shown, from 1. */
function named(sheets: readonly Sheet[], wanted: string | number, label: string): Sheet {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const text = String(wanted)
  const byName =
    sheets.find(({ name }) => name === text) ??
    sheets.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  const byNumber = /^\d+$/.test(text) ? shown[Number(text) - 1] : undefined
  const found = typeof wanted === 'number' ? byNumber : (byName ?? byNumber)
  if (found) return found
  const names = sheets.map(({ name }) => name)
  const near = nearestName(text, names)
  const hint = near === undefined ? `it has ${firstFew(names, 2 * mostNamed)}` : `did you mean ${near}?`
  throw new CribaError('unknown', `unknown sheet of ${label}: ${text} (${hint})`)
}

interface OtherSheet {
  readonly name: string
  readonly isHidden: boolean
}

async function othersWithValues(sheets: readonly Sheet[], chosen: Sheet): Promise<OtherSheet[]> {
  const others: OtherSheet[] = []
  for (const sheet of sheets) if (sheet !== chosen && (await contentsOf(sheet)) !== 'none') others.push(sheet)
  return others
}

function sheetWarnings(label: string, { name }: Sheet, others: readonly OtherSheet[]): Warning[] {
  if (others.length === 0) return []
  const listed = others.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name))
  const more = others.length === 1 ? 'one more sheet' : `${others.length} more sheets`
  const mend = remedy({ sheet: name }, `${label} has ${more} with values`, null)
  const choice = `${mend.option} says so, another name chooses that sheet`
  const message = `sheet ${name} of ${label} is read; it also has ${firstFew(listed, mostNamed)} (${choice})`
  return [{ code: 'sheets', message, remedy: mend }]
}

/** `#N/A` says that a value is missing; other errors are mistakes of formulas. */
function errorWarnings(errors: CellErrors): Warning[] {
  const mistakes = [...errors].filter(([name]) => name !== '#N/A')
  if (mistakes.length === 0) return []
  const listed = mistakes.map(([name, cells]) => `${name} ${cells}×`)
  return [
    {
      code: 'cell-errors',
      message: `errors of formulas, read as missing values: ${firstFew(listed, mostNamed)}`,
    },
  ]
}

const storeValues = 'open the file in a spreadsheet program and save it, which stores them'

function emptySheet({ name }: Sheet, label: string, formulas: ReadonlyMap<number, number>): CribaError {
  const rest = formulas.size > 0 ? ` but for formulas without stored values (${storeValues})` : ''
  return new CribaError('missing', `missing rows: sheet ${name} of ${label} is empty${rest}`)
}

/** A program that writes formulas without computing them leaves cells without a value. */
function formulaWarnings(
  { name }: Sheet,
  formulas: ReadonlyMap<number, number>,
  names: readonly string[],
): Warning[] {
  if (formulas.size === 0) return []
  const found = [...formulas].sort(([a], [b]) => a - b)
  const cells = found.map(([column, count]) => `${names[column] ?? `column ${column + 1}`} ${count}×`)
  const message = `sheet ${name}: formulas without a stored value, read as missing: ${firstFew(cells, mostNamed)}; ${storeValues}`
  const columns = found.flatMap(([column]) => names[column] ?? [])
  return [{ code: 'cell-errors', columns, message }]
}

function percentWarnings(percents: ReadonlyMap<number, number>, names: readonly string[]): Warning[] {
  if (percents.size === 0) return []
  const columns = [...percents.keys()].sort((a, b) => a - b)
  const shown = columns.map((column) => {
    const value = percents.get(column)!
    return `${names[column]} (${Number((100 * value).toPrecision(15))}% is ${value})`
  })
  const message = `percentages, read as the numbers that the cells hold: ${firstFew(shown, mostNamed)}`
  return [{ code: 'units', columns: columns.map((column) => names[column]), message }]
}

function thousandsWarnings(texts: ReadonlyMap<number, string>, names: readonly string[]): Warning[] {
  if (texts.size === 0) return []
  const [[, first]] = texts
  const mark = first.includes('.') ? '.' : ','
  const found = [...texts].filter(([, example]) => example.includes(mark)).sort(([a], [b]) => a - b)
  const columns = found.map(([column]) => names[column])
  const shown = found.map(([column, example]) => `${names[column]} (${example})`)
  const mend = remedy(
    { decimal: mark === '.' ? ',' : '.' },
    'the texts may be numbers with thousands separators',
    null,
    true,
  )
  const message = `numbers that the sheet has as texts, whose mark may separate thousands: ${firstFew(shown, mostNamed)}; for thousands say ${mend.option}`
  return [{ code: 'unclear-marks', columns, message, remedy: mend }]
}
