import { showUnseen } from '#core'
import { grouped } from './numbers.ts'

/** What the output can show: a terminal, a pipe or a file. */
export interface Display {
  /** In characters. */
  readonly width: number
  readonly colour: boolean
  /** The most lines of a table; the lines left out are counted. */
  readonly lines: number
}

/** The title of a column and the alignment of its cells. */
export interface ColumnHeader {
  readonly title: string
  readonly align: 'left' | 'right'
}

/** Width of a table, in characters. */
export function tableWidth(columns: readonly ColumnHeader[], rows: readonly (readonly string[])[]): number {
  return columns.reduce((sum, { title }, i) => sum + 2 + widest([title, ...rows.map((row) => row[i])]), -2)
}

/**
 * Breaks a text at spaces into lines of at most `width` characters; lines after the first begin with
 * `indent`.
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  return wrapWords(text, width, indent).map((line) => line.replaceAll(noBreak, ' '))
}

/** A space at which no line is broken. */
export const noBreak = '\u00a0'

function wrapWords(text: string, width: number, indent: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : indent + word)
  }
  return lines
}

/** Formats rows as columns two spaces apart, without trailing spaces. */
export function formatTable(
  columns: readonly ColumnHeader[],
  rows: readonly (readonly string[])[],
  display: Display,
): string[] {
  const widths = columns.map(({ title }, i) => widest([title, ...rows.map((row) => row[i])]))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => pad(cell, widths[i], columns[i].align))
      .join('  ')
      .trimEnd()
  const header = emphasise(line(columns.map(({ title }) => title)), display)
  return [header, ...rows.map(line)]
}

/**
 * Width of the widest text. A reduction, not `Math.max(...)`: a call takes fewer arguments than a table has
 * rows.
 */
export function widest(cells: readonly string[]): number {
  return cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 0)
}

/** A text with spaces up to a width. */
export function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

// eslint-disable-next-line no-control-regex -- escape sequences have no width
const escapes = /\u001b\[[0-9;]*m/g
/** Characters of double width: East Asian wide forms and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

const printable = /^[ -~]*$/

/** Width of a text on a terminal, where what nobody would see is escaped. */
export function widthOf(text: string): number {
  if (printable.test(text)) return text.length
  // Combining marks, and joiners that stay, have no width.
  const plain = showUnseen(text.replace(escapes, '')).replace(/[\p{Mark}\p{Format}]/gu, '')
  return [...plain].length + (plain.match(wide)?.length ?? 0)
}

/**
 * The line under a table that counts the rows not shown, and says `of` what kinds they are; nothing if all
 * are shown.
 */
export function restLine(shown: number, all: number, display: Display, of = ''): string[] {
  const rest = `${grouped(all - shown)} more${of && `: ${of}`}`
  return all > shown ? [dim(`… and ${rest} (--format csv lists all)`, display)] : []
}

/**
 * A name on one line, in the order of its letters: control characters become ·, what nobody would see is
 * escaped.
 */
export function clean(name: string): string {
  return showUnseen(name.replace(/[\p{Control}\u2028\u2029]/gu, '·'))
}

/** A name on one line, cut at its end if it is too long. */
export function shorten(name: string, width: number): string {
  const whole = clean(name)
  if (widthOf(whole) <= width) return whole
  let kept = ''
  for (const character of whole) {
    if (widthOf(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}

export function emphasise(text: string, { colour }: Display): string {
  return colour ? `\u001b[1m${text}\u001b[22m` : text
}

export function dim(text: string, { colour }: Display): string {
  return colour ? `\u001b[2m${text}\u001b[22m` : text
}

export function tint(text: string, { colour }: Display): string {
  return colour ? `\u001b[36m${text}\u001b[39m` : text
}

/** A bar of at most `width` characters, drawn in eighths of a character; none where there is no space. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * Math.max(0, width) * 8)
  const part = eighths % 8
  return '█'.repeat(Math.floor(eighths / 8)) + (part === 0 ? '' : '▏▎▍▌▋▊▉'[part - 1])
}
