import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFormattedNumber } from '../../dist/src/files/cells/formatted-numbers.js'
import { mayBeValue, parseNumber } from '../../dist/src/files/cells/text-cells.js'
import { parseTime } from '../../dist/src/files/cells/time-texts.js'
import { MergedNumbers } from '../../dist/src/files/text/long-numbers.js'
import { runs } from '../properties/runs.ts'

const aText = fc
  .array(fc.constantFrom(...'0012345.,.,-+%/: $€\u00a0\t’eEinfTZapmx'), { maxLength: 12 })
  .map((characters) => characters.join(''))
const cases = { numRuns: runs(20_000) }

/** Digits with at most one mark, as an expression. */
const digits = /^([+-]?)(\d+(?:[.,]\d*)?|[.,]\d+)$/

describe('numbers as texts', () => {
  it('of digits and one mark are those that an expression finds', () => {
    fc.assert(
      fc.property(aText, (text) => {
        for (const decimal of ['.', ','] as const) {
          const plain = decimal === ',' ? text.trim().replace(',', '.') : text.trim()
          if (/[a-z]/i.test(plain)) continue
          const isNumber = digits.test(plain) && !plain.includes(',')
          expect(parseNumber(text, decimal)).toBe(isNumber ? Number(plain) : null)
        }
      }),
      cases,
    )
  })

  it.each([
    ['12', { point: '12', comma: '12', decimalMark: null }],
    ['-1.5', { point: '-1.5', comma: null, decimalMark: '.' }],
    ['+1,5', { point: null, comma: '+1.5', decimalMark: ',' }],
    [',5', { point: null, comma: '.5', decimalMark: ',' }],
    ['7.', { point: '7.', comma: null, decimalMark: '.' }],
    ['0.123', { point: '0.123', comma: null, decimalMark: '.' }],
    ['1234,567', { point: null, comma: '1234.567', decimalMark: ',' }],
    ['1.5%', { point: '1.5', comma: null, decimalMark: '.', unit: '%' }],
    // The mark may separate thousands.
    ['1.234', { point: '1.234', comma: '1234', decimalMark: null, thousandsSeparator: '.' }],
    ['1,234', { point: '1234', comma: '1.234', decimalMark: null, thousandsSeparator: ',' }],
    ['1.234,5', { point: null, comma: '1234.5', decimalMark: ',', thousandsSeparator: '.' }],
    ['1e5', { point: '1e5', comma: '1e5', decimalMark: null }],
    ['1,5e3', { point: null, comma: '1.5e3', decimalMark: ',' }],
  ])('are parsed under both marks: %s', (text, expected) => {
    const usual = { unit: '', isUnitFirst: false, thousandsSeparator: '' }
    expect(parseFormattedNumber(text)).toEqual({ ...usual, ...expected })
  })

  it.each(['.', ',', '-', '%', '-%', '1.2.3', '1..2', '--1', '1-2', 'x', ''])('%j is none', (text) => {
    expect(parseFormattedNumber(text)).toBeNull()
  })
})

describe('the characters of a text', () => {
  it('rule out no number and no time', () => {
    fc.assert(
      fc.property(aText, (text) => {
        const isValue = parseFormattedNumber(text) !== null || parseTime(text) !== null
        if (isValue) expect(mayBeValue(text)).toBe(true)
      }),
      cases,
    )
    const values = ['-Infinity', ' INF', '1E-5', '1:30 p.m.', '2020-01-01T12:30:00Z', '01/02/2020, 1:30 AM']
    for (const text of [...values, '$5', '-$5', '€5', '5 ¢', '\u00a01', "1'000", '\n12\r']) {
      expect(parseFormattedNumber(text) ?? parseTime(text)).not.toBeNull()
      expect(mayBeValue(text)).toBe(true)
    }
  })

  it.each(['user-1', '12 kg', '6513270e-269b', 'a', '<0.1', '', '1_000', '#1', '?'])(
    'rule out %j',
    (text) => {
      expect(mayBeValue(text)).toBe(false)
    },
  )
})

describe('large whole numbers', () => {
  const areMerged = (...cells: readonly string[]) => {
    const numbers = new MergedNumbers()
    cells.forEach((cell) => numbers.add(cell))
    return numbers.areMerged
  }

  it('are merged if two different ones have the same double', () => {
    expect(areMerged('9007199254740992', '9007199254740993')).toBe(true)
    expect(areMerged('9007199254740992', '9007199254740994')).toBe(false)
    expect(areMerged('-9007199254740992', '9007199254740993')).toBe(false)
  })

  it('are not merged with another way to write them', () => {
    expect(areMerged('9007199254740992', '+9007199254740992', ' 009007199254740992')).toBe(false)
    expect(areMerged('009007199254740992', '9007199254740993')).toBe(true)
  })
})
