import { AffixFacts } from './affix-facts.ts'
import type { AffixDoubt } from './affixed-numbers.ts'
import { parseAffixedNumber } from './affixed-numbers.ts'
import type { NumberFormat } from './cell-format.ts'
import { CommaFacts } from './comma-facts.ts'
import type { ColumnMarks, DetectedFormat, NumberOptions } from './detected-format.ts'
import { isAddress, parseFormattedNumber } from './formatted-numbers.ts'
import type { FormattedNumber } from './formatted-numbers.ts'
import { GivenMarkFacts } from './given-mark.ts'
import { GroupFacts } from './group-facts.ts'
import { isBelow2To53, isLongWhole } from './number-digits.ts'
import { hasPoints, isCurrency, unitOfName } from './number-units.ts'
import { parseNumber } from './text-cells.ts'

/**
 * How likely decimal commas are: usual if semicolons separate the cells, unlikely if commas do, else
 * possible.
 */
export type Commas = 'usual' | 'possible' | 'unlikely'

/** Why numbers are not read whose marks may be decimal ones, or separate thousands or answers. */
type MarkDoubt =
  'unclear' | 'comma-lists' | 'both-marks' | 'grouped-marks' | 'other-mark' | 'other-mark-units'

/** Fewer numbers with groups of two digits may be lists. */
const fewestIndian = 3

/** A column is of texts if none of so many different ones is a number. */
const mostTried = 1000

/** Detects the format of a column's numbers from its distinct cells and how often each occurs. */
export class NumberFormatDetector {
  /** Cells that are numbers in any format. */
  cells = 0
  /** Cells that are numbers without separators and units, and with a decimal point, if any. */
  plain = 0
  /**
   * Cells that are numbers for certain: plain ones, those with a unit, and those with two kinds of marks. Any
   * other comma may separate something else.
   */
  certainNumbers = 0
  /** Cells without separators and units, whatever their decimal mark. */
  #either = 0
  /** Cells that are numbers if the point, or if the comma, is the decimal mark. */
  #point = 0
  #comma = 0
  /** The decimal marks that single cells determine. */
  readonly #decimalMarks = new Set<'.' | ','>()
  /** What stands around the numbers. */
  readonly affixes: AffixFacts
  readonly #commaFacts = new CommaFacts()
  #tried = 0
  #unitsComeFirst = true
  /** The marks that separate thousands, or may. */
  readonly #groups = new GroupFacts()
  #addresses = 0
  /** Whether a whole number of four digits has no mark, so that the others' marks are decimal. */
  #hasLongWhole = false
  #example: string | undefined
  /** A cell with a unit. */
  #unitExample: string | undefined

  /** Infinite cells; below, whole numbers beyond 2^53, by the decimal mark. */
  infinite = 0
  readonly #rounded = { '.': 0, ',': 0 }

  readonly #givenMark: GivenMarkFacts

  /** `name`: that of the column, which may give a unit. Numbers with another mark than `given` are none. */
  constructor(name = '', given?: NumberOptions['decimal']) {
    this.affixes = new AffixFacts(unitOfName(name))
    this.#givenMark = new GivenMarkFacts(given)
  }

  /** Adds a cell that occurs `count` times. */
  add(cell: string, count: number): void {
    const number = parseFormattedNumber(cell)
    if (!number) {
      this.addAffixed(cell, count)
      return
    }
    if (this.#givenMark.noteIfOther(number, number.unit, count)) {
      this.#example ??= cell.trim()
      return
    }
    this.cells += count
    if (isAddress(cell)) this.#addresses += count
    if (!number.isUnitFirst) this.#unitsComeFirst = false
    // Without a separator, a number of either mark is what `parseNumber` reads.
    const isBare = number.unit === '' && number.thousandsSeparator === ''
    const plain = isBare ? number.point !== null : number.unit === '' && parseNumber(cell, '.') !== null
    if (plain) this.plain += count
    if (plain || number.unit !== '' || (number.decimalMark && number.thousandsSeparator !== ''))
      this.certainNumbers += count
    if (plain || isBare || (number.unit === '' && parseNumber(cell, ',') !== null)) this.#either += count
    const text = cell.trim()
    this.affixes.addPlain(number, text, count)
    this.#example ??= text
    if (number.unit !== '') this.#unitExample ??= text
    this.#addMarks(text, number, count)
    this.#addRounding(number, count)
  }

