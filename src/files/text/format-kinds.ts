import { remedy, timeOfType } from '#core'
import type { GivenType } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { areShortMonths, coinsText, shortMonthsText } from './coin-texts.ts'
import { areDebits } from './debits.ts'
import type { FileMarks } from './file-marks.ts'
import { sidesQuery, swappedQuery, textsOf } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'
import { areOdds, oddsText } from './graded-texts.ts'
import { markTexts } from './mark-texts.ts'
import { kindOfMarks } from './mark-warnings.ts'
import { measureTexts } from './measure-texts.ts'
import { severalTexts } from './several-numbers.ts'
import { areDivisible, isHaemoglobin, unitTexts } from './unit-queries.ts'
import { remarks, remarksText } from './worded-numbers.ts'

const numeric = (why: string) => typed('numeric', why)

/** Gives all columns a type, which is a guess; words that are no values of it become missing words. */
function typed(type: GivenType, why: string) {
  return (readers: readonly ColumnReader[]) => {
    const types = Object.fromEntries(readers.map(({ name }) => [name, type]))
    const others = type === 'range' ? [...new Set(readers.flatMap(({ texts }) => texts!.ranges.others))] : []
    const [first, ...rest] = others
    const missingWords = first === undefined ? undefined : [`+${first}`, ...rest]
    return remedy({ types, ...(missingWords && { missingWords }) }, why, null, true)
  }
}

const asRanges = typed('range', 'the cells are ranges of numbers')

export const warningTexts = {
  'leading-zeros': {
    code: 'leading-zeros',
    start: 'whole numbers that start with 0 are codes, read as categorical',
    end: 'type a column numeric for numbers',
  },
  'few-leading-zeros': {
    code: 'leading-zeros',
    start: 'numbers of which a few start with 0, read as numbers as the others are shorter',
    end: 'type a column categorical for codes',
  },
  units: { code: 'units', start: 'numbers with a unit, read without it', end: '' },
  'converted-units': { code: 'units', start: 'numbers in several units of a kind, converted', end: '' },
  'named-units': {
    code: 'units',
    start: 'numbers of which some have no unit, read in that of the name',
    end: '',
  },
  multipliers: { code: 'units', start: 'numbers in thousands, millions or the like, multiplied', end: '' },
  degrees: {
    code: 'units',
    start: 'degrees, minutes and seconds, read as degrees, south and west below 0',
    end: '',
  },
  deviation: { code: 'units', start: 'numbers with their deviation, read without it', end: '' },
  formula: { code: 'units', start: 'numbers as texts of a spreadsheet, read as numbers', end: '' },
  power: { code: 'units', start: 'numbers with a power of ten, read as numbers', end: '' },
  ...severalTexts,
  odds: oddsText,
  ...measureTexts,
  'partly-sides': {
    code: 'doubtful-numbers',
    start: 'numbers of which only some have the letter of a compass, read as categorical',
    end: 'if the others are north or east say',
    query: sidesQuery,
  },
  'minus-signs': {
    code: 'minus-signs',
    start: 'numbers in brackets, or with another minus, read as negative',
    end: '',
  },
  'above-limits': { code: 'censored', start: 'numbers above a limit, read as the limit', end: '' },
  censored: {
    code: 'censored',
    start: 'numbers below a limit, read as half of it, or above one, read as the limit',
    end: 'for all limits as they stand say',
    mend: () => remedy({ censored: 'limit' }, 'some numbers are below a limit', null, true),
  },
  ...unitTexts,
  ...markTexts,
  remarks: remarksText,
  coins: coinsText,
  'short-months': shortMonthsText,
  'partly-units': {
    code: 'mixed-units',
    start: 'numbers of which some have a unit and some have none, read as categorical',
    end: 'if those without one are in it too say',
    mend: numeric('the numbers without a unit are in that of the others'),
  },
  'unlike-units': {
    code: 'mixed-units',
    start:
      'numbers of which some have a unit and some have none and are of another magnitude, read as categorical',
    end: 'write them in one unit, or their unit into the name, as in weight (g)',
  },
  'doubtful-numbers': {
    code: 'doubtful-numbers',
    start: 'numbers with letters or signs that may be codes, read as categorical',
    end: 'for numbers say',
    mend: numeric('the cells are numbers'),
  },
  flags: {
    code: 'doubtful-numbers',
    start: 'numbers of which some have a flag or the sign of a footnote, read as categorical',
    end: 'for numbers without them say',
    mend: numeric('letters and signs behind numbers are flags'),
  },
  'left-flags': {
    code: 'units',
    start: 'numbers with a flag or the sign of a footnote, read without it',
    end: '',
  },
  'comma-lists': {
    code: 'doubtful-numbers',
    start: 'numbers with a comma that may be a decimal mark or separate answers, read as categorical',
    end: 'for decimal commas say',
    mend: numeric('the commas are decimal marks'),
  },
  'both-marks': {
    code: 'unclear-marks',
    start:
      'numbers with a unit, some with a decimal point and some with a decimal comma, read as categorical',
    end: 'if both are decimal marks say',
    mend: numeric('both the point and the comma are decimal marks'),
  },
  ranges: {
    code: 'ranges',
    start: 'ranges of numbers, read as categorical',
    end: 'for the middle of each say',
    mend: asRanges,
  },
  'unclear-ranges': {
    code: 'unclear-marks',
    start: 'ranges of numbers whose mark may be a decimal mark or separate thousands, read as categorical',
    end: 'for the middle of each say which mark is the decimal one, as in',
    mend: (readers, marks) => {
      const { set, why } = marks.remedyFor(readers.map(({ texts }) => ({ marks: texts!.ranges.marks })))
      return remedy({ ...set, ...asRanges(readers).set }, why, null, true)
    },
  },
  'damaged-ranges': {
    code: 'spreadsheet-dates',
    start: 'ranges of numbers, some of which a spreadsheet turned into dates, read as categorical',
    end: 'for the middle of each range say',
    mend: asRanges,
  },
  'swapped-dates': {
    code: 'spreadsheet-dates',
    start:
      'dates of which a spreadsheet may have swapped day and month, since none has a day above 12 and all texts beside them have one, read as categorical',
    end: 'to read them as the texts are written say',
    query: swappedQuery,
  },
  'read-swapped-dates': {
    code: 'spreadsheet-dates',
    start:
      'dates of which a spreadsheet may have swapped day and month, since none has a day above 12 and all texts beside them have one, read as they stand',
    end: 'to read them as the texts are written leave their type out and say',
    query: swappedQuery,
  },
  'day-first': { code: 'date-order', start: 'dates read with the day first', end: '' },
  'month-first': { code: 'date-order', start: 'dates read with the month first', end: '' },
} as const satisfies Record<string, WarningText>

