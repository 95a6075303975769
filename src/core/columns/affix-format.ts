import type { CensoredValue } from '../spec/censored.ts'
import type { AffixedNumber } from './affixed-numbers.ts'
import { noAffixes } from './number-affixes.ts'
import { isFlag } from './number-flags.ts'
import { conversion } from './number-units.ts'
import { parseNumber } from './text-cells.ts'

/** How a column's numbers with affixes are read. */
export interface AffixFormat {
  /** The unit of its values; numbers in another unit of its kind are converted. Empty if there is none. */
  readonly to: string
  /** What the letter m is: metres, minutes or millions. */
  readonly m: 'm' | 'min' | 'millions'
  readonly censored: CensoredValue
  /** Whether flags and signs of footnotes are left out. */
  readonly hasFlags?: boolean
}

/** The value of a number with affixes; `null` if its unit is another one. */
export function affixedValue(
  { affixes, number }: AffixedNumber,
  decimal: '.' | ',',
  format: AffixFormat,
): number | null {
  const digits = decimal === '.' ? number.point : number.comma
  if (digits === null) return null
  const given = number.unit === '' ? affixes.unit : number.unit
  const unit = format.hasFlags && isFlag(given) ? '' : given
  const isM = unit === 'm' && format.m !== 'm'
  const named = !isM ? unit : format.m === 'min' ? 'min' : ''
  const ratio = named === '' ? 1 : conversion(named, format.to)
  if (ratio === null) return null
  const value = scaled(digits, affixes.power + (isM && named === '' ? 6 : 0), ratio)
  return affixes.bound === '<' && format.censored === 'half' && value > 0 ? value / 2 : value
}

export function plainAffixed(number: AffixedNumber['number']): AffixedNumber {
  return { affixes: noAffixes, number }
}

/** Multiplies a number by a power of ten and by a ratio, rounded once if the ratio is a power of ten too. */
function scaled(digits: string, power: number, ratio: number): number {
  if (power === 0 && ratio === 1) return Number(parseNumber(digits, '.') ?? NaN)
  const zeros = /^10*$/.test(String(ratio)) ? String(ratio).length - 1 : null
  const shift = power + (zeros ?? 0)
  const isShifted = shift > 0 && !/[ei]/i.test(digits)
  const value = Number(parseNumber(isShifted ? `${digits}e${shift}` : digits, '.') ?? NaN)
  return value * (isShifted || shift === 0 ? 1 : Number(`1e${shift}`)) * (zeros === null ? ratio : 1)
}
