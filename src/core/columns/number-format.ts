import { affixedValue, plainAffixed } from './affix-format.ts'
import type { AffixFormat } from './affix-format.ts'
import { parseAffixedNumber } from './affixed-numbers.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import { notationValue } from './notation-facts.ts'
import type { NotationFormat } from './notation-facts.ts'
import { parseRange, rangeValue } from './range-texts.ts'
import { parseNumber } from './text-cells.ts'
import { mayBeValue } from './value-characters.ts'

/**
 * The format of all numbers in a column; `either`: some cells have a decimal point, others a decimal comma.
 */
export interface NumberFormat {
  readonly unit: string
  readonly decimal: '.' | ',' | 'either'
  /** How numbers with more around them are read, if the column has such ones. */
  readonly affixes?: AffixFormat
  /** Whether the cells are ranges, read as their middle. */
  readonly isRange?: boolean
  /** How dates among ranges stand for some, if they do: `daysFrom` of `serialRange`. */
  readonly daysFrom?: number
  /** How numbers are read that are written with more than digits, if the column has such ones. */
  readonly notation?: NotationFormat
}

/** The number in a cell; `null` if the cell does not match the format. */
export function parseNumberInFormat(cell: string, format: NumberFormat): number | bigint | null {
  const { unit, decimal, affixes } = format
  if (format.isRange) {
    const range = parseRange(cell, decimal, format.daysFrom)
    return range && rangeValue(range)
  }
  if (format.notation && decimal !== 'either') {
    const noted = notationValue(cell, format.notation, decimal)
    if (noted !== null) return noted
  }
  if (decimal === 'either' && !affixes) return parseNumber(cell, '.') ?? parseNumber(cell, ',')
  const number = affixes && !mayBeValue(cell) ? null : parseFormattedNumber(cell)
  if (affixes) {
    const affixed = number ? plainAffixed(number) : parseAffixedNumber(cell)
    if (decimal !== 'either') return affixed && affixedValue(affixed, decimal, affixes)
    return affixed && (affixedValue(affixed, '.', affixes) ?? affixedValue(affixed, ',', affixes))
  }
  if (number?.unit !== unit) return null
  const text = decimal === '.' ? number.point : number.comma
  return text === null ? null : parseNumber(text, '.')
}
