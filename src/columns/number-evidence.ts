import { isAddress, readMarkedNumber } from './marked-numbers.ts'
import type { MarkedNumber, NumberForm } from './marked-numbers.ts'
import { numberOfText } from './text-cells.ts'

/** What is known of a text's commas: decimal ones are usual where a semicolon is the separator, possible where a comma is not. */
export type Commas = 'usual' | 'possible' | 'unlikely'

/** Finds how the numbers of a column are written, from each distinct cell and how often it comes. */
export class NumberEvidence {
  /** Cells that are numbers in some form. */
  cells = 0
  /** Cells that are numbers with a decimal point, without marks or units; and with either decimal mark. */
  plain = 0
  /** Cells that are numbers also where a comma may part anything: plain ones, those with a unit, and those with both marks. */
  surelyNumbers = 0
  #either = 0
  #point = 0
  #comma = 0
  readonly #proven = new Set<'.' | ','>()
  /** How many cells have each unit. */
  readonly #units = new Map<string, number>()
  #areUnitsFirst = true
  /** Cells with a comma, or with a point, that may stand between thousands; those with another mark there. */
  #doubtfulCommas = 0
  #doubtfulPoints = 0
  #blanks = 0
  #groups = 0
  #addresses = 0
  #example: string | undefined
  /** A cell for each mark that stands, or may stand, between thousands. */
  readonly #marked = new Map<string, string>()

  /** Cells that are infinite; those that are whole numbers beyond 2^53, by their decimal mark. */
  infinite = 0
  readonly #rounded = { '.': 0, ',': 0 }

  /** Takes a cell that comes so many times. */
  take(cell: string, count: number): void {
    const number = readMarkedNumber(cell)
    if (!number) return
    this.cells += count
    if (number.point !== null) this.#point += count
    if (number.comma !== null) this.#comma += count
    if (number.proves) this.#proven.add(number.proves)
    this.#units.set(number.unit, (this.#units.get(number.unit) ?? 0) + count)
    if (isAddress(cell)) this.#addresses += count
    if (!number.isUnitFirst) this.#areUnitsFirst = false
    const plain = number.unit === '' && numberOfText(cell, '.') !== null
    if (plain) this.plain += count
    if (plain || number.unit !== '' || (number.proves && number.groupedBy !== '')) this.surelyNumbers += count
    if (plain || (number.unit === '' && numberOfText(cell, ',') !== null)) this.#either += count
    this.#example ??= cell.trim()
    this.#takeMarks(cell.trim(), number)
    this.#takeLoss(number, count)
  }

  get isOfUnit(): boolean {
    return [...this.#units.keys()].some((unit) => unit !== '')
  }

  /** Whether marks stand between thousands where the numbers are written in a form. */
  isGrouped({ decimal }: NumberForm): boolean {
    return decimal !== 'either' && this.#groupedBut(decimal) !== undefined
  }

  /** How many cells are whole numbers beyond 2^53 in a form. */
  rounded(form: NumberForm): number {
    return this.#rounded[form.decimal === ',' ? ',' : '.']
  }

  /** A cell that shows how the numbers are written: one with marks between thousands, if there is one. */
  example(form?: NumberForm): string {
    return this.#groupedBut(form?.decimal) ?? this.#example ?? ''
  }

  /** A cell with a mark between thousands that is not the decimal mark. */
  #groupedBut(decimal: string | undefined): string | undefined {
    return [...this.#marked].find(([mark]) => mark !== decimal)?.[1]
  }

  /**
   * How all cells that have a value are written; `unclear` where all are numbers and the column does not tell which mark is
   * the decimal one, `null` where some are no numbers, or of another unit. `isAsked`: the user said that they are numbers.
   */
  form(present: number, commas: Commas, isAsked: boolean): NumberForm | 'unclear' | null {
    if (this.cells < present || this.#units.size !== 1 || this.#addresses === present) return null
    const [unit] = this.#units.keys()
    const decimal = this.#decimal(unit, commas)
    if (decimal !== null && (decimal === '.' ? this.#point : this.#comma) === present) {
      // A comma in a text with commas between its cells may part anything: 1,3 may be two answers.
      const isSure = decimal === '.' || unit !== '' || commas !== 'unlikely' || this.#groups > 0 || isAsked
      return isSure ? { unit, decimal } : null
    }
    if (unit === '' && commas !== 'unlikely' && this.#proven.size === 2 && this.#either === present)
      return { unit, decimal: 'either' }
    const mayBeGrouped = this.#groups + this.#doubtfulCommas + this.#doubtfulPoints + this.#blanks > 0
    return mayBeGrouped ? 'unclear' : null
  }

  /** The decimal mark: the one that the cells prove, or the one that goes without saying; `null` where neither is. */
  #decimal(unit: string, commas: Commas): '.' | ',' | null {
    const isMoney = unit !== '' && unit !== '%'
    if (this.#proven.size > 1) return null
    if (this.#proven.size === 1) return [...this.#proven][0]
    if (this.#doubtfulCommas > 0) {
      if (isMoney && this.#areUnitsFirst && this.#doubtfulPoints === 0) return '.'
      return unit === '' && commas === 'usual' ? ',' : null
    }
    if (this.#doubtfulPoints > 0) return isMoney ? null : '.'
    return this.#blanks > 0 && unit === '' ? null : '.'
  }

  #takeMarks(cell: string, { groupedBy, proves }: MarkedNumber): void {
    if (groupedBy === '' && !/[.,]\d{3}$/.test(cell)) return
    if (proves && groupedBy !== '') this.#groups++
    else if (groupedBy === ' ') this.#blanks++
    else if (groupedBy !== '' && groupedBy !== ',' && groupedBy !== '.') this.#groups++
    else if (!proves && cell.includes(',')) this.#doubtfulCommas++
    else if (!proves && cell.includes('.')) this.#doubtfulPoints++
    if (groupedBy !== '' && !this.#marked.has(groupedBy)) this.#marked.set(groupedBy, cell)
  }

  #takeLoss({ point, comma }: MarkedNumber, count: number): void {
    const byPoint = point === null ? null : numberOfText(point, '.')
    if (typeof byPoint === 'bigint') this.#rounded['.'] += count
    if (comma !== null && typeof numberOfText(comma, '.') === 'bigint') this.#rounded[','] += count
    if (byPoint === Infinity || byPoint === -Infinity) this.infinite += count
  }
}
