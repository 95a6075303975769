import { wordsOfName } from '../cells/time-names.ts'

/**
 * Long numbers have at least nine digits; Excel shows those of twelve or more with an exponent and up to six
 * digits.
 */
const least = 1e8
const fewestShown = 1e11
const shown = 1e6
/** Fewer rows of either kind may be chance. */
const fewestRows = 2
const fewOfBlock = 64

/**
 * Names of numbers that are names and have twelve digits or more, in English, Spanish, German, French and
 * Italian.
 */
const words = new Set(
  (
    'id ids ean gtin upc barcode isbn imei iban phone phones telephone telefon telefono mobile handy movil cellulare portable ' +
    'account konto kontonummer cuenta compte conto codigo code codice kennung kundennummer sku'
  ).split(' '),
)

/**
 * Finds whether numbers of a column lost their digits in a spreadsheet: 4.00639E+12 among numbers such as
 * 4006381333931, or alone under a name such as `ean`. Such cells have a decimal mark, and their number ends
 * in zeros.
 */
export class LostDigits {
  readonly #name: string
  /** Whether all numbers so far are whole and long; others end the search at once. */
  #isOpen = true
  #rows = 0
  #lost = 0
  /** Rows whose last three digits are not all 0. */
  #full = 0
  #marks = 0
  #example = 0

  /** `name`: that of the column, which may say that its numbers are names. */
  constructor(name: string) {
    this.#name = name
  }

  /** Adds numbers, of which `marks` have a decimal mark. */
  add(values: Float64Array, marks: number): void {
    if (!this.#isOpen) return
    this.#marks += marks
    // Without a mark in a block nothing was lost there: a few of its numbers show what the others are.
    const count = marks === 0 ? Math.min(values.length, fewOfBlock) : values.length
    for (let i = 0; i < count; i++) {
      const value = values[i]
      if (value !== value) continue
      if (!(value >= least && Math.floor(value) === value)) {
        this.#isOpen = false
        return
      }
      this.#rows++
      if (value % 1000 !== 0) this.#full++
      else if (value >= fewestShown && endsInZeros(value)) {
        this.#lost++
        this.#example ||= value
      }
    }
  }

  /** How many cells lost digits, and one of them; `null` if none did. */
  get found(): { readonly cells: number; readonly example: string } | null {
    const lost = this.#lost
    // Numbers that all have a decimal mark were written so by another program.
    if (!this.#isOpen || lost < fewestRows || this.#marks === 0 || this.#marks > lost) return null
    const others = this.#rows - lost
    const areLong = others >= fewestRows && this.#full * 2 > others
    if (!areLong && !(lost * 2 > this.#rows && saysNames(this.#name))) return null
    const [digits, power] = this.#example.toExponential().split('e+')
    return { cells: lost, example: `${digits}E+${power}` }
  }
}

function saysNames(name: string): boolean {
  return wordsOfName(name).some((word) => words.has(word))
}

/** Whether a number is written with up to six digits before its zeros. */
function endsInZeros(value: number): boolean {
  let unit = 10 * fewestShown
  while (unit <= value) unit *= 10
  return value % (unit / shown) === 0
}

/** A whole number of so many digits that doubles may merge it with another. */
const fewestDigits = 16
const largeWhole = /^\s*[+-]?\d{16,}\s*$/

/** Notes whether whole numbers beyond 2^53 become equal to others when they are rounded to doubles. */
export class MergedNumbers {
  /** Whether two different ones have the same double. */
  areMerged = false
  /** One text for each double. */
  readonly #wholes = new Map<number, string>()

  add(cell: string | null): void {
    if (cell === null || this.areMerged || cell.length < fewestDigits || !largeWhole.test(cell)) return
    const number = Number(cell)
    if (Number.isSafeInteger(number)) return
    const first = this.#wholes.get(number)
    if (first === undefined) this.#wholes.set(number, cell)
    else if (first !== cell) this.areMerged = wholeOf(first) !== wholeOf(cell)
  }
}

function wholeOf(cell: string): bigint {
  return BigInt(cell.trim().replace('+', ''))
}