  /** Adds a cell that is a number with more around it, if it is one. */
  addAffixed(cell: string, count: number): void {
    if (this.#areTexts) return
    this.#tried++
    const affixed = parseAffixedNumber(cell)
    if (!affixed) return
    const { affixes, number } = affixed
    if (this.#givenMark.noteIfOther(number, affixes.unit || '?', count)) {
      this.#example ??= cell.trim()
      return
    }
    const text = cell.trim()
    this.affixes.addAffixed(affixed, text, count)
    if (!affixes.isWord || affixes.isCurrency) this.cells += count
    if (!affixes.isUnitFirst) this.#unitsComeFirst = false
    this.#example ??= text
    if (affixes.unit !== '') this.#unitExample ??= text
    this.#addMarks(text, number, count)
    if (affixes.bound === '>') this.#groups.addLimit(number)
  }

  /** Whether so many texts were no numbers with a unit that the others need no look. */
  get #areTexts(): boolean {
    return this.#tried >= mostTried && this.cells === 0 && !this.affixes.mayHaveOneWord
  }

  /** Cells that are plain numbers with a decimal mark; none if some numbers of the column have a unit. */
  readonly plainWith = (decimal: '.' | ','): number => {
    if (this.hasUnit || this.affixes.cells > 0) return 0
    return decimal === '.' ? this.#point : this.#comma
  }

  /**
   * Cells that are numbers in one of these units; `null` if some have another, or more around them, or marks
   * that separate thousands or may.
   */
  readonly plainIn = (given: readonly string[]): number | null => {
    const { units, styles, multipliers, bounds } = this.affixes
    const others = styles.size + multipliers.size + bounds['<'] + bounds['>'] + this.#groups.marked
    return others === 0 && [...units.keys()].every((unit) => given.includes(unit)) ? this.cells : null
  }

  /** Cells that are numbers for certain, or whatever separates their digits, whether or not all cells are. */
  likelyNumbers(commas: Commas): number {
    const usual = commas === 'unlikely' ? this.certainNumbers : this.cells - this.affixes.knownCells
    return usual + this.affixes.likelyCells
  }

  /** Cells that are read once the others are missing and the user says that they are numbers. */
  readable(options: NumberOptions): number {
    const { cellsOfOneWord, letters } = this.affixes
    const likely = this.likelyNumbers('possible') + cellsOfOneWord
    const isRead = (cells: number) => {
      const found = this.detect(cells, 'unlikely', true, options)
      return found !== null && (typeof found !== 'string' || found === 'unclear')
    }
    return [likely, this.cells - letters + cellsOfOneWord].find(isRead) ?? 0
  }

  /** Whether numbers are read only if the user says that they are some, once the other cells are missing. */
  needsType(commas: Commas, options: NumberOptions): boolean {
    const found = this.detect(this.cells + this.affixes.wordCells, commas, false, options)
    // Of marks that may be decimal ones or not another warning says what decides.
    return found === null || (typeof found === 'string' && found !== 'unclear')
  }

  get hasUnit(): boolean {
    return [...this.affixes.units.keys()].some((unit) => unit !== '')
  }

