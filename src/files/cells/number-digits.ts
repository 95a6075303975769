import type { FormattedNumber } from './formatted-numbers.ts'
import { fewestCharactersBeyond, markIn, notDigits } from './text-cells.ts'

/**
 * Whether spaces separate groups of digits twice, as in 2 165 423; three digits throughout, or a plus, may be
 * a telephone number.
 */
export function hasManyGroups(cell: string): boolean {
  return /^[-−]?\d{1,2}(?: \d{3}){2,}(?!\d)/.test(cell)
}

export function isLongWhole({ point, comma, thousandsSeparator }: FormattedNumber): boolean {
  return thousandsSeparator === '' && point !== null && point === comma && /\d{4}$/.test(point)
}

export function hasMarkBeforeThree(cell: string): boolean {
  const mark = cell.charCodeAt(cell.length - 4)
  return (mark === 0x2e || mark === 0x2c) && /\d{3}$/.test(cell)
}

/** Whether a number is for certain neither infinite nor a whole number beyond 2^53. */
export function isBelow2To53(number: string): boolean {
  return number.length < fewestCharactersBeyond && markIn(number) !== notDigits
}

/** Numbers are of other magnitudes if their means differ by it, in powers of ten. */
const otherMagnitude = 1.3

/** The powers of ten that `Magnitude` looks up. */
const lookedUp = { first: -9, last: 15 } as const
const powersOfTen = Array.from({ length: lookedUp.last - lookedUp.first + 1 }, (_, i) =>
  Number(`1e${i + lookedUp.first}`),
)

/** The exponent of a positive number in scientific notation. */
export function exponentOf(size: number): number {
  const last = powersOfTen.length - 1
  if (size < powersOfTen[0] || size >= powersOfTen[last]) return Number(size.toExponential().split('e')[1])
  let i = 0
  while (size >= powersOfTen[i + 1]) i++
  return i + lookedUp.first
}

/** The mean magnitude of numbers: that of their powers of ten, which are the same everywhere. */
export class Magnitude {
  #sum = 0
  #count = 0

  add({ point, comma }: FormattedNumber): void {
    const size = Math.abs(Number(point ?? comma))
    if (!(size > 0) || size === Infinity) return
    this.#sum += exponentOf(size)
    this.#count++
  }

  isOther(other: Magnitude): boolean {
    return Math.abs(this.#mean - other.#mean) >= otherMagnitude
  }

  isAbove(other: Magnitude): boolean {
    return this.#mean > other.#mean
  }

  get #mean(): number {
    return this.#sum / this.#count
  }
}
