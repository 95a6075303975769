import { areAdded, plainWords } from '#core'
import type { TimeKind } from '#core'
import { dayNumber } from './day-numbers.ts'
import { hasAmbiguousMark } from './formatted-numbers.ts'
import { isPadded, parseNumber } from './text-cells.ts'

/** Words for a missing value of which nothing is said. */
const silent: readonly string[] = ['', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', '?']

/**
 * Words for a missing value that are reported: of pandas, R and databases, then the errors of Excel in its
 * languages, those beyond ASCII last. (The kernels tell the first 31 apart.)
 */
const reported: readonly string[] = [
  ...['n/a', '<NA>', '#N/A', '#N/A N/A', '#NA', 'NaT', '\\N'],
  ...['#DIV/0!', '#VALUE!', '#REF!', '#NUM!', '#NAME?', '#NULL!', '#SPILL!', '#CALC!'],
  ...[
    '#NV',
    '#WERT!',
    '#BEZUG!',
    '#ZAHL!',
    '#VALEUR!',
    '#NOMBRE!',
    '#NOM?',
    '#VALORE!',
    '#RIF!',
    '#NOME?',
    '#VALOR!',
  ],
  ...['#¡DIV/0!', '#¡VALOR!', '#¡REF!', '#¡NUM!', '#¿NOMBRE?'],
]

/** Cells of a text file that represent a missing value, whatever the rest of their column is. */
export const missingTexts: readonly string[] = [...silent, ...reported]

/**
 * Cells that represent a missing value where all others of their column are numbers, dates or times, in lower
 * case. Not `none` and `nil`, which may be 0, nor `nd`: not detected is a little.
 */
const amongNumbers: readonly string[] = [
  ...['-', '--', '---', '–', '—', '―', '−', '.', '..', '...', '…', '??', '???'],
  ...['na', 'n.a.', 'n.a', 'n. a.', 'n/d', 'n.d.', 'n. d.', '#n/a', 'nan', 'null', '(null)', '<null>', 'nat'],
  ...['-nan', 'nan(ind)', '-nan(ind)', '1.#ind', '-1.#ind', '1.#qnan', '-1.#qnan', '1.#snan'],
  ...['missing', 'unknown', 'undefined', 'no data', 'not available', 'not applicable', 'not known'],
  ...['k. a.', 'k.a.', 'keine angabe', 'unbekannt', 'fehlt'],
  ...['inconnu', 'non disponible', 'manquant', 'non disponibile', 'mancante'],
  ...[
    's/d',
    'sin dato',
    'sin datos',
    'desconocido',
    'no disponible',
    'desconhecido',
    'sem dados',
    'não disponível',
  ],
  ...['onbekend', 'n.v.t.', 'brak danych', 'brak', 'b.d.'],
  // A date that is none, as systems of bookkeeping and databases write it.
  ...['00.00.0000', '00/00/0000', '00-00-0000', '0000-00-00', '0000-00-00 00:00:00'],
  // Of offices of statistics: not available, confidential, unreliable, not applicable; not certain enough.
  ...['=""', ':', ':c', ': c', ':u', ': u', ':z', ': z', '/'],
]
/** Python writes its missing value with a capital. */
const pythonsNone = 'None'

/**
 * Whether a cell without a value is missing: empty, or one of some words, with or without blanks around it.
 */
export type MissingTest = (cell: string) => boolean

/** Dates that are missing, as values of columns of dates, and of dates with times. */
interface MissingTimes {
  readonly date: readonly number[]
  readonly datetime: readonly number[]
}

/** Which cells of a text are missing. */
export interface MissingWords {
  /** Words of which nothing is said, and those that are reported. */
  readonly silent: readonly string[]
  readonly reported: readonly string[]
  /** Words that the user named. */
  readonly named: readonly string[]
  /** Numbers that are missing however they are written. */
  readonly numbers: readonly number[]
  /** Dates that are missing however they are written: days and seconds since 1970. */
  readonly times: MissingTimes
  /** Whether a cell is missing whatever the rest of its column is. */
  readonly isMissing: MissingTest
  /** Whether a cell is missing where the rest of its column are numbers, dates or times. */
  readonly isMissingAmongNumbers: MissingTest
}

/** The missing words of a text: the usual ones, those that take their place, or those and added ones. */
export function missingWordsOf(given?: readonly string[]): MissingWords {
  const words = given ? plainWords(given).map((word) => word.trim()) : []
  const areUsual = given === undefined || areAdded(given)
  const own = new Set(words)
  const others = areUsual ? reported.filter((word) => !own.has(word)) : []
  const numbers = [...new Set(words.flatMap(numberOfWord))]
  const all = [...(areUsual ? silent : []), ...words]
  return {
    silent: all,
    reported: others,
    named: words,
    numbers,
    times: timesOfWords(words),
    isMissing: byValueToo(missingTest([...all, ...others]), numbers),
    isMissingAmongNumbers: areUsual ? isUsualAmongNumbers : () => false,
  }
}

/** Makes the test for empty cells and some words. */
export function missingTest(words: readonly string[] = missingTexts): MissingTest {
  const missing = new Set(['', ...words.map((word) => word.trim())])
  return wordTest([...missing], (text) => missing.has(text))
}

/** The usual words among numbers, for an engine, which compares lower case. */
export const textsAmongNumbers: readonly string[] = [...amongNumbers, pythonsNone]

const usual = new Set(amongNumbers)
const isUsualAmongNumbers = wordTest(
  textsAmongNumbers.flatMap((word) => [word, word.toUpperCase()]),
  (text) => text === pythonsNone || usual.has(text.toLowerCase()),
)

/** Tests cells without the blanks around them; most are ruled out by their length and how they start. */
function wordTest(words: readonly string[], isWord: (text: string) => boolean): MissingTest {
  const longest = Math.max(...words.map(({ length }) => length))
  const keyOf = (first: number, length: number) => first * (longest + 1) + length
  // The characters of ASCII with which a word of a length starts.
  const starts = new Uint8Array(0x80 * (longest + 1))
  for (const word of words) {
    const first = word.charCodeAt(0)
    if (first < 0x80) starts[keyOf(first, word.length)] = 1
  }
  return (cell) => {
    const { length } = cell
    const first = cell.charCodeAt(0)
    const last = cell.charCodeAt(length - 1)
    if (first > 0x20 && first < 0x80 && last > 0x20 && last < 0x80)
      return length <= longest && starts[keyOf(first, length)] === 1 && isWord(cell)
    const text = cell.trim()
    return text.length <= longest && isWord(text)
  }
}

function numberOfWord(word: string): readonly number[] {
  const value = isPadded(word) ? null : (parseNumber(word, '.') ?? parseNumber(word, ','))
  return value !== null && Number.isFinite(Number(value)) ? [Number(value)] : []
}

const date = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/

/** Words that are dates in ISO 8601, as values. */
function timesOfWords(words: readonly string[]): MissingTimes {
  const found = words.flatMap((word) => {
    const parts = date
      .exec(word)
      ?.slice(1)
      .map((part = '0') => Number(part))
    if (!parts) return []
    const [year, month, day, hours, minutes, seconds] = parts
    const days = dayNumber(year, month, day)
    return days === null ? [] : [{ days, clock: 3600 * hours + 60 * minutes + seconds }]
  })
  return {
    date: found.flatMap(({ days, clock }) => (clock === 0 ? [days] : [])),
    datetime: found.map(({ days, clock }) => 86_400 * days + clock),
  }
}

/** Numbers equal to one of some are missing too, unless their mark may separate thousands. */
function byValueToo(isWord: MissingTest, numbers: readonly number[]): MissingTest {
  if (numbers.length === 0) return isWord
  return (cell) => {
    if (isWord(cell)) return true
    const first = cell.trimStart().charCodeAt(0)
    if (first > 0x39 || hasAmbiguousMark(cell)) return false
    return numberOfWord(cell.trim()).some((value) => numbers.includes(value))
  }
}

/** Replaces numbers, or dates of a kind, that are missing by NaN; returns how many. */
export function dropMissing(values: Float64Array, { numbers, times }: MissingWords, time?: TimeKind): number {
  return dropNumbers(values, time === undefined ? numbers : time === 'time' ? [] : times[time])
}

/** Replaces numbers that are missing by NaN; returns how many. */
function dropNumbers(values: Float64Array, numbers: readonly number[]): number {
  let dropped = 0
  for (const number of numbers) {
    for (let i = 0; i < values.length; i++) {
      if (values[i] !== number) continue
      values[i] = NaN
      dropped++
    }
  }
  return dropped
}
