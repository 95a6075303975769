import { queryColumn, queryValue } from '#core'
import { currencyNamed } from '../cells/number-units.ts'
import { formsOf, markOf, powers } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { debitsQuery } from './debits.ts'
import {
  amountIn,
  celsiusQuery,
  haemoglobinQuery,
  numberQuery,
  percentFactorQuery,
  percentQuery,
} from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

type Texts = NonNullable<ColumnReader['texts']>

/** What is left of a cell without its number is its unit. */
const around = String.raw`[-+0-9.,''’()\s\x{a0}\x{202f}]+`

/**
 * Whether numbers in units that do not convert can be read by a query: all decimal marks are certain, or the
 * numbers are amounts of money, and none has more around it than its unit.
 */
export function areDivisible(texts: Texts): boolean {
  const { units, styles, multipliers, bounds, areAmounts } = texts.affixes
  const isPlain = styles.size === 0 && multipliers.size === 0 && bounds['<'] + bounds['>'] === 0
  return isPlain && !units.has('') && (areAmounts || texts.marksIf(true).doubtful === null)
}

/** Whether a column has glycated haemoglobin in its two units. */
export function isHaemoglobin({ name, texts }: ColumnReader): boolean {
  const units = [...texts!.affixes.units.keys()].sort().join(' ')
  return /a1c/i.test(name) && units === '% mmol/mol' && areDivisible(texts!)
}

/**
 * A query that keeps the numbers of each column in its most frequent unit, and makes a column of its units.
 * Others are missing, unless the user writes a factor for NULL.
 */
function unitQuery(readers: readonly ColumnReader[]): string {
  const names = readers.map(({ name }) => queryColumn(name))
  const values = readers.flatMap(({ name, texts }) => {
    const { areAmounts, units } = texts!.affixes
    const unit = queryColumn(`${name}_${areAmounts && areCurrencies(texts!) ? 'currency' : 'unit'}`)
    const counted = [...units].sort(([, a], [, b]) => b - a)
    const factors = counted.map(([one], i) => `WHEN ${queryValue(one)} THEN ${i === 0 ? '1' : 'NULL'}`)
    return [
      `${unitOf(queryColumn(name), texts!)} AS ${unit}`,
      `${numberIn(queryColumn(name), texts!)} * CASE ${unit} ${factors.join(' ')} END AS ${queryColumn(name)}`,
    ]
  })
  return `SELECT * EXCLUDE (${names.join(', ')}), ${values.join(', ')} FROM data`
}

function areCurrencies({ affixes }: Texts): boolean {
  return [...affixes.units.keys()].every((unit) => currencyNamed(unit) !== undefined)
}

/** The unit of a cell, by its usual name where it is written otherwise. */
function unitOf(column: string, { affixes }: Texts): string {
  const units = [...affixes.writtenUnits.keys()]
  const withPowers = [...powers].reduce(
    (text, [sign, digit]) =>
      units.some((unit) => unit.endsWith(sign))
        ? `regexp_replace(${text}, '(\\pL)${digit}\\s*$', '\\1${sign}')`
        : text,
    column,
  )
  const written = `trim(regexp_replace(${withPowers}, '${around}', ' ', 'g'))`
  const others = units.flatMap((unit) =>
    formsOf(unit, affixes).map((text) => `WHEN ${queryValue(text)} THEN ${queryValue(unit)}`),
  )
  return others.length === 0 ? written : `CASE ${written} ${others.join(' ')} ELSE ${written} END`
}

/** The number of a cell. Of amounts with both decimal marks a mark before three digits separates thousands. */
function numberIn(column: string, texts: Texts): string {
  const { shown, doubtful } = texts.marksIf(true)
  if (shown.length < 2 && doubtful === null) return amountIn(column, texts, markOf(texts))
  const values = (['.', ','] as const).map((mark) => amountIn(column, texts, mark, true))
  return `coalesce(${values.join(', ')})`
}

/** A query that reads numbers in both decimal marks, of which one before three digits separates thousands. */
function bothMarksQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => numberIn(column, texts!))
}

/** What is said of numbers in units that do not convert: none is read. */
export const unitTexts = {
  'mixed-units': {
    code: 'mixed-units',
    start: 'numbers with different units, read as categorical',
    end: 'write them in one unit',
  },
  'divided-units': {
    code: 'mixed-units',
    start: 'numbers with different units, read as categorical',
    end: 'for those in the unit named first, with the units in a column of their own (a factor in place of NULL converts the others), say',
    query: unitQuery,
  },
  'grouped-marks': {
    code: 'unclear-marks',
    start:
      'numbers with a unit in both decimal marks, some of which may have thousands separators, read as categorical',
    end: 'if a mark before three digits separates thousands say',
    query: bothMarksQuery,
  },
  temperatures: {
    code: 'mixed-units',
    start: 'temperatures in °C and °F, read as categorical',
    end: 'for °C say',
    query: celsiusQuery,
  },
  haemoglobin: {
    code: 'mixed-units',
    start: 'glycated haemoglobin in % and mmol/mol, read as categorical',
    end: 'for % say',
    query: haemoglobinQuery,
  },
  debits: {
    code: 'mixed-units',
    start: 'amounts with letters for debit and credit, read as categorical',
    end: 'for debits below 0 say',
    query: debitsQuery,
  },
  'percent-and-parts': {
    code: 'mixed-units',
    start: 'percentages beside numbers without a sign that are of another magnitude, read as categorical',
    end: 'for parts of one say',
    query: percentQuery,
  },
  'percent-and-more': {
    code: 'mixed-units',
    start: 'percentages beside numbers without a sign that are much larger, read as categorical',
    end: 'for these numbers, with the percentages missing (a factor in place of NULL, as 10000 where they are ppm, converts them), say',
    query: percentFactorQuery,
  },
} as const satisfies Record<string, WarningText>
