import { firstFew, parseCell } from '#core'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { dateWarnings } from './date-warnings.ts'
import { kindsOf, warningTexts } from './format-kinds.ts'
import type { WarningKind, WarningText } from './format-kinds.ts'
import type { FileMarks } from './file-marks.ts'
import type { ReadRows } from './file-rows.ts'
import type { DelimitedText } from './read-text.ts'
import type { TextFile } from './text-file.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/**
 * Warnings about the formats of columns: one for all columns read in the same way, each with an example cell.
 */
export function formatWarnings(readers: readonly ColumnReader[], marks: FileMarks): Warning[] {
  const readersByKind = new Map<WarningKind, ColumnReader[]>()
  for (const reader of readers)
    for (const kind of kindsOf(reader, marks))
      readersByKind.set(kind, [...(readersByKind.get(kind) ?? []), reader])
  const warnings = [...readersByKind].map(([kind, readers]): Warning => {
    const { code, start, end, mend, query }: WarningText = warningTexts[kind]
    const shown = firstFew(
      readers.map((reader) => `${reader.name} (${exampleOf(reader, kind)})`),
      mostNamed,
    )
    const remedy = mend?.(readers, marks)
    const columns = readers.map(({ name }) => name)
    const option = remedy?.option ?? query?.(readers)
    const what = option === undefined ? end : `${end} ${option}`
    const message = `${start}: ${shown}${what === '' ? '' : `; ${what}`}`
    return { code, columns, message, ...(remedy && { remedy }) }
  })
  return [...warnings, ...dateWarnings(readers)]
}

/** A cell, and the number it was read as; or the units of the column. */
function exampleOf({ detected, texts: { affixes, ranges } }: ColumnReader, kind: WarningKind): string {
  const { format, example, swapped } = detected
  if (swapped) return `${swapped.date}, ${swapped.text}`
  const readAs = (cell: string, unit = '') => {
    const shown = JSON.stringify(cell).slice(1, -1)
    return format && !('time' in format) ? `${shown} is ${parseCell(cell, format)}${unit}` : shown
  }
  if (kind === 'flags' || kind === 'left-flags')
    return `${readAs(affixes.unitExample('') ?? example)}; ${affixes.shownUnits}`
  if (kind === 'mixed-units' || kind === 'partly-units' || kind === 'unlike-units') return affixes.shownUnits
  if (kind === 'converted-units' || kind === 'named-units') {
    const to = format && 'unit' in format ? format.unit : ''
    return `${affixes.shownUnits}; ${readAs(affixes.unitExample(to) ?? example, ` ${to}`)}`
  }
  if (kind === 'multipliers') return readAs(affixes.multiplierExample ?? example)
  if (kind === 'minus-signs')
    return [...affixes.styleExamples.values()].map((cell) => readAs(cell)).join(', ')
  if (kind === 'censored' || kind === 'above-limits')
    return [...affixes.boundExamples]
      .map(([bound, cell]) => `${readAs(cell)}, ${affixes.bounds[bound]}×`)
      .join('; ')
  if (kind === 'damaged-ranges')
    return `${readAs(example)}; ${ranges.damaged!.example} was ${ranges.damaged!.range}, ${ranges.damaged!.cells}×`
  if (kind === 'ranges' && ranges.areMarksDecided)
    return `${readAs(example)} from ${ranges.exampleEnds.join(' to ')}`
  return readAs(example)
}

/** Detects a first column without a name that numbers the rows from 0 or from 1, as pandas and R write it. */
export class RowNumbers {
  readonly #isUnnamed: boolean
  #from: number | null = null
  #isCount = true

  constructor({ files: [{ header }] }: Pick<DelimitedText, 'files'>) {
    this.#isUnnamed = header.unnamed.includes(header.names[0])
  }

  /** Adds rows in order; rows added again change nothing. */
  take({ first, count, columns: [cells] }: ReadRows): void {
    if (!this.#isUnnamed || !this.#isCount || cells?.reader.index !== 0) return
    if (!('values' in cells)) {
      this.#isCount = false
      return
    }
    const from = (this.#from ??= cells.values[0])
    for (let row = 0; row < count; row++) if (cells.values[row] !== from + first + row) this.#isCount = false
  }

  /** The number of the first row, if all rows are numbered; else `null`. */
  get start(): 0 | 1 | null {
    const from = this.#isCount ? this.#from : null
    return from === 0 || from === 1 ? from : null
  }
}

/** Warnings about names that are not in the header. */
export function headerWarnings(
  { files: [{ header, hasRowNames }] }: DelimitedText,
  rows: RowNumbers,
): Warning[] {
  const warnings: Warning[] = []
  const { names, repeated } = header
  const isCounting = rows.start !== null
  const unnamed = header.unnamed.filter((name) => !(isCounting && name === names[0]))
  if (isCounting) {
    const message = `the first column has no name and numbers the rows from ${rows.start}: it is called ${names[0]}`
    warnings.push({ code: 'row-numbers', column: names[0], message })
  } else if (hasRowNames) {
    const message = `the header has one name fewer than the rows have cells: the first column contains row names and is called ${names[0]}`
    warnings.push({ code: 'column-names', column: names[0], message })
  }
  const others = unnamed.filter((name) => !(hasRowNames && name === names[0]))
  if (others.length > 0) {
    const message = `columns without a name are named by their position: ${firstFew(others, mostNamed)}`
    warnings.push({ code: 'column-names', columns: others, message })
  }
  if (repeated.length > 0) {
    const message = `columns with a repeated name get a number: ${firstFew(repeated, mostNamed)}`
    warnings.push({ code: 'column-names', columns: repeated, message })
  }
  return warnings
}

/** The warning about rows with a wrong number of cells, and what was treatment with them. */
export function raggedWarnings(files: readonly TextFile[]): Warning[] {
  const affected = files.filter(({ ragged }) => ragged !== null && ragged.rows > 0)
  if (affected.length === 0) return []
  const [{ label, ragged }] = affected
  const rows = affected.reduce((sum, { ragged }) => sum + ragged!.rows, 0)
  const treatment = ragged!.policy === 'skip' ? 'they are left out' : 'cells they lack are missing'
  const subject = rows === 1 ? 'a row has' : `${rows} rows have`
  const message = `${subject} another number of cells than the header (first: line ${ragged!.firstLine} of ${label}): ${treatment}`
  return [{ code: 'ragged-rows', message }]
}
