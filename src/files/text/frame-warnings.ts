import { MendableError, remedy } from '#core'
import type { CribaError, Remedy, TextOptions, Warning } from '#core'
import { fixedColumnWarnings } from './fixed-columns.ts'
import { findFrame, otherSeparator, textBelow } from './frame-search.ts'
import type { FoundFrame } from './frame-search.ts'
import type { Frame } from './frame.ts'
import type { Foot } from './foot.ts'
import { repeatsLineAbove } from './header-lines.ts'
import { endOfText, linesOfFile } from './last-lines.ts'
import type { DelimitedText } from './read-text.ts'
import { seriesMatrix } from './series-matrix.ts'
import { tableBelow } from './table-below.ts'
import type { WidthError } from './text-faults.ts'
import type { TextFile } from './text-file.ts'
import { haveEmptyEnds } from './text-dialect.ts'
import { decoded } from './text-head.ts'

/** The warning about a frame other than the text was read in. */
export function frameWarning(file: TextFile, frame: Frame): Warning {
  return warningOf(remedyOf(file, frame))
}

/** The warning about a text of one column that is a table with another separator or in another frame. */
export function otherFrameWarnings(file: TextFile, options: TextOptions): Warning[] {
  const found = otherSeparator(file) ?? findFrame({ ...searchOf(file, options), needsSureHeader: true })
  if (!found) return fixedColumnWarnings(file, options.skipEnd)
  return isOther(found, options) ? [warningOf(otherFrame(found))] : []
}

function remedyOf({ records, encoding }: TextFile, frame: Frame): Remedy {
  const [header, below] = records.map(({ cells }) => examples(cells.map((cell) => decoded(cell, encoding))))
  switch (frame.kind) {
    case 'no-header':
      return remedy({ headerRows: 0 }, `line 1 looks like data (${header})`, 1)
    case 'transposed':
      return remedy({ transpose: true }, `the lines look like columns (${below})`, null)
    case 'title': {
      const what = frame.lines === 1 ? 'a line stands' : `${frame.lines} lines stand`
      const headerRows = frame.headerRows > 1 && { headerRows: frame.headerRows }
      return remedy(
        { skip: frame.lines, ...headerRows },
        `${what} above the header (${header})`,
        frame.lines,
        frame.areRows,
      )
    }
    case 'header-rows':
      return remedy({ headerRows: frame.lines }, `the header has ${frame.lines} lines (${below})`, frame.rows)
    case 'below-header': {
      const what =
        frame.rows === 1 ? 'a line below the header explains' : `${frame.rows} lines below the header explain`
      return remedy(
        { skipAfterHeader: frame.rows },
        `${what} the names (${below})`,
        frame.rows,
        !frame.areSure,
      )
    }
  }
}

/** The warning about totals and notes at the end of a text. */
export function footWarnings(foot: Foot, { skipEnd = 0 }: TextOptions): Warning[] {
  const { lines, totals, areNotesSure, table } = foot
  if (table) return [warningOf(belowRemedy(table, lines, skipEnd))]
  const rows = (count: number) => (count === 1 ? 'a row' : `${count} rows`)
  const words = totals.some((word) => word.trim() !== '') ? ` (${examples(totals)})` : ''
  const what = [
    ...(totals.length > 0 ? [`${rows(totals.length)} at the end may sum up others${words}`] : []),
    ...(lines > totals.length ? [`${rows(lines - totals.length)} below the table may be notes`] : []),
  ].join(', ')
  return [warningOf(remedy({ skipEnd: skipEnd + lines }, what, lines, totals.length > 0 || !areNotesSure))]
}

/** The remedy that leaves out another table at the end of a text. */
function belowRemedy(names: readonly string[], lines: number, skipEnd: number): Remedy {
  const what = `another table stands below (${examples(names)})`
  return remedy({ skipEnd: skipEnd + lines }, what, lines, true)
}

/** The warning about rows that are copies of the header, where these are the only texts among numbers. */
export function repeatedHeaderWarnings(names: readonly string[]): Warning[] {
  const what = `the header stands in the rows again (${examples(names)})`
  return [{ ...warningOf(remedy({ skipRepeatedHeader: true }, what, null)), columns: names }]
}

/** The warning about rows without any value, unless the table stands lower: then they may be above it. */
export function emptyRowsWarning(rows: number, others: readonly Warning[]): Warning[] {
  if (rows === 0 || others.some(({ remedy }) => remedy?.set.skip !== undefined)) return []
  const what = rows === 1 ? 'a row has' : `${rows} rows have`
  return [warningOf(remedy({ skipEmpty: true }, `${what} no value in any column`, rows))]
}

