import { isIndian } from './formatted-numbers.ts'
import type { FormattedNumber } from './formatted-numbers.ts'
import { hasManyGroups, hasMarkBeforeThree, isLongWhole } from './number-digits.ts'

/** Numbers so many times as large as others with decimals are no thousands. */
const farAbove = 100

/** What separates groups of digits in the numbers of a column, or may. */
export class GroupFacts {
  /** Cells whose comma, or whose point, may separate thousands; those separated by blanks, and by other marks. */
  commas = 0
  points = 0
  spaces = 0
  separated = 0
  /** Different numbers grouped as in India. */
  indian = 0
  areSpacesSure = false
  /** A cell whose mark may be a decimal one. */
  doubtfulExample = ''
  /** Whether all numbers whose mark may separate thousands end in 000, as 10.000. */
  #areRound = true
  /** Whether a number has three decimals for certain, as 0,250. */
  #hasThreeDecimals = false
  /** The largest number with decimals for certain, and the least whose mark may separate thousands, if it does. */
  #largestDecimal = 0
  #leastGrouped = Infinity
  /** The least limit above which values lie whose mark may separate thousands, and the largest whole number without one. */
  #leastLimit = Infinity
  #largestWhole = 0
  /** The largest number whose mark may separate thousands, if it does not. */
  #largestDoubtful = 0
  /** One cell for each mark that is or may be a thousands separator. */
  readonly #examples = new Map<string, string>()

  add(cell: string, number: FormattedNumber): void {
    const { thousandsSeparator, decimalMark } = number
    if (decimalMark) {
      this.#hasThreeDecimals ||= /^[.,]\d{3}(?!\d)/.test(cell.slice(cell.lastIndexOf(decimalMark)))
      this.#largestDecimal = Math.max(this.#largestDecimal, leastReading(number))
    }
    if (isLongWhole(number)) this.#largestWhole = Math.max(this.#largestWhole, leastReading(number))
    if (thousandsSeparator === '' && !hasMarkBeforeThree(cell)) return
    if (thousandsSeparator === ',' && isIndian(cell.replace(/[^\d.,]/g, ''))) this.indian++
    if (!decimalMark && thousandsSeparator !== ' ') {
      this.doubtfulExample ||= cell
      this.#areRound &&= /\D000\D*$/.test(cell)
      this.#largestDoubtful = Math.max(this.#largestDoubtful, leastReading(number))
      this.#leastGrouped = Math.min(this.#leastGrouped, 1000 * leastReading(number))
    }
    if (decimalMark && thousandsSeparator !== '') this.separated++
    else if (thousandsSeparator === ' ' && hasManyGroups(cell)) {
      this.separated++
      this.areSpacesSure = true
    } else if (thousandsSeparator === ' ') this.spaces++
    else if (thousandsSeparator !== '' && thousandsSeparator !== ',' && thousandsSeparator !== '.')
      this.separated++
    else if (!decimalMark && cell.includes(',')) this.commas++
    else if (!decimalMark && cell.includes('.')) this.points++
    if (thousandsSeparator !== '' && !this.#examples.has(thousandsSeparator))
      this.#examples.set(thousandsSeparator, cell)
  }

  /** Adds a limit above which a value lies, such as that of `> 24.000`. */
  addLimit(number: FormattedNumber): void {
    if (!number.decimalMark && number.point !== number.comma)
      this.#leastLimit = Math.min(this.#leastLimit, leastReading(number))
  }

  /**
   * The decimal mark if the only other mark separates thousands: as a decimal mark it would make a limit above
   * which values lie less than some of them; `null` if that is not so.
   */
  get decimalByLimit(): '.' | ',' | null {
    if (this.points > 0 === this.commas > 0 || this.#leastLimit >= this.#largestWhole) return null
    return this.points > 0 ? ',' : '.'
  }

  /** Whether the only mark stands in round numbers alone, which nobody writes with three decimals beside whole ones. */
  get areRound(): boolean {
    return this.#areRound && this.doubtfulExample !== ''
  }

  /** Whether amounts with both marks are thousands: with three decimals only fuel has a price, which is small. */
  get areThousands(): boolean {
    return this.commas > 0 && this.points > 0 && (this.#largestWhole >= 1000 || this.#largestDoubtful >= 20)
  }

  /** Numbers with marks that separate thousands, or may. */
  get marked(): number {
    return this.separated + this.commas + this.points + this.spaces
  }

  /** A cell with a thousands separator that is not the decimal mark. */
  exampleOf(decimal: string | undefined): string | undefined {
    return [...this.#examples].find(([mark]) => mark !== decimal)?.[1]
  }

  /** Whether marks before three digits separate thousands in all likelihood: amounts have no three decimals. */
  arePossible(areAmounts: boolean): boolean {
    const areUsual = areAmounts || this.separated > 0
    return this.spaces > 0 || (areUsual && this.commas + this.points > 0 && !this.#areLikeDecimals)
  }

  /** Whether three decimals stand in other numbers, or numbers would be far larger than others with thousands. */
  get #areLikeDecimals(): boolean {
    return this.#hasThreeDecimals || this.#leastGrouped > farAbove * this.#largestDecimal
  }
}

/** The size of a number under the decimal mark that makes it the smaller. */
function leastReading({ point, comma }: FormattedNumber): number {
  const [a, b] = [point, comma].map((digits) => (digits === null ? Infinity : Math.abs(Number(digits))))
  return Math.min(a, b)
}