export type WarningKind = keyof typeof warningTexts

/** The warnings that a column needs. */
export function kindsOf(reader: ColumnReader, marks: FileMarks): readonly WarningKind[] {
  if (reader.type === 'categorical' || !reader.isOfTexts) return []
  const { format, why, hasUnit, isGrouped, swapped, padded } = reader.detected
  if (why === 'padded') return ['leading-zeros']
  if (why === 'ranges') return [reader.texts!.ranges.damaged ? 'damaged-ranges' : 'ranges']
  if (why === 'unclear-marks') return [kindOfMarks(reader, marks)]
  if (why === 'pairs' && areOdds(textsOf(reader), reader)) return ['odds']
  if (why === 'unlike-units' && reader.texts!.affixes.shownUnits.replace(/[:,\s\d]|none/g, '') === '%')
    return [reader.texts!.affixes.areBareLarger ? 'percent-and-more' : 'percent-and-parts']
  if (why === 'mixed-units' && areTemperatures(reader.texts!.affixes.units)) return ['temperatures']
  if (why === 'mixed-units' && isHaemoglobin(reader)) return ['haemoglobin']
  if (why?.endsWith('-units') && areDebits(reader.texts!)) return ['debits']
  if (why?.endsWith('-units') && remarks(reader)) return ['remarks']
  if (why === 'mixed-units' && areShortMonths(reader)) return ['short-months']
  if (why === 'mixed-units' && coinsText.are(textsOf(reader), reader)) return ['coins']
  if (why === 'mixed-units' && areDivisible(reader.texts!)) return ['divided-units']
  // Dates have warnings of their own.
  if (why === 'undecided-dates' || why === 'unread-dates' || why === 'zoned-dates' || why === 'digit-days')
    return []
  if (why !== undefined) return [why]
  if (!format) return []
  if (swapped) return ['read-swapped-dates']
  if ('time' in format) {
    if (!format.order || format.from !== undefined || timeOfType(reader.type)) return []
    return [format.order === 'dmy' ? 'day-first' : 'month-first']
  }
  if (padded !== undefined && reader.type === undefined) return ['few-leading-zeros']
  if (format.notation) return [format.notation.kind]
  if (format.affixes?.isMinusFlag) return ['left-flags']
  if (format.affixes) return kindsOfAffixes(reader, isGrouped, format.affixes.hasFlags)
  return hasUnit ? ['units'] : isGrouped ? ['thousands-marks'] : []
}

function areTemperatures(units: ReadonlyMap<string, unknown>): boolean {
  const named = [...units.keys()].map((unit) =>
    unit
      .replace('℃', '°C')
      .replace('℉', '°F')
      .replace(/^[CF]$/, '°$&'),
  )
  return named.length > 1 && named.every((unit) => unit === '°C' || unit === '°F')
}

function kindsOfAffixes({ texts }: ColumnReader, isGrouped: boolean, hasFlags = false): WarningKind[] {
  const { affixes, options } = texts!
  const units = [...affixes.units.keys()].filter((unit) => unit !== '')
  const { bounds, styles } = affixes
  const kinds: WarningKind[] = []
  if (hasFlags) kinds.push('left-flags')
  else if (affixes.isNamed) kinds.push('named-units')
  else if (units.length > 1) kinds.push('converted-units')
  else if (affixes.multipliers.size > 0) kinds.push('multipliers')
  else if (units.length > 0) kinds.push('units')
  else if (isGrouped && styles.size === 0) kinds.push('thousands-marks')
  if (styles.size > 0) kinds.push('minus-signs')
  if (bounds['<'] + bounds['>'] > 0 && options.censored === undefined)
    kinds.push(bounds['<'] > 0 ? 'censored' : 'above-limits')
  return kinds
}
