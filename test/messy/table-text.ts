import { randomOf } from '../contract/tables.ts'

export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** Random values for one table; the same seed gives the same table. */
export function draws(seed: number) {
  const uniform = randomOf(seed)
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, -6)
  const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * uniform())
  const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(of.length * uniform())]
  const happens = (share: number) => uniform() < share
  /** Random characters. */
  const signs = (length: number, of = '0123456789abcdef') =>
    Array.from({ length }, () => pick([...of])).join('')
  return { uniform, normal, whole, pick, happens, signs }
}

export type Draws = ReturnType<typeof draws>

/** A number of rows, each made from its index. */
export function rows<Made extends Row>(count: number, make: (row: number) => Made): Made[] {
  return Array.from({ length: count }, (_, row) => make(row))
}

export interface TextStyle {
  readonly separator?: string
  /** Which cells are quoted: those that need it, texts as in R, or all. */
  readonly quotes?: 'needed' | 'texts' | 'all'
  readonly missing?: string
  /** The first line, if it differs from the names of the columns. */
  readonly header?: string
}

/** The rows as the text of a file. */
export function textOf(table: readonly Row[], writing: TextStyle = {}): string {
  const { separator = ',', quotes = 'needed', missing = '' } = writing
  const cell = (value: Cell): string => {
    if (value === null) return missing
    const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)
    const needs = text.includes(separator) || /["\n]/.test(text)
    const isQuoted = quotes === 'all' || needs || (quotes === 'texts' && typeof value === 'string')
    return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
  }
  const line = (cells: readonly Cell[]) => cells.map(cell).join(separator)
  const { header = line(Object.keys(table[0])) } = writing
  return [header, ...table.map((row) => line(Object.values(row))), ''].join('\n')
}

/** A number rounded to some decimals. */
export const rounded = (value: number, decimals = 1): number => Number(value.toFixed(decimals))

/** A number as it is written in Spain: 1.234,5. */
export function european(value: number, decimals: number): string {
  const [whole, part] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${value < 0 ? '-' : ''}${grouped}${part === undefined ? '' : `,${part}`}`
}
