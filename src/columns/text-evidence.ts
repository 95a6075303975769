import { timeOfType } from '../spec/given-types.ts'
import type { GivenType } from '../spec/given-types.ts'
import type { CellForm } from './cell-form.ts'
import { NumberEvidence } from './number-evidence.ts'
import type { Commas } from './number-evidence.ts'
import { isPadded } from './text-cells.ts'
import { TimeEvidence } from './time-evidence.ts'

/** A cell, and its row. */
export interface PlacedCell {
  readonly row: number
  readonly cell: string
}

/** What the cells of a column of texts were found to be. */
export interface FoundForm {
  /** How all of them are written, where they are numbers or times. */
  readonly form: CellForm | null
  /**
   * Why there is none though the cells are numbers or dates: whole numbers that begin with 0, marks that may be decimal or
   * not, dates that may begin with the day or the month.
   */
  readonly why?: 'padded' | 'unclear-marks' | 'undecided-dates'
  /** A cell that shows it. */
  readonly example: string
  /** Of numbers: whether they have a unit, whether marks stand between thousands, how many are infinite or rounded. */
  readonly isOfUnit: boolean
  readonly isGrouped: boolean
  readonly infinite: number
  readonly rounded: number
}

const ofTimes = { isOfUnit: false, isGrouped: false, infinite: 0, rounded: 0 } as const

/** Cells that are mostly of a kind, and the first that is not. */
export interface OddCells {
  readonly kind: 'numbers' | 'dates or times'
  readonly odd: number
  readonly first: PlacedCell
}

/** What a cell is or is not, a bit each. */
const is = { notPlain: 1, noNumber: 2, noTime: 4, notDmy: 8, notMdy: 16, padded: 32 } as const
type Property = keyof typeof is
const properties = Object.keys(is) as readonly Property[]
const onlyText = is.notPlain | is.noNumber | is.noTime | is.notDmy | is.notMdy

/** Numbers and times begin with one of these letters, whatever their form. */
const mayBeValue = /^\s*[-+.,\diI\p{Sc}]/u

/** Finds what a column of texts holds, from its cells as they come. */
export class TextEvidence {
  /** Cells that have a value. */
  present = 0
  readonly #type: GivenType | undefined
  readonly #commas: Commas
  readonly #numbers = new NumberEvidence()
  readonly #times: TimeEvidence
  readonly #first: Partial<Record<Property, PlacedCell>> = {}

  constructor(type: GivenType | undefined, commas: Commas) {
    this.#type = type
    this.#commas = commas
    this.#times = new TimeEvidence(type)
  }

  /** Takes some rows from `first` on: the distinct cells, null where they are no value, and which of them each row holds. */
  take(cells: readonly (string | null)[], codes: Uint32Array, first: number): void {
    const counts = new Uint32Array(cells.length)
    for (const code of codes) counts[code]++
    const found = Uint8Array.from(cells, (cell, code) => (cell === null ? 0 : this.#look(cell, counts[code])))
    this.#place(found, cells, codes, first)
  }

  /** The form of all cells, if they have one. */
  found(): FoundForm {
    const asked = timeOfType(this.#type)
    const time = this.#times.form(this.present)
    const { example } = this.#times
    if (time === 'undecided') return { ...ofTimes, form: null, why: 'undecided-dates', example }
    if (time !== null || asked !== undefined) return { ...ofTimes, form: time, example }
    return this.#foundNumbers(this.present)
  }

  #foundNumbers(present: number): FoundForm {
    const numbers = this.#numbers
    const { isOfUnit, infinite } = numbers
    const none = { ...ofTimes, isOfUnit, form: null }
    if (this.#first.padded && this.#type !== 'numeric') {
      const why = numbers.plain * 2 > present && { why: 'padded' as const }
      return { ...none, ...why, example: this.#first.padded.cell }
    }
    const form = numbers.form(present, this.#commas, this.#type === 'numeric')
    if (form === 'unclear') return { ...none, why: 'unclear-marks', example: numbers.example() }
    if (form === null) return { ...none, example: numbers.example() }
    const isGrouped = numbers.isGrouped(form)
    return {
      form,
      isOfUnit,
      isGrouped,
      infinite,
      rounded: numbers.rounded(form),
      example: numbers.example(form),
    }
  }

  /** The first cell that is no plain number. */
  get firstOdd(): PlacedCell | undefined {
    return this.#first.notPlain
  }

  /** The first cell that is not of the kind of time the user named. */
  get firstMisfit(): PlacedCell | undefined {
    return this.#times.likelyOrder === 'dmy' ? this.#first.notDmy : this.#first.notMdy
  }

  /** Where most cells are numbers or times and some are not: how many, and the first. */
  odd(): OddCells | null {
    const { present } = this
    const { noNumber, notPlain, noTime } = this.#first
    const { plain } = this.#numbers
    const likely = this.#commas === 'unlikely' ? this.#numbers.surelyNumbers : this.#numbers.cells
    const kinds: readonly [OddCells['kind'], number, PlacedCell | undefined][] = [
      ['numbers', plain, notPlain],
      ['numbers', likely, noNumber ?? notPlain],
      ['dates or times', this.#times.cells, noTime],
    ]
    for (const [kind, cells, first] of kinds) {
      const odd = present - cells
      if (first && odd > 0 && odd * 2 < present) return { kind, odd, first }
    }
    return null
  }

  #look(cell: string, count: number): number {
    this.present += count
    if (!mayBeValue.test(cell)) return onlyText
    const { cells, plain } = this.#numbers
    const times = this.#times.cells
    this.#numbers.take(cell, count)
    const { dmy, mdy } = this.#times.take(cell, count)
    return (
      (this.#numbers.plain === plain ? is.notPlain : 0) |
      (this.#numbers.cells === cells ? is.noNumber : 0) |
      (this.#times.cells === times ? is.noTime : 0) |
      (dmy ? 0 : is.notDmy) |
      (mdy ? 0 : is.notMdy) |
      (isPadded(cell) ? is.padded : 0)
    )
  }

  /** Notes the first cell of each property. */
  #place(found: Uint8Array, cells: readonly (string | null)[], codes: Uint32Array, first: number): void {
    for (const property of properties) {
      const bit = is[property]
      if (this.#first[property] || !found.some((bits) => (bits & bit) !== 0)) continue
      const row = codes.findIndex((code) => (found[code] & bit) !== 0)
      this.#first[property] = { row: first + row, cell: cells[codes[row]]! }
    }
  }
}
