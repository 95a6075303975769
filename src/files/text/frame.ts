import { FirstCells, isFact, isUnit, kindOf } from './first-cells.ts'
import type { TextRecord } from './first-records.ts'
import { decoded, linesBefore } from './text-head.ts'
import type { TextHead } from './text-head.ts'

/** What the first lines need at least below the header, to tell what the cells of a column are. */
const fewestRows = 3
/** More lines than these are no header. */
const mostHeaderRows = 4
/** Of fewer rows a first one that lacks some values says nothing. */
const fewestOthers = 8
const fewestGaps = 2
/** Fewer sentences below a header may be answers. */
const fewestQuestions = 3
/** A title has at most so many lines. */
const mostOfTitle = 60
/** A block of more lines above a header is another table. */
const mostOfBlock = 10
/**
 * How a table may stand in its text other than it was read: with a header of no or several lines, or lower.
 */
export type Frame =
  | { readonly kind: 'no-header' | 'transposed' }
  /** `rows`: how many of the first rows belong to the header. */
  | { readonly kind: 'header-rows'; readonly lines: number; readonly rows: number }
  /**
   * `headerRows`: how many lines the header has below them; `areRows`: whether they may be a table
   * themselves.
   */
  | {
      readonly kind: 'title'
      readonly lines: number
      readonly headerRows: number
      readonly areRows?: boolean
    }
  /** `areSure`: they are units or sentences, not words that a row may have. */
  | { readonly kind: 'below-header'; readonly rows: number; readonly areSure: boolean }

/**
 * Looks at the first lines of a text for signs that its header is not one line, its first; `null` without
 * any.
 */
export function frameOf({
  records,
  text,
  from,
  header,
  hasRowNames,
  isWhole,
  encoding,
}: Omit<TextHead, 'end'>): Frame | null {
  const [first, ...rows] = records.map(({ cells }) => cells.map((cell) => decoded(cell, encoding)))
  const names = hasRowNames ? ['', ...first] : first
  if (rows.length < fewestRows) return null
  const cells = new FirstCells(names, rows)
  const ofTitle = linesOfTitle(names, rows)
  const title = ofTitle || linesOfBlock(records, text.slice(from))
  if (title > 0) {
    const headerRows = headerRecords(rows[title - 1], rows.slice(title))
    const lines = linesBefore(text, from + records[title].from)
    const areRows = ofTitle === 0 && title > 2 && isSureHeader(names, rows.slice(0, title - 1))
    return { kind: 'title', lines, headerRows, areRows }
  }
  if (looksLikeRow(cells)) return { kind: 'no-header' }
  const lines = headerLikeRows(cells)
  if (lines === 0 && isWhole && isTransposed(cells)) return { kind: 'transposed' }
  if (lines === 0) return lacksValues(cells) ? { kind: 'below-header', rows: 1, areSure: false } : null
  const isIncomplete = header.unnamed.length + header.repeated.length > (hasRowNames ? 1 : 0)
  if (isIncomplete) return { kind: 'header-rows', lines: lines + 1, rows: lines }
  return isAboveNames(cells, lines)
    ? { kind: 'title', lines: linesBefore(text, from + records[1].from), headerRows: 1 }
    : { kind: 'below-header', rows: lines, areSure: explain(cells, lines) }
}

/**
 * Whether the names may be a row: each fits the cells below it. Numbers in order, such as years or
 * wavelengths, are names.
 */
function looksLikeRow(cells: FirstCells): boolean {
  const { names } = cells
  // Names that stand lower again are a header that files were joined with.
  if (cells.rows.some((row) => names.every((name, column) => name === row[column]))) return false
  const ofValues = cells.columnsOfValues()
  if (ofValues.some((column) => kindOf(names[column]) === 'text')) return false
  const ofTexts = [...names.keys()].filter((column) => cells.kindOfColumn(column) === 'texts')
  const levels = ofTexts.filter((column) => cells.column(column).includes(names[column])).length
  const numbers = ofValues.filter((column) => kindOf(names[column]) === 'value')
  if (numbers.length === 0) return ofTexts.length > 1 && levels === ofTexts.length
  if (levels > 0) return levels * 2 >= ofTexts.length
  if (isInOrder(numbers.map((column) => roughNumber(names[column])))) return false
  const near = numbers.filter((column) =>
    isNear(roughNumber(names[column]), cells.column(column).map(roughNumber)),
  )
  return numbers.length > 1 && near.length >= 0.8 * numbers.length
}

