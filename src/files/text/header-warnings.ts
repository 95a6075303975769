import { firstFew } from '#core'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { ReadRows } from './file-rows.ts'
import { frameOf } from './frame.ts'
import type { Frame } from './frame.ts'
import type { DelimitedText } from './read-text.ts'
import type { TextFile } from './text-file.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

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
  { files: [{ header, hasRowNames, traits = [] }] }: DelimitedText,
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
  if (traits.length > 0) {
    const message = `traits of samples are columns by the names in their cells: ${firstFew(traits, mostNamed)}`
    warnings.push({ code: 'column-names', columns: traits, message })
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

/**
 * What the first lines of a text say about its header, and whether all else is to be looked at once that is
 * mended.
 */
interface FrameFindings {
  readonly warnings: readonly Warning[]
  readonly isMisread: boolean
}

/** Looks at the first file of a text for a header of no or several lines, lines above it, and separators. */
export async function frameFindings({ files: [file], options }: DelimitedText): Promise<FrameFindings> {
  const { hasBlankRuns, names } = file
  const warnings: Warning[] = []
  if (hasBlankRuns)
    warnings.push({ code: 'frame', message: 'runs of blanks are read as separators of cells' })
  const isAsGiven = options.headerRows !== undefined || options.skipAfterHeader !== undefined
  const frame = isAsGiven ? null : frameOf(file)
  if (frame) warnings.push((await import('../on-demand.ts')).frameWarning(file, frame))
  else if (names.length === 1 && options.separator === undefined)
    warnings.push(...(await import('../on-demand.ts')).otherFrameWarnings(file, options))
  return { warnings, isMisread: frame !== null && misleads(frame) }
}

/** Whether a frame leaves the types of columns open: rows that are not its own are read as cells. */
function misleads(frame: Frame): boolean {
  return frame.kind === 'below-header' ? frame.areSure : frame.kind !== 'no-header'
}

/**
 * The columns whose only texts among numbers stand before the first row too; none unless each column of texts
 * has one of those in its rows, as it has where these lines stand there again. `before`: the texts that stand
 * before the first row of a column.
 */
export function copiedNames(
  readers: readonly ColumnReader[],
  before: (index: number) => ReadonlySet<string>,
): readonly string[] {
  const copied = readers.filter(({ repeatsName }) => repeatsName)
  const isCopied = ({ index, isOfTexts, knownTexts }: ColumnReader) => {
    const above = before(index)
    return !isOfTexts || knownTexts.some((text) => text !== null && above.has(text.trim()))
  }
  return copied.length > 0 && readers.every(isCopied) ? copied.map(({ name }) => name) : []
}
