import type { FormattedNumber } from './formatted-numbers.ts'
import { fewestCharactersBeyond, markIn, notDigits } from './text-cells.ts'

/**
 * Whether spaces separate groups of digits twice, as in 2 165 423; three digits throughout, or a plus, may be a
 * telephone number.
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
