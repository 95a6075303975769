import type { ReportTable } from '#core'
import { decimalsOfColumn, fixed, grouped, magnitude } from '../numbers.ts'
import { csv } from '../tables/result-table.ts'
import type { CsvStyle } from '../tables/result-table.ts'
import { dataAddress, escapeHtml } from './escape.ts'
import { fileLink } from './figure-block.ts'
import type { PageWords } from './words.ts'

type TableCell = string | number | null

/** Longer tables are shown with their first rows; the file has all. */
const [mostRows, firstRows] = [60, 50]

/**
 * A table with its numbered caption, in a box of its own that scrolls, its notes, and its file with all rows
 * and all digits.
 */
export function tableBlock(table: ReportTable, number: number, style: CsvStyle, words: PageWords): string {
  const { name, title, columns, rows: all, notes = [] } = table
  const rows = all.length > mostRows ? all.slice(0, firstRows) : all
  const more = rows.length < all.length ? ` ${words.firstRows(rows.length, all.length)}` : ''
  const label = words.table(number)
  const numeric = columns.map((_, i) => isNumeric(rows.map((row) => row[i])))
  const shown = columns.map((_, i) => cellTexts(rows.map((row) => row[i])))
  const classes = columns.map((_, i) => classOf(numeric[i], shown[i]))
  const head = columns.map((column, i) => `<th scope="col"${classes[i]}>${escapeHtml(column)}</th>`)
  const body = rows.map((_row, r) => {
    const cells = columns.map((_, i) => {
      const text = escapeHtml(shown[i][r])
      // The first column names the rows, unless it is a number.
      return i === 0 && !numeric[0]
        ? `<th scope="row"${classes[i]}>${text}</th>`
        : `<td${classes[i]}>${text}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  const file = dataAddress('text/csv', `${csv([table], style)}\n`)
  return [
    `<div class="table" id="table-${number}">`,
    `<div class="scroll" tabindex="0" role="region" aria-label="${label}">`,
    `<table>\n<caption><span><b>${label}.</b> ${escapeHtml(more && !/[.!?]$/.test(title) ? `${title}.` : title)}${more}</span></caption>`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>\n${body.join('\n')}\n</tbody>\n</table>`,
    '</div>',
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
    `<p class="files">${fileLink(`${name}.csv`, 'CSV', words.fileOf('CSV', label), file)}</p>`,
    '</div>',
  ].join('\n')
}

function align(numeric: boolean): string {
  return numeric ? ' class="number"' : ''
}

/** A column of short texts is as wide as these; one of long texts is wide enough to be read. */
function classOf(numeric: boolean, texts: readonly string[]): string {
  if (numeric) return align(numeric)
  const most = texts.reduce((length, text) => Math.max(length, text.length), 0)
  return most <= 32 ? ' class="short"' : ' class="long"'
}

function isNumeric(cells: readonly TableCell[]): boolean {
  return cells.some((cell) => typeof cell === 'number') && cells.every((cell) => typeof cell !== 'string')
}

/** The cells of a column as they are read. */
function cellTexts(cells: readonly TableCell[]): string[] {
  const textOf = textsOf(cells.filter((cell) => typeof cell === 'number'))
  return cells.map((cell) => (typeof cell === 'number' ? textOf(cell) : (cell ?? '')))
}

/**
 * How a column writes its numbers: all with the same decimals, or as a power of ten. A number that these
 * decimals leave too few digits has its own. Where some number is a count, whole numbers have no decimals,
 * but the space of them.
 */
function textsOf(numbers: readonly number[]): (x: number) => string {
  if (numbers.every((x) => Number.isSafeInteger(x) && Math.abs(x) < 1e7))
    return (x) => grouped(x).replace('-', '−')
  const decimals = decimalsOfColumn(numbers)
  if (decimals === null) return significant
  const hasCounts = numbers.some((x) => Number.isInteger(x) && Math.abs(x) > 1)
  const space = decimals > 0 ? pointSpace + digitSpace.repeat(decimals) : ''
  return (x) => {
    if (!Number.isFinite(x)) return significant(x)
    if (Number.isInteger(x)) return hasCounts ? fixed(x, 0) + space : fixed(x, decimals)
    const fewest = decimals > 0 ? 2 : 3
    const isCut = decimals + magnitude(x) + 1 < fewest
    return isCut ? significant(Number(x.toPrecision(fewest))) : fixed(x, decimals)
  }
}

/** Spaces as wide as a decimal point and as a digit. */
const [pointSpace, digitSpace] = ['\u2008', '\u2007']

/** Three digits, as a power of ten if it is small or large. */
function significant(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? '—' : x > 0 ? '∞' : '−∞'
  const size = Math.abs(x)
  const text =
    size === 0 || (size >= 1e-4 && size < 1e6)
      ? String(Number(x.toPrecision(4)))
      : Number(x.toPrecision(3)).toExponential()
  return text.replace('e+', 'e').replaceAll('-', '−')
}
