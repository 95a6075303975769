import { grouped } from './numbers.ts'

/** What a terminal can show. */
export interface Paper {
  /** Columns of text. */
  readonly width: number
  readonly colour: boolean
  /** At most so many lines of a table; more are counted. */
  readonly lines: number
}

/** How a column of a table is set. */
export interface Setting {
  readonly title: string
  readonly align: 'left' | 'right'
}

/** Columns of text a table takes. */
export function tableWidth(columns: readonly Setting[], rows: readonly (readonly string[])[]): number {
  return columns.reduce((sum, { title }, i) => sum + 2 + widest([title, ...rows.map((row) => row[i])]), -2)
}

/** A text in lines of at most so many columns, broken at spaces; lines after the first begin with `indent`. */
export function wrap(text: string, width: number, indent = ''): string[] {
  return wrapWords(text, width, indent).map((line) => line.replaceAll(noBreak, ' '))
}

/** Stands for a space at which no line ends. */
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

/** Sets rows in columns two spaces apart; trailing spaces are cut. */
export function setTable(
  columns: readonly Setting[],
  rows: readonly (readonly string[])[],
  paper: Paper,
): string[] {
  const widths = columns.map(({ title }, i) => widest([title, ...rows.map((row) => row[i])]))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => pad(cell, widths[i], columns[i].align))
      .join('  ')
      .trimEnd()
  const header = emphasise(line(columns.map(({ title }) => title)), paper)
  return [header, ...rows.map(line)]
}

/** Columns that the widest of some texts takes. No spread of arguments: a table has more rows than a call has room. */
export function widest(cells: readonly string[]): number {
  return cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 0)
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

// eslint-disable-next-line no-control-regex -- escape sequences take no room
const escapes = /\u001b\[[0-9;]*m/g
/** Characters that take two columns: East Asian wide forms and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

/** Columns a text takes on a terminal. */
export function widthOf(text: string): number {
  // Marks, joiners and other signs without a shape of their own take no room.
  const plain = text.replace(escapes, '').replace(/[\p{Mark}\p{Format}]/gu, '')
  return [...plain].length + (plain.match(wide)?.length ?? 0)
}

/** The line under a table that says how many of its lines are not shown; none where all are. */
export function restLine(shown: number, all: number, paper: Paper): string[] {
  const rest = grouped(all - shown)
  return all > shown ? [dim(`… and ${rest} more (--format csv lists all)`, paper)] : []
}

/** A name on one line: control characters are shown as ·. */
export function clean(name: string): string {
  return name.replace(/[\p{Control}\u2028\u2029]/gu, '·')
}

/** A name on one line, the end of a long one cut. */
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

export function emphasise(text: string, { colour }: Paper): string {
  return colour ? `\u001b[1m${text}\u001b[22m` : text
}

export function dim(text: string, { colour }: Paper): string {
  return colour ? `\u001b[2m${text}\u001b[22m` : text
}

export function tint(text: string, { colour }: Paper): string {
  return colour ? `\u001b[36m${text}\u001b[39m` : text
}

/** A bar of at most `width` characters, in eighths. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * width * 8)
  const part = eighths % 8
  return '█'.repeat(Math.floor(eighths / 8)) + (part === 0 ? '' : '▏▎▍▌▋▊▉'[part - 1])
}