function warningOf(mend: Remedy): Warning {
  return { code: 'frame', message: `${mend.why}; ${mend.option} mends it`, remedy: mend }
}

/** The first two cells with a text, as a message shows them. */
function examples(cells: readonly string[]): string {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return `${given.slice(0, 2).map(shortened).join(', ')}${given.length > 2 ? ', …' : ''}`
}

/** A text as a message shows it. */
function shortened(text: string): string {
  const shown = text.length > 30 ? `${text.slice(0, 29)}…` : text
  return JSON.stringify(shown).slice(1, -1)
}

/**
 * The error for a row with a wrong number of cells, with the options by which the text is a regular table:
 * without what stands above or below it, with another separator, or else with ragged rows.
 */
export async function mendedWidth(error: WidthError, text: DelimitedText): Promise<CribaError> {
  const file = text.files.find(({ label }) => label === error.label)!
  const { transpose, skipRepeatedHeader } = text.options
  if (!transpose && !skipRepeatedHeader && (await repeatsLineAbove(file.bytes, file))) {
    const mend = remedy({ skipRepeatedHeader: true }, 'lines above the header stand in the rows again', null)
    return new MendableError('invalid', `${error.message}; ${mend.why}: ${mend.option}`, mend, {
      cause: error,
    })
  }
  const mend = transpose ? null : await mendOf(file, text.options)
  if (mend)
    return new MendableError('invalid', `${error.message}; ${mend.why}: ${mend.option}`, mend, {
      cause: error,
    })
  if (file.ragged) return error
  const policy = error.isShort ? 'fill' : 'skip'
  const what = error.isShort ? 'cells that rows lack can be missing' : 'such rows can be left out'
  const ragged = remedy({ ragged: policy }, what, null, true)
  return new MendableError('invalid', `${error.message}; ${what}: ${ragged.option}`, ragged, { cause: error })
}

async function mendOf(file: TextFile, options: TextOptions): Promise<Remedy | null> {
  const series = seriesMatrix(file.text)
  if (series) return series
  const end = await endOfText(file.bytes)
  const other = tableBelow(end, file)
  if (other) {
    const lines = await linesOfFile(end.slice(other.from), file, options)
    const names = other.names.map((name) => decoded(name, file.encoding))
    return belowRemedy(names, lines, options.skipEnd ?? 0)
  }
  const [header, ...rows] = file.records
  if (haveEmptyEnds(header, rows))
    return remedy(
      { ragged: 'fill' },
      'each row ends with an empty cell; without it the names stand right',
      null,
      true,
    )
  const found = findFrame(searchOf(file, options))
  if (found && isOther(found, options)) return otherFrame(found)
  const below = textBelow(end, file, file.names.length)
  const skipEnd = (options.skipEnd ?? 0) + (await linesOfFile(below, file, options))
  if (below === '') {
    const ragged = findFrame({ ...searchOf(file, options), mayBeRagged: true })
    // Where only rows are ragged they say so themselves.
    return ragged && isOther(ragged, { ...options, ragged: 'skip' }) ? otherFrame(ragged) : null
  }
  return otherFrame({ set: { skipEnd }, names: file.names, loses: false })
}

function searchOf({ text, isWhole, comment, encoding }: TextFile, { skipEnd = 0 }: TextOptions) {
  return { text, isWhole, comment, encoding, skipEnd }
}

/** Whether a frame is not the one that the options say. */
function isOther({ set }: FoundFrame, options: TextOptions): boolean {
  const given: Readonly<Record<string, unknown>> = { ...options }
  return Object.entries(set).some(([name, value]) => given[name] !== value)
}

/** The remedy that reads a text in another frame. */
export function otherFrame({ set, names, loses }: FoundFrame): Remedy {
  const { skip = 0, headerRows = 1, skipEnd = 0, comment, separator, ragged } = set
  const how = [
    ...(skip > 0 ? [`after ${skip === 1 ? 'a line' : `${skip} lines`}`] : []),
    ...(headerRows === 0 ? ['without a header'] : []),
    ...(headerRows > 1 ? [`with a header of ${headerRows} lines`] : []),
    ...(comment === undefined ? [] : [`without lines that begin with ${comment}`]),
    ...(separator === undefined ? [] : [`with ${separator} between cells`]),
    ...(ragged === undefined ? [] : ['without rows of other lengths']),
    ...(skipEnd > 0 ? [`without the last ${skipEnd === 1 ? 'line' : `${skipEnd} lines`}`] : []),
  ]
  return remedy(set, `${how.join(' and ')} it is a table of ${names.length} columns`, null, loses)
}