/** How many of the first rows are header-like: texts wherever the cells below are numbers or times. */
function headerLikeRows(cells: FirstCells): number {
  for (let lines = Math.min(mostHeaderRows, cells.rows.length - fewestRows); lines > 0; lines--) {
    const ofValues = cells.columnsOfValues(lines)
    const areTexts = Array.from({ length: lines }, (_, row) => row).every((row) => {
      if (ofValues.some((column) => cells.kind(row, column) === 'value')) return false
      const texts = ofValues.filter((column) => cells.kind(row, column) === 'text')
      // A single column of numbers may just start with a word; a unit is none.
      return texts.length > 1 || (texts.length === 1 && isUnit(cells.rows[row][texts[0]]))
    })
    if (areTexts) return lines
  }
  return 0
}

/**
 * Whether the first row is no row as the others are: it has a word in the place of a name, lacks most values that all
 * others have, and has a text where all others have a number, as the points possible below the names of assignments.
 */
function lacksValues(cells: FirstCells): boolean {
  const others = cells.rows.slice(1)
  if (others.length < fewestOthers) return false
  const columns = [...cells.names.keys()]
  const isFull = (column: number) => others.every((_, row) => cells.kind(row + 1, column) !== 'none')
  const full = columns.filter(isFull)
  const gaps = full.filter((column) => cells.kind(0, column) === 'none')
  const ofNumbers = columns.filter((column) =>
    others.every((_, row) => cells.kind(row + 1, column) === 'value'),
  )
  return (
    cells.kind(0, 0) === 'text' &&
    gaps.length >= fewestGaps &&
    gaps.length * 3 >= full.length &&
    ofNumbers.some((column) => cells.kind(0, column) === 'text')
  )
}

/**
 * Whether lines below a header are surely no rows: at least half of each are units, or the names in other
 * words, or each column has a sentence, as questions are, or one of the lines has its properties in JSON.
 */
function explain(cells: FirstCells, lines: number): boolean {
  const ofValues = cells.columnsOfValues(lines)
  const rows = cells.rows.slice(0, lines)
  if (rows.length === 1 && areLabels(rows[0], cells.names, ofValues)) return true
  if (rows.some((row) => ofValues.every((column) => (row[column] ?? '').startsWith('{')))) return true
  return rows.every((row) => {
    const columns = ofValues.filter((column) => (row[column] ?? '').trim() !== '')
    const texts = columns.map((column) => row[column].trim())
    const known = columns.filter((column, i) => isUnit(texts[i]) || isAlike(texts[i], cells.names[column]))
    return known.length * 2 >= texts.length || areQuestions(texts)
  })
}

/**
 * Whether a row has a label for each column, all of them different and longer than the names, above values
 * alone.
 */
function areLabels(row: readonly string[], names: readonly string[], ofValues: readonly number[]): boolean {
  const labels = names.map((_, column) => (row[column] ?? '').trim())
  const areAll = labels.every((label) => kindOf(label) === 'text') && new Set(labels).size === names.length
  const longer = labels.filter((label, column) => label.length > names[column].trim().length).length
  return (
    names.length >= fewestQuestions &&
    ofValues.length === names.length &&
    areAll &&
    longer * 4 >= names.length * 3 &&
    labels.filter((label) => /\S\s+\S/.test(label)).length * 3 >= labels.length
  )
}

/** Whether two texts have the same letters and digits. */
function isAlike(text: string, name: string): boolean {
  const letters = (of: string) => of.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return letters(text) === letters(name)
}

/** Whether texts are questions: several, all of them different. */
function areQuestions(texts: readonly string[]): boolean {
  const sentences = texts.filter((text) => /\?|\S\s+\S+\s+\S/.test(text)).length
  return (
    texts.length >= fewestQuestions && new Set(texts).size === texts.length && sentences * 2 >= texts.length
  )
}

/**
 * Whether the names have a number where the line below has texts in all columns of numbers: then that has the
 * names.
 */
function isAboveNames(cells: FirstCells, lines: number): boolean {
  const ofValues = cells.columnsOfValues(lines)
  return (
    ofValues.some((column) => kindOf(cells.names[column]) === 'value') &&
    ofValues.every((column) => cells.kind(0, column) === 'text')
  )
}

/** Whether lines are of one kind each, some of numbers and some of other texts, but columns mixed. */
function isTransposed(cells: FirstCells): boolean {
  const columns = [...cells.names.keys()].slice(1)
  const rows = [...cells.rows.keys()]
  const kindsOf = (row: number) => new Set(columns.map((column) => cells.kind(row, column)))
  const kinds = rows.map((row) => [...kindsOf(row)].filter((kind) => kind !== 'none'))
  const isMixed = (column: number) =>
    new Set(rows.map((row) => cells.kind(row, column)).filter((kind) => kind !== 'none')).size > 1
  const areNames = new Set(cells.column(0)).size === rows.length && cells.kindOfColumn(0) === 'texts'
  return columns.length > 2 && areNames && kinds.every(({ length }) => length < 2) && columns.every(isMixed)
}

/**
 * How many records are a title above the header: one or two cells of many, or a label with values, then a line
 * of names.
 */
