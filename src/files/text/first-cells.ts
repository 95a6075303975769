import { currencyNamed, unitNamed } from '../cells/number-units.ts'
import { isNumberOrTime } from '../cells/cell-format.ts'
import { missingWordsOf } from '../cells/missing-words.ts'

/** What a cell seems to be: nothing, a number or time, or another text. */
type CellKind = 'none' | 'value' | 'text'

/** So many rows and columns show how a table stands in its text. */
const mostRows = 40
const mostColumns = 200

const { isMissing, isMissingAmongNumbers } = missingWordsOf()

/** The first cells of a table: the names, and the rows below with what each cell seems to be. */
export class FirstCells {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly #kinds: readonly (readonly CellKind[])[]

  constructor(names: readonly string[], rows: readonly (readonly string[])[]) {
    this.names = names.slice(0, mostColumns)
    this.rows = rows.slice(0, mostRows)
    this.#kinds = this.rows.map((row) => this.names.map((_, column) => kindOf(row[column])))
  }

  kind(row: number, column: number): CellKind {
    return this.#kinds[row][column]
  }

  /**
   * What a column is from a row on: `values` if nine in ten cells are numbers or times, `none` if all are
   * missing.
   */
  kindOfColumn(column: number, from = 0): 'values' | 'texts' | 'none' {
    let values = 0
    let texts = 0
    for (let row = from; row < this.rows.length; row++) {
      const kind = this.#kinds[row][column]
      if (kind === 'value') values++
      else if (kind === 'text') texts++
    }
    if (values + texts === 0) return 'none'
    return values >= 9 * texts ? 'values' : 'texts'
  }

  /** The columns that are values from a row on. */
  columnsOfValues(from = 0): readonly number[] {
    return [...this.names.keys()].filter((column) => this.kindOfColumn(column, from) === 'values')
  }

  /** The cells of a column. */
  column(column: number): readonly string[] {
    return this.rows.map((row) => row[column] ?? '')
  }
}

export function kindOf(cell: string | undefined): CellKind {
  if (cell === undefined || isMissing(cell) || isMissingAmongNumbers(cell)) return 'none'
  return isNumberOrTime(cell.replace(aroundNumbers, '')) ? 'value' : 'text'
}

/** Signs of limits, dollars and percents, without which a cell is a number. */
const aroundNumbers = /^\s*[<>]=?\s*(?=\d)|^\s*\$\s*(?=\d)|\s*%\s*$/g

const year = /^\s*(?:19|20)\d\d\s*$/

/**
 * Whether a line has a label and values behind it, such as the dates of a period, and nothing in most columns.
 * Years may be the upper line of a header.
 */
export function isFact([label, ...others]: readonly string[]): boolean {
  const values = others.slice(0, others.findLastIndex((cell) => cell.trim() !== '') + 1)
  const areValues = values.every((cell) => kindOf(cell) === 'value' && !year.test(cell))
  return kindOf(label) === 'text' && areValues && 2 * (values.length + 1) <= others.length + 1
}

/** What stands in a line of units beside units: what was measured, how it was summed up, types. */
const others = new Set(
  (
    'µmol μmol umol nmol pmol vol% vol-% vol.% wt% wt.% wt-% mol% mol-% %rh %vol volts amps watts deg au a.u. ratio index count counts n # unitless dimensionless avg smp tot std min max mean sd ' +
    'string integer float double numeric number text date boolean char varchar'
  ).split(' '),
)

/** Whether a text is a unit, such as `(mm)`, `W/m^2` or `µmol m-2 s-1`. */
export function isUnit(text: string): boolean {
  const word = text.trim().replace(/^[[(]\s*|\s*[\])]$/g, '')
  if (isOne(word)) return true
  const parts = word
    .split(/[/·*^\s]+|(?<=\p{L})[-⁻]?[\d²³¹]+/u)
    .filter((part) => part !== '' && !/^[-⁻]?[\d²³¹]+$/.test(part))
  return parts.length > 0 && word.length > 1 && parts.every(isOne)
}

function isOne(word: string): boolean {
  return unitNamed(word) !== undefined || currencyNamed(word) !== undefined || others.has(word.toLowerCase())
}