  /** The decimal marks of the numbers. */
  get marks(): ColumnMarks {
    const { decimalByLimit } = this.#groups
    const isByLimit = decimalByLimit !== null && this.#decimalMarks.size === 0
    const shown = isByLimit ? [decimalByLimit] : [...this.#decimalMarks]
    const isOnly = shown.length === 0 && this.#groups.points > 0 !== this.#groups.commas > 0
    const doubtful = isOnly ? (this.#groups.points > 0 ? '.' : ',') : null
    const isBesideLong = doubtful !== null && this.#hasLongWhole && !this.affixes.areAmounts
    const { areRound, doubtfulExample: example } = this.#groups
    if (isBesideLong && !areRound)
      return { shown: [doubtful], doubtful: null, areThousands: false, example: '' }
    return { shown, doubtful, areThousands: isBesideLong, example }
  }

  /** A cell that shows why numbers are not read. */
  exampleOf(why: AffixDoubt | MarkDoubt): string {
    if (why === 'comma-lists') return this.#commaFacts.example ?? this.example()
    return (why === 'doubtful-numbers' ? this.affixes.example : undefined) ?? this.example()
  }

  /** The numbers of the column in a format. */
  described(format: NumberFormat): DetectedFormat {
    const { hasUnit, infinite } = this
    const isGrouped = format.decimal !== 'either' && this.#groups.exampleOf(format.decimal) !== undefined
    const rounded = this.#rounded[format.decimal === ',' ? ',' : '.']
    return { format, hasUnit, isGrouped, infinite, rounded, example: this.example(format) }
  }

  /** A cell that shows the format: one with thousands separators, if there is one. */
  example(format?: NumberFormat): string {
    return this.#groups.exampleOf(format?.decimal) ?? this.#unitExample ?? this.#example ?? ''
  }

  /**
   * The format of all `present` cells that have a value; `unclear` if all are numbers but the decimal mark is
   * ambiguous, `null` if some are no numbers or units differ. `isTyped`: the user declared the column
   * numeric.
   */
  detect(
    present: number,
    commas: Commas,
    isTyped: boolean,
    { decimal: given, censored = 'half' }: NumberOptions = {},
  ): NumberFormat | MarkDoubt | AffixDoubt | null {
    const other = this.#givenMark.of(present, this.cells)
    if (other) return other
    if (this.cells + this.affixes.wordCells < present || this.#addresses === present || present === 0)
      return null
    const [first] = this.affixes.units.keys()
    // Lists such as 1,10,100 have other lengths too, sooner or later.
    const areLists = this.#groups.indian > 0 && this.#groups.indian < fewestIndian && first === ''
    if (areLists && !isTyped && given === undefined) return null
    const isPlain = this.affixes.cells === 0 && this.affixes.units.size === 1
    const settled = isPlain ? null : this.affixes.settle(present, isTyped)
    const isOpen = given === undefined && settled === 'doubtful-numbers' && this.affixes.areAmounts
    if (isOpen && this.#groups.marked > 0 && this.#decimalMark(first, commas) === null) return 'unclear'
    if (typeof settled === 'string') return settled
    if (!isPlain && !settled) return null
    const affixes = settled && { ...settled, censored }
    const unit = affixes?.to ?? first
    const decimal = given ?? this.#decimalMark(unit, commas)
    if (decimal === 'none') return { unit, decimal, affixes: affixes ?? { to: unit, m: 'm', censored } }
    if (decimal !== null && (decimal === '.' ? this.#point : this.#comma) === present) {
      // In a file whose cells are separated by commas, "1,3" may be two answers rather than a number.
      const isSure =
        decimal === '.' ||
        given !== undefined ||
        unit !== '' ||
        commas !== 'unlikely' ||
        this.#groups.separated > 0 ||
        isTyped
      if (isSure || this.#commaFacts.areDecimals) return { unit, decimal, ...(affixes && { affixes }) }
      return 'comma-lists'
    }
    if (given === undefined && unit !== '' && this.#decimalMarks.size === 2) {
      if (!this.#groups.arePossible(isCurrency(unit))) {
        if (!isTyped) return 'both-marks'
        return { unit, decimal: 'either', affixes: affixes ?? { to: unit, m: 'm', censored } }
      }
      if (!isTyped) return 'grouped-marks'
    }
    if (given !== undefined || (affixes && this.#decimalMarks.size > 1)) return null
    if (unit === '' && !given && this.#decimalMarks.size === 2 && this.#either === present)
      return commas === 'unlikely' && !isTyped ? 'comma-lists' : { unit, decimal: 'either' }
    return this.#groups.marked > 0 ? 'unclear' : null
  }

  /**
   * The decimal mark: the one that cells determine, else the customary one; `none` if both separate thousands,
   * `null` if it is ambiguous.
   */
  #decimalMark(unit: string, commas: Commas): '.' | ',' | 'none' | null {
    const isMoney = isCurrency(unit) || this.affixes.areAmounts
    if (this.#decimalMarks.size > 1) return null
    if (this.#decimalMarks.size === 1) return [...this.#decimalMarks][0]
    const { areThousands, decimalByLimit } = this.#groups
    // One mark of the two would be a decimal one, and an amount has no three decimals.
    if (isMoney && areThousands) return 'none'
    if (decimalByLimit) return decimalByLimit
    if (this.#groups.commas > 0) {
      const isByPoint = this.#unitsComeFirst || hasPoints(unit)
      if (isMoney && isByPoint && this.#groups.points === 0) return '.'
      return unit === '' && commas === 'usual' ? ',' : null
    }
    if (this.#groups.points > 0) return isMoney ? null : '.'
    return this.#groups.spaces > 0 && !this.#groups.areSpacesSure && unit === '' ? null : '.'
  }

  #addMarks(cell: string, number: FormattedNumber, count: number): void {
    const { thousandsSeparator, decimalMark } = number
    if (number.point !== null) this.#point += count
    if (number.comma !== null) this.#comma += count
    if (decimalMark) this.#decimalMarks.add(decimalMark)
    if (isLongWhole(number)) this.#hasLongWhole = true
    if (decimalMark === ',' && thousandsSeparator === '') this.#commaFacts.add(cell)
    this.#groups.add(cell, number)
  }

  #addRounding({ point, comma }: FormattedNumber, count: number): void {
    const byPoint = point === null || isBelow2To53(point) ? null : parseNumber(point, '.')
    if (typeof byPoint === 'bigint') this.#rounded['.'] += count
    if (comma !== null && !isBelow2To53(comma) && typeof parseNumber(comma, '.') === 'bigint')
      this.#rounded[','] += count
    if (byPoint === Infinity || byPoint === -Infinity) this.infinite += count
  }
}