export function linesOfTitle(names: readonly string[], rows: readonly (readonly string[])[]): number {
  const isTitle = (cells: readonly string[]) => {
    const given = cells.filter((cell) => cell.trim() !== '').length
    if (names.length <= 2 || kindOf(cells[0]) === 'value') return false
    return given <= (names.length < 6 ? 1 : 2) || isFact(cells)
  }
  if (!isTitle(names)) return 0
  const header = rows.findIndex(
    (cells, i) =>
      i < mostOfTitle &&
      rows.length - i > fewestRows &&
      !isTitle(cells) &&
      (isComplete(cells) || headerLikeRows(new FirstCells(cells, rows.slice(i + 1))) > 0) &&
      headerRecords(cells, rows.slice(i + 1)) > 0,
  )
  return header + 1
}

/**
 * How many of the first rows of a regular text are facts, such as a unit behind its label, above a header and
 * rows that begin with values: some of them have values, which no line of a header has.
 */
export function linesOfFacts(rows: readonly (readonly string[])[]): number {
  const kinds = rows.map(([first]) => kindOf(first))
  const header = kinds.indexOf('value') - 1
  const isMixed = kinds.slice(0, Math.max(header, 0)).some((kind) => kind !== 'text')
  if (header < 1 || header > mostOfTitle || isMixed || kinds.slice(header + 1).includes('text')) return 0
  const facts = rows.slice(0, header).map(([, ...others]) => others)
  const withValues = facts.filter((cells) => cells.some((cell) => kindOf(cell) === 'value')).length
  const isApart = facts[header - 1].every((cell) => cell.trim() === '')
  const areFacts = withValues > (isApart ? 0 : 1)
  return areFacts && isSureHeader(rows[header], rows.slice(header + 1)) ? header : 0
}

/** How many of the first records, which are no table themselves, stand above a blank line and a header. */
function linesOfBlock(records: readonly TextRecord[], text: string): number {
  const cells = records.map(({ cells }) => cells)
  for (let i = 1; i <= Math.min(mostOfBlock, records.length - 1 - fewestRows); i++) {
    const between = text.slice(records[i - 1].to, records[i].from)
    if (between === '' || between.trim() !== '') continue
    return !isTable(cells[0], cells.slice(1, i)) && isSureHeader(cells[i], cells.slice(i + 1)) ? i : 0
  }
  return 0
}

/** Whether lines are rows below names: several, and numbers below texts, or no cell of them empty. */
export function isTable(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  if (rows.length < fewestRows) return false
  const isFull = names.length > 2 && rows.every((cells) => cells.every((cell) => cell.trim() !== ''))
  return isFull || isSureHeader(names, rows)
}

/** Whether cells are surely names: all of them there, and texts above numbers. */
export function isSureHeader(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const ofValues = new FirstCells(names, rows).columnsOfValues()
  return (
    isComplete(names) && ofValues.length > 0 && ofValues.every((column) => kindOf(names[column]) === 'text')
  )
}

/** How many records at the start of a table are its header: none if the first is a row itself. */
export function headerRecords(names: readonly string[], rows: readonly (readonly string[])[]): number {
  const cells = new FirstCells(names, rows)
  if (looksLikeRow(cells)) return 0
  return isComplete(names) ? 1 : headerLikeRows(cells) + 1
}

/** Whether all names but those of the ends are there, and different. */
function isComplete(names: readonly string[]): boolean {
  const given = names.map((name) => name.trim())
  const there = given.filter((name) => name !== '')
  return !given.slice(1, -1).includes('') && new Set(there).size === there.length
}

/**
 * Whether the only column of a text is lines of the same number of cells with runs of blanks between them.
 */
export function isOfBlankRuns({ records }: Pick<TextHead, 'records'>): boolean {
  const lines = records.map(({ cells: [line] }) => line.trim())
  if (lines.length < fewestRows || !lines.some((line) => /[ \t]{2}/.test(line))) return false
  const widths = new Set(lines.map((line) => line.match(/"[^"]*"|[^ \t]+/g)?.length))
  return widths.size === 1 && !widths.has(1)
}

function isInOrder(numbers: readonly number[]): boolean {
  return numbers.length > 1 && numbers.every((number, i) => i === 0 || number > numbers[i - 1])
}

/** Whether a number is not farther from others than they are from each other. */
function isNear(number: number, others: readonly number[]): boolean {
  const known = others.filter((other) => !Number.isNaN(other))
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return number >= least - (most - least) && number <= most + (most - least)
}

/** The number that a cell starts with; NaN if there is none. */
function roughNumber(cell: string): number {
  return Number.parseFloat(
    cell
      .trim()
      .replace(/^[^\d.+-]+/, '')
      .replace(',', '.'),
  )
}
